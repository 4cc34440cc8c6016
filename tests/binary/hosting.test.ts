/** Compares the hosting files that operators copy with the program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { VARIABLES, variablesTable } from '#server/config/variables.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const settings = read('docs/operating/settings.md')
const stripe = read('docs/operating/stripe.md')

it('docs/operating/settings.md has every variable, as `variablesTable` writes them', () => {
  expect(settings).toContain(variablesTable())
})

it('docs/operating/stripe.md names the events that the server acts on, and no other', () => {
  const events = /(?:checkout|customer|invoice|charge)\.[a-z_]+(?:\.[a-z_]+)*/
  const handled = [...read('server/billing/webhook.ts').matchAll(new RegExp(`'(${events.source})'`, 'g'))]
  const named = [...stripe.matchAll(new RegExp(`\`(${events.source})\``, 'g'))]
  const unique = (matches: RegExpExecArray[]) => [...new Set(matches.map(([, name]) => name))].sort()
  expect(unique(named)).toEqual(unique(handled))
})

it.each(['scripts/binary/Dockerfile', 'scripts/binary/midground.service', 'scripts/binary/midground-minutely.service'])(
  '%s sets variables that exist',
  (path) => {
    const set = [...read(path).matchAll(/^(?:ENV |Environment=)(.+)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name),
    )
    expect(set.length).toBeGreaterThan(0)
    for (const name of set) expect(Object.keys(VARIABLES)).toContain(name)
  },
)
