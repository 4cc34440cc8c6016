import { expect, it, vi } from 'vitest'
import type { Api } from '../api/api.ts'
import { err, ok } from '../base/result.ts'
import { createAccount } from './account.ts'

const user = { id: 'u', email: 'a@b.c', emailVerified: true }

function setup(access: () => unknown, signedIn = true) {
  const api = {
    config: async () => err({ code: 'offline', message: '' }),
    session: async () => ok({ user: signedIn ? user : null }),
    access: async () => access(),
    signOut: vi.fn(async () => ok(null) as unknown),
  }
  const report = vi.fn()
  return { api, report, account: createAccount(api as unknown as Api, () => 0, report) }
}

it('tells once that the profile could not be fetched', async () => {
  const { account, report } = setup(() => err({ code: 'no_profile', message: 'Could not fetch user profile' }))
  await account.refresh()
  await account.refresh()
  expect(report.mock.calls).toEqual([['Could not fetch user profile']])
  expect(account.state.standing).toBe('signed-in')
})

it('says nothing while the server cannot be reached', async () => {
  const { account, report } = setup(() => err({ code: 'offline', message: 'x' }))
  await account.refresh()
  expect(report).not.toHaveBeenCalled()
})

it('is signed out when the session ended between two answers', async () => {
  const { account } = setup(() => err({ code: 'signed_out', message: '' }))
  await account.refresh()
  expect(account.state).toMatchObject({ standing: 'signed-out', user: null, profile: null })
})

it('leads a visitor to the page that was asked for, once', async () => {
  const { account } = setup(() => ok({ allowed: true, profile: null }))
  account.remember('/checkout?priceId=price_yearly')
  account.openSignIn()
  expect(account.state.dialog).toEqual({ name: 'sign-in', returnUrl: '/checkout?priceId=price_yearly' })
  await account.signedIn()
  expect(account.state.dialog).toBeNull()
  account.openSignIn()
  expect(account.state.dialog).toEqual({ name: 'sign-in', returnUrl: '/custom-editor' })
})

it.each(['//evil.example', 'https://evil.example', '/nowhere'])('never leads to %s', (path) => {
  const { account } = setup(() => null)
  account.openSignIn(path)
  expect(account.state.dialog).toEqual({ name: 'sign-in', returnUrl: '/custom-editor' })
})

it('stays signed in when signing out fails', async () => {
  const { account, api } = setup(() => ok({ allowed: true, profile: null }))
  await account.refresh()
  api.signOut.mockResolvedValue(err({ code: 'offline', message: '' }))
  expect(await account.signOut()).toBe('Failed to logout. Please try again.')
  expect(account.state.user).not.toBeNull()
})
