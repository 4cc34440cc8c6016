import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { LANGUAGE_KEY } from '#client/kit/i18n/languages.ts'
import { THEME_KEY } from '#client/kit/ui/theme/storedTheme.ts'
import { earlyScript } from '../../../scripts/pages/headScript.ts'

const script = await earlyScript()

interface Device {
  kept?: Readonly<Record<string, string>>
  languages?: readonly string[]
  hash?: string
  search?: string
  visibilityState?: 'visible' | 'hidden'
}

/** Runs the script of the page's head. Returns its changes to the page and the events that start the app. */
function run({ kept, languages = ['en-US'], hash = '', search = '', visibilityState = 'visible' }: Device) {
  const dataset: Record<string, string> = {}
  const begun: string[] = []
  const happens: Record<string, () => void> = {}
  let link: object | null = { href: '/app.js', removeAttribute: () => (link = null) }
  class PerformanceObserver {
    constructor(begin: () => void) {
      happens.paint = begin
    }
    observe() {}
  }
  runInNewContext(script, {
    document: {
      documentElement: { dataset },
      visibilityState,
      querySelector: (selector: string) => (selector === 'link[data-app]' ? link : { content: { src: 'later' } }),
      createElement: () => ({}),
      head: { append: (...added: { src: string }[]) => begun.push(...added.map(({ src }) => src)) },
    },
    navigator: { languages },
    location: { hash, search },
    URLSearchParams,
    PerformanceObserver,
    setTimeout: (begin: () => void, ms: number) => (happens[`${ms} ms`] = begin),
    addEventListener: (name: string, begin: () => void) => (happens[name] = begin),
    ...(kept && { localStorage: { getItem: (key: string) => kept[key] ?? null } }),
  })
  return { dataset, begun, happens }
}

const ACCOUNT_KEY = 'midground-account-1'

/** Returns the stored values of the last signed-in account. */
const account = (profile: object, config: object | null, clockOffset?: number) => ({
  [ACCOUNT_KEY]: JSON.stringify({
    user: { id: 'a', email: 'a@example.org' },
    profile: { id: 'a', ...profile },
    config,
    clockOffset,
  }),
})

const early = (device: Device) => run(device).dataset

it.each(['dark', 'light'])('the stored theme %s is applied before the first paint', (theme) => {
  expect(early({ kept: { [THEME_KEY]: theme } })).toEqual({ theme })
})

it.each([{}, { [THEME_KEY]: 'blue' }])("the page uses the system's theme when %j is stored", (kept) => {
  expect(early({ kept })).toEqual({})
})

it("the page uses the system's theme when the browser blocks storage", () => {
  expect(early({})).toEqual({})
})

it('if a signed-in user is stored, the head script reserves the space of the account menu', () => {
  expect(early({ kept: account({}, null) })).toEqual({ known: '' })
  expect(early({ kept: { [ACCOUNT_KEY]: '{"user":null}' } })).toEqual({})
})

it('if a paying user is stored, the head script reserves the space of the plan badge', () => {
  const pays = { paid: true, expiresAt: Date.now() + 1000, subscriptionId: 'trial_1' }
  const selling = { billing: 'stripe' }
  expect(early({ kept: account(pays, selling) })).toEqual({ known: '', pays: '' })
  expect(early({ kept: account(pays, { billing: 'off' }) })).toEqual({ known: '' })
  const ends = { ...pays, expiresAt: Date.now() }
  expect(early({ kept: account(ends, selling) })).toEqual({ known: '' })
  expect(early({ kept: account(ends, selling, -60_000) })).toEqual({ known: '', pays: '' })
  expect(early({ kept: account({ ...pays, subscriptionId: 7 }, selling) })).toEqual({})
})

it.each<[string, Device]>([
  ['the browser wants another language', { languages: ['de-AT', 'en'] }],
  ['another language was chosen', { kept: { [LANGUAGE_KEY]: 'ja' } }],
  ['a secret link opens another page', { hash: '#reset-password=aaaa' }],
])('the head script hides the prerendered page when %s', (_, device) => {
  expect(early(device)).toEqual({ prerendered: 'hidden' })
})

it('the head script sets data-payment when the user returns from a payment', () => {
  expect(early({ search: '?from=payment' })).toEqual({ payment: '' })
})

it('a user who chose English sees the prerendered English page in a German browser', () => {
  expect(early({ kept: { [LANGUAGE_KEY]: 'en' }, languages: ['de'] })).toEqual({})
})

it.each(['paint', '3000 ms'])('the app starts once, after the first paint or 3 s: %s', (first) => {
  const { begun, happens } = run({})
  expect([Object.keys(happens).sort(), begun]).toEqual([['3000 ms', 'paint'], []])
  happens[first]?.()
  for (const begin of Object.values(happens)) begin()
  expect(begun).toEqual(['/app.js', 'later'])
})

it.each<Device>([{ languages: ['de'] }, { visibilityState: 'hidden' }])(
  'with %j, the app starts at DOMContentLoaded without waiting for a paint',
  (device) => {
    const { begun, happens } = run(device)
    expect(Object.keys(happens)).toEqual(['DOMContentLoaded'])
    happens.DOMContentLoaded?.()
    expect(begun).toEqual(['/app.js', 'later'])
  },
)

it('the head script is the first script file in the page', () => {
  const page = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8')
  expect(page.match(/<script[^>]*src="[^"]*"/g)?.[0]).toBe('<script src="/client/app/start/headScript.ts"')
})
