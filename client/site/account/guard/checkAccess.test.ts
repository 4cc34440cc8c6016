import { expect, it, vi } from 'vitest'
import type { Api } from '#client/kit/api/api.ts'
import {
  forgetWork,
  interruptedWork,
  rememberDownload,
  rememberProject,
} from '#client/kit/device-storage/waitingInTab.ts'
import { err, ok } from '#client/kit/values/result.ts'
import type { Profile } from '#server/contract/plans/entitlements.ts'
import { createAccount } from '../state/account.ts'
import { FREE, NOW, TRIAL, USER } from '../state/testing.ts'
import { checkAccess, LEFT_PROJECT_PATH } from './checkAccess.ts'

const SPENT = { ...FREE, downloadCredits: 0 }

/**
 * Creates an account. `profiles`: the server's profiles, first at the start and then after each call of `syncBilling`.
 * The last profile is repeated.
 */
function setup(profiles: (Profile | null)[], projects = 0) {
  let look = 0
  const current = () => profiles[Math.min(look, profiles.length - 1)] ?? null
  const api = {
    config: async () => err({ code: 'offline', message: '' }),
    session: async () => ok({ user: current() ? USER : null }),
    access: async () => ok({ allowed: true, profile: current() }),
    syncBilling: vi.fn(async () => {
      look++
      const profile = current()
      return profile ? ok(profile) : err({ code: 'signed_out', message: '' })
    }),
  }
  const waits: number[] = []
  const account = createAccount(api as unknown as Api, () => NOW)
  const check = (path: string, search = '', signal = new AbortController().signal, shownFor = 0) =>
    checkAccess({
      account,
      path,
      search,
      signal,
      shownFor,
      ownProjects: { count: async (userId) => (userId === 'u' ? projects : 0) },
      wait: async (ms) => {
        waits.push(ms)
      },
    })
  return { api, check, waits }
}

it.each([
  ['a visitor', null, '/'],
  ['a free account without credits', SPENT, '/pricing'],
  ['a free account with a credit', { ...SPENT, downloadCredits: 1 }, 'allow'],
  ['a trial', TRIAL, 'allow'],
])('after two seconds, the guard decides whether %s may open the editor', async (_, profile, verdict) => {
  const { check, waits } = setup([profile])
  expect(await check('/custom-editor')).toBe(verdict)
  expect(waits).toEqual([2000])
})

it.each([
  [700, 1300],
  [2600, 0],
])(
  'the access guard subtracts the %d ms that the placeholder has been visible from its delay',
  async (shownFor, left) => {
    const { check, waits } = setup([TRIAL])
    expect(await check('/custom-editor', '', undefined, shownFor)).toBe('allow')
    expect(waits).toEqual([left])
  },
)

it.each([
  ['an account without credits may open its saved projects', 3, '?kept', 'allow'],
  ['an account without credits is sent to /pricing unless the URL has ?kept', 3, '', '/pricing'],
  ['an account without credits and projects is sent to /pricing despite ?kept', 0, '?kept', '/pricing'],
])('in checkAccess, %s', async (_, projects, search, verdict) => {
  const { check } = setup([SPENT], projects)
  expect(await check('/custom-editor', search)).toBe(verdict)
})

it("the access guard of the pricing page doesn't wait", async () => {
  const { check, waits } = setup([SPENT])
  expect(await check('/pricing')).toBe('allow')
  expect(waits).toEqual([0])
})

it('the access guard waits for a late payment before sending a user to /pricing', async () => {
  const late = [SPENT, SPENT, SPENT, SPENT, SPENT, SPENT, SPENT, TRIAL]
  const { check, waits } = setup(late)
  expect(await check('/custom-editor', '?from=payment')).toBe('allow')
  expect(waits).toEqual([2000, 1000, 1000, 1000, 1000, 1000, 1000])
})

it('the access guard waits at most 20 seconds for a payment', async () => {
  const { check, waits } = setup([SPENT])
  expect(await check('/custom-editor', '?from=payment')).toBe('/pricing')
  expect(waits.slice(1)).toHaveLength(20)
})

it('checkAccess returns null after an abort', async () => {
  const { check } = setup([TRIAL])
  const controller = new AbortController()
  controller.abort()
  expect(await check('/custom-editor', '', controller.signal)).toBeNull()
})

it.each([
  ['after a payment, the editor continues the project and its download', '?from=payment', { downloads: true }],
  ['back from the plans, the editor continues the project without a download', backQuery(), { downloads: false }],
  ['the editor forgets the project that the user left if it opens in another way', '', null],
])('%s', (_, search, work) => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  rememberProject('p')
  rememberDownload()
  const continued = work && { project: 'p', ...work }
  expect(interruptedWork(search)).toEqual(continued)
  expect(interruptedWork(search), 'React rendered the editor twice').toEqual(continued)
  forgetWork()
  expect(stored.size).toBe(0)
})

it('an account without credits may go back from the plans to the project that it left', async () => {
  expect(await setup([SPENT], 1).check('/custom-editor', backQuery())).toBe('allow')
})

function backQuery(): string {
  return new URL(LEFT_PROJECT_PATH, 'http://x').search
}
