import { expect, it, vi } from 'vitest'
import type { Api } from '#client/kit/api/api.ts'
import { createToasts } from '#client/kit/ui/overlays/toasts.ts'
import { err, ok } from '#client/kit/values/result.ts'
import { createAccount } from '../state/account.ts'
import { USER } from '../state/testing.ts'
import { manageSubscription } from './billing.ts'

async function press(answer: unknown, signedIn = true) {
  const api = { manageSubscription: vi.fn(async () => answer) }
  const account = createAccount(api as unknown as Api)
  if (signedIn) account.state.user = USER
  const toasts = createToasts()
  const go = vi.fn()
  await manageSubscription(account, toasts, go)
  return { account, go, toast: toasts.current()[0], asked: api.manageSubscription.mock.calls }
}

it('manageSubscription opens the URL that the server returns', async () => {
  const { go, asked, toast } = await press(ok({ url: 'https://billing.example/p' }))
  expect(asked).toEqual([['u']])
  expect(go).toHaveBeenCalledWith('https://billing.example/p')
  expect(toast).toBeUndefined()
})

it.each([
  [
    "the server's message",
    err({ code: 'internal', message: 'No active subscription found.' }),
    'No active subscription found.',
  ],
  [
    "the client's message if there is no response",
    err({ code: 'offline', message: 'x' }),
    'Failed to open subscription management. Please try again.',
  ],
  ["the client's message if the response has no URL", ok({ url: '' }), 'Failed to open subscription management.'],
])('if the billing portal fails to open, the toast shows %s', async (_, answer, description) => {
  const { go, toast } = await press(answer)
  expect(toast).toMatchObject({ title: 'Error', description, isDestructive: true })
  expect(go).not.toHaveBeenCalled()
})

it('manageSubscription asks a visitor to sign in', async () => {
  const { account, asked } = await press(null, false)
  expect(account.state.dialog?.name).toBe('sign-in')
  expect(asked).toEqual([])
})
