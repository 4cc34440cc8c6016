import { expect, it, vi } from 'vitest'
import type { Api } from '#client/kit/api/api.ts'
import { err, ok } from '#client/kit/values/result.ts'
import { EDITOR_PATH } from '#server/contract/pages/guard.ts'
import { DAY_MS } from '#server/contract/time.ts'
import { createAccount, verdictFor } from './account.ts'
import { createCachedAccountStore } from './cachedAccount.ts'
import { createDownloadKeys } from './downloadKeys.ts'
import { FREE, failure, memoryStorage, PRO, TRIAL, USER } from './testing.ts'

function setup(
  access: () => unknown,
  signedIn = true,
  lastKnown = createCachedAccountStore(memoryStorage()),
  now = () => 0,
) {
  const api = {
    config: async () => err({ code: 'offline', message: '' }),
    session: async () => ok({ user: signedIn ? USER : null }),
    access: async () => access(),
    signOut: vi.fn(async () => ok(null) as unknown),
    signOutEverywhere: vi.fn(async () => ok(null) as unknown),
  }
  const report = vi.fn()
  const account = createAccount(api as unknown as Api, now, report, createDownloadKeys(memoryStorage()), lastKnown)
  return { api, report, account, lastKnown }
}

it('a failed request for the profile is reported once', async () => {
  const { account, report } = setup(() => err({ code: 'no_profile', message: 'Could not fetch user profile' }))
  await account.refresh()
  await account.refresh()
  expect(report.mock.calls).toEqual([['Could not fetch user profile']])
  expect(account.state.standing).toBe('signed-in')
})

it('two calls of refresh in the same task share one request', async () => {
  const { account, api } = setup(() => ok({ allowed: true, profile: null }))
  const session = vi.spyOn(api, 'session')
  await Promise.all([account.refresh(), account.refresh()])
  expect(session).toHaveBeenCalledTimes(1)
  const [early, late] = [account.refresh(), Promise.resolve().then(() => account.refresh())]
  await Promise.all([early, late])
  expect(session).toHaveBeenCalledTimes(3)
})

it('an unreachable server is not reported as an error', async () => {
  const { account, report } = setup(() => err({ code: 'offline', message: 'x' }))
  await account.refresh()
  expect(report).not.toHaveBeenCalled()
})

it('the account is signed out when the server responds that the session has expired', async () => {
  const { account } = setup(() => err({ code: 'signed_out', message: '' }))
  await account.refresh()
  expect(account.state).toMatchObject({ standing: 'signed-out', user: null, profile: null })
})

it('only the first sign-in returns to the page that a visitor requested', async () => {
  const { account } = setup(() => ok({ allowed: true, profile: null }))
  account.remember('/checkout?priceId=price_yearly')
  account.openSignIn()
  expect(account.state.dialog).toEqual({ name: 'sign-in', returnUrl: '/checkout?priceId=price_yearly' })
  await account.signedIn()
  expect(account.state.dialog).toBeNull()
  account.openSignIn()
  expect(account.state.dialog).toEqual({ name: 'sign-in', returnUrl: '/custom-editor' })
})

it.each(['//evil.example', 'https://evil.example', '/nowhere'])(
  "openSignIn replaces the unsafe path %s with the editor's path",
  (path) => {
    const { account } = setup(() => null)
    account.openSignIn(path)
    expect(account.state.dialog).toEqual({ name: 'sign-in', returnUrl: '/custom-editor' })
  },
)

it('if signing out fails, the account stays signed in', async () => {
  const { account, api } = setup(() => ok({ allowed: true, profile: null }))
  await account.refresh()
  api.signOut.mockResolvedValue(err({ code: 'offline', message: '' }))
  expect(await account.signOut()).toBe('Failed to logout. Please try again.')
  expect(account.state.user).not.toBeNull()
})

it('to sign out everywhere after the session has ended, the user must sign in again', async () => {
  const { account, api } = setup(() => ok({ allowed: true, profile: FREE }))
  await account.refresh()
  api.session = async () => ok({ user: null })
  api.signOutEverywhere.mockResolvedValue(err({ code: 'signed_out', message: 'Please sign in to continue' }))
  expect(await account.signOut('everywhere')).toBe('Please sign in to continue')
  expect(account.state.standing).toBe('signed-out')
})

it.each(['session', 'access'] as const)('a late %s response does not undo a sign-out', async (request) => {
  const { account, api } = setup(() => ok({ allowed: true, profile: FREE }))
  await account.refresh()
  const { promise, resolve } = Promise.withResolvers<void>()
  const answer = api[request]
  vi.spyOn(api, request).mockImplementationOnce(async () => {
    await promise
    return answer() as never
  })
  const late = account.refresh()
  await Promise.resolve()
  await account.signOut()
  resolve()
  await late
  expect(account.state).toMatchObject({ standing: 'signed-out', user: null, profile: null })
})

it('each of two overlapping refreshes waits until the account is known', async () => {
  const { account, api } = setup(() => ok({ allowed: true, profile: FREE }))
  const profile = Promise.withResolvers<void>()
  const answer = api.access
  vi.spyOn(api, 'access').mockImplementation(async () => {
    await profile.promise
    return answer() as never
  })
  const first = account.refresh()
  await Promise.resolve()
  const second = account.refresh().then(() => account.state.standing)
  await vi.waitFor(() => expect(account.state.user).not.toBeNull())
  profile.resolve()
  expect([await first, await second]).toEqual([undefined, 'signed-in'])
})

it('while offline, the last account on the device is used until the server responds', async () => {
  const { account, api, lastKnown } = setup(() => ok({ allowed: true, profile: FREE }))
  await account.refresh()
  await expect.poll(() => lastKnown.read()?.profile).toEqual(FREE)

  const offline = setup(() => null, true, lastKnown)
  offline.api.session = async () => failure('offline')
  await offline.account.refresh()
  expect(offline.account.state).toMatchObject({ standing: 'signed-in', user: USER, profile: FREE })
  expect(offline.account.plan()).toMatchObject({ tier: 'free', credits: 2 })

  offline.api.session = async () => ok({ user: null })
  await offline.account.refresh()
  expect(offline.account.state.standing).toBe('signed-out')
  await expect.poll(() => lastKnown.read()).toBeNull()
  expect(api.signOut).not.toHaveBeenCalled()
})

it('the plan is computed with the time of the server, even offline on a device with a wrong clock', async () => {
  const trial = { ...TRIAL, expiresAt: 7 * DAY_MS }
  const answer = { allowed: true, profile: trial, now: 0 }
  const lastKnown = createCachedAccountStore(memoryStorage())
  const ahead = setup(
    () => ok(answer),
    true,
    lastKnown,
    () => 8 * DAY_MS,
  )
  await ahead.account.refresh()
  expect([verdictFor(ahead.account, EDITOR_PATH), ahead.account.now()]).toEqual(['allow', 0])
  await expect.poll(() => lastKnown.read()?.profile).toEqual(trial)

  const offline = setup(
    () => null,
    true,
    lastKnown,
    () => 8 * DAY_MS,
  )
  offline.api.session = async () => failure('offline')
  await offline.account.refresh()
  expect(offline.account.plan().tier).toBe('trial')

  const busy = setup(
    () => failure('unavailable'),
    true,
    lastKnown,
    () => 8 * DAY_MS,
  )
  await busy.account.refresh()
  expect(busy.account.plan().tier).toBe('trial')

  const behind = setup(
    () => ok({ ...answer, now: 8 * DAY_MS }),
    true,
    undefined,
    () => 0,
  )
  await behind.account.refresh()
  expect(verdictFor(behind.account, EDITOR_PATH)).toBe('/pricing')
})

it('if only the profile request fails, the last known profile is used', async () => {
  const { account, lastKnown } = setup(() => ok({ allowed: true, profile: PRO }))
  await account.refresh()
  await expect.poll(() => lastKnown.read()?.profile).toEqual(PRO)

  const reloaded = setup(() => failure('offline'), true, lastKnown)
  await reloaded.account.refresh()
  expect(reloaded.account.state).toMatchObject({ standing: 'signed-in', profile: PRO })
})

it("if another user signs in and the profile request fails, the first user's profile isn't used", async () => {
  let access: unknown = ok({ allowed: true, profile: PRO })
  const { account, api } = setup(() => access)
  await account.refresh()
  expect(account.state.profile).toEqual(PRO)

  access = failure('offline')
  api.session = async () => ok({ user: { ...USER, id: 'other' } })
  await account.refresh()
  expect(account.state).toMatchObject({ user: { id: 'other' }, profile: null })
})

it('offline, without a remembered account, the user is signed out', async () => {
  const { account, api } = setup(() => null)
  api.session = async () => failure('offline')
  await account.refresh()
  expect(account.state).toMatchObject({ standing: 'signed-out', user: null })
})
