import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { earlyScript } from '../../scripts/pages/early.ts'
import { THEME_KEY } from '../ui/keptTheme.ts'
import { LANGUAGE_KEY } from '../words/languages.ts'

const script = await earlyScript()

interface Device {
  kept?: Readonly<Record<string, string>>
  languages?: readonly string[]
  hash?: string
}

/** What the script that runs before the first paint writes on the page. */
function early({ kept, languages = ['en-US'], hash = '' }: Device) {
  const dataset: Record<string, string> = {}
  const document = { documentElement: { dataset } }
  const storage = kept && { localStorage: { getItem: (key: string) => kept[key] ?? null } }
  runInNewContext(script, { document, navigator: { languages }, location: { hash }, ...storage })
  return dataset
}

it.each(['dark', 'light'])('applies the kept theme, %s, before anything is painted', (theme) => {
  expect(early({ kept: { [THEME_KEY]: theme } })).toEqual({ theme })
})

it.each([{}, { [THEME_KEY]: 'blue' }])('leaves the theme to the system where %j is kept', (kept) => {
  expect(early({ kept })).toEqual({})
})

it('leaves it to the system where storage is switched off', () => {
  expect(early({})).toEqual({})
})

it.each<[string, Device]>([
  ['the browser wants another language', { languages: ['de-AT', 'en'] }],
  ['another language was chosen', { kept: { [LANGUAGE_KEY]: 'ja' } }],
  ['a secret link opens another page', { hash: '#reset-password=aaaa' }],
])('hides the first picture where %s', (_, device) => {
  expect(early(device)).toEqual({ still: 'hidden' })
})

it('shows it to somebody who chose English, whatever the browser wants', () => {
  expect(early({ kept: { [LANGUAGE_KEY]: 'en' }, languages: ['de'] })).toEqual({})
})

it('stands in the page before all that the page loads', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
  expect(page.match(/<script[^>]*src="[^"]*"/g)?.[0]).toBe('<script src="/client/app/early.ts"')
})
