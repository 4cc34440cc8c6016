/** Every text of the client is in the catalogue, and the catalogue is whole in every language. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#client/kit/i18n/languages.ts'
import { type Found, textsIn } from './helpers/words.ts'

const ROOT = join(import.meta.dirname, '..')
const NAMES = Object.keys(LANGUAGES).filter((name) => name !== 'en')

const table = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(ROOT, `client/kit/i18n/languages/${language}.json`), 'utf8'))
const english = Object.keys(table('de'))

/** What a text is filled with, and by which rule: `{n, plural, …}` is 'n plural'. Sorted, each once. */
function slots(message: string): string[] {
  const found = new Set<string>()
  const collect = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (!Array.isArray(token)) continue
      const [name, rule, cases] = token
      found.add([name, rule].filter(Boolean).join(' '))
      if (cases && typeof cases === 'object') for (const part of Object.values(cases)) collect(part)
    }
  }
  collect(compileMessage(message))
  return [...found].sort()
}

/** The plural forms that a message names beside `other`. */
function forms(message: string): string[][] {
  const plurals = compileMessage(message).filter((token) => Array.isArray(token) && token[1] === 'plural')
  return plurals.map((token) => Object.keys(token[2] as object).filter((form) => form !== 'offset'))
}

describe('the sources', () => {
  const files = ['client', 'server/contract'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })
      .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$|^testing/.test(name))
      .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name))),
  )
  const found: Found[] = files.map((path) => textsIn(path, readFileSync(join(ROOT, path), 'utf8')))

  it('say nothing that is outside the catalogue', () => {
    expect(found.flatMap(({ loose }) => loose)).toEqual([])
    expect(found.flatMap(({ wanted }) => [...wanted]).filter((text) => !english.includes(text))).toEqual([])
  })

  it('say everything that is in the catalogue', () => {
    const literals = new Set(found.flatMap(({ literals }) => [...literals]))
    expect(english.filter((text) => !literals.has(text))).toEqual([])
  })

  it('fill every text where they say it: the build compiles no other', () => {
    const said = new Set(found.flatMap(({ said }) => [...said]))
    expect(english.filter((text) => slots(text).length > 0 && !said.has(text))).toEqual([])
  })
})

describe.each(NAMES)('in %s', (language) => {
  const words = table(language)

  it('there are words for every text, in one order, and for nothing else', () => {
    expect(Object.keys(words)).toEqual(english)
    expect(Object.entries(words).filter(([, said]) => said.trim() === '')).toEqual([])
  })

  it('every text takes the same values as in English', () => {
    const differing = Object.entries(words).filter(([text, said]) => slots(text).join() !== slots(said).join())
    expect(differing).toEqual([])
  })

  it('every plural has the forms that the language counts in', () => {
    const needed = new Intl.PluralRules(language)
      .resolvedOptions()
      .pluralCategories.filter((form) => form !== 'many' || language === 'ar')
    const lacking = Object.values(words).filter((said) =>
      forms(said).some((named) => needed.some((form) => !named.includes(form))),
    )
    expect(lacking).toEqual([])
  })
})

describe('a text outside the catalogue', () => {
  it.each([
    ['between tags', '<p>Hello there</p>'],
    ['by an expression', "<p>{isOn ? 'On' : 'Off'}</p>"],
    ['in an accessible name', '<button aria-label="Close" />'],
    ['in a label made of parts', `<Range label={\`Size of \${name}\`} />`],
    ['in a notice', "const f = () => toasts.show({ title: 'Saved' })"],
    ['in a question', "const f = () => ask({ confirm: isNew ? 'Create' : 'Save' })"],
    ['as a step of history', "history.transact('Move', move)"],
  ])('is found %s', (_, code) => {
    expect(textsIn('x.tsx', code).loose).not.toEqual([])
  })

  it.each([
    ['a table', "const KINDS = [{ label: 'Ring' }]"],
    ['a field', "const size = number('Ring', {})"],
    ['a translated text', "const f = () => t('Ring')"],
  ])('of %s is looked up', (_, code) => {
    expect(textsIn('x.ts', code)).toMatchObject({ loose: [], wanted: new Set(['Ring']) })
  })
})
