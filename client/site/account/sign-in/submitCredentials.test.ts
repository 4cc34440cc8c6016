import { expect, it, vi } from 'vitest'
import type { Api } from '#client/kit/api/api.ts'
import { err, ok } from '#client/kit/values/result.ts'
import { API_ERRORS, type ApiErrorCode } from '#server/contract/api/errors.ts'
import { createAccount } from '../state/account.ts'
import { submitCode, submitCredentials } from './submitCredentials.ts'

const GOOD = { email: ' me@example.org ', password: 'correct horse', returnUrl: '/pricing' }
const fails = (code: ApiErrorCode) => err({ code, message: API_ERRORS[code] })

function setup(answers: Partial<Record<'signIn' | 'signUp' | 'forgotPassword', unknown>> = {}) {
  const api = {
    signIn: vi.fn(async () => answers.signIn),
    signUp: vi.fn(async () => answers.signUp),
    forgotPassword: vi.fn(async () => answers.forgotPassword),
    config: async () => fails('internal'),
    session: async () => ok({ user: { id: 'u', email: 'me@example.org', emailVerified: false } }),
    access: async () => ok({ allowed: false, profile: null }),
  }
  return { api, account: createAccount(api as unknown as Api) }
}

it('the sign-in form removes spaces around the typed email address', async () => {
  const { api, account } = setup({ signIn: ok({ returnUrl: '/pricing' }) })
  account.openSignIn('/pricing')
  expect(await submitCredentials(account, 'sign-in', GOOD)).toEqual({ kind: 'done', returnUrl: '/pricing' })
  expect(api.signIn).toHaveBeenCalledWith('me@example.org', 'correct horse', '/pricing')
  expect([account.state.user?.id, account.state.dialog]).toEqual(['u', null])
})

it.each(['//evil.example', 'https://evil.example/', '/account', 'javascript:alert(1)'])(
  "signing in returns the editor's path instead of the unsafe path %s",
  async (returnUrl) => {
    const { account } = setup({ signIn: ok({ returnUrl }) })
    expect(await submitCredentials(account, 'sign-in', GOOD)).toEqual({ kind: 'done', returnUrl: '/custom-editor' })
  },
)

it('creating an account returns the path of the next page', async () => {
  const { account } = setup({ signUp: ok({ returnUrl: '/custom-editor' }) })
  expect(await submitCredentials(account, 'create', GOOD)).toEqual({ kind: 'done', returnUrl: '/custom-editor' })
})

it('after a sign-up that needs confirmation, the dialog asks the user to open the email', async () => {
  const { account } = setup({ signUp: ok({ status: 'check-your-mail' }), forgotPassword: ok({}) })
  const mail = { kind: 'check-your-mail', email: 'me@example.org' }
  expect(await submitCredentials(account, 'create', GOOD)).toEqual(mail)
  expect(await submitCredentials(account, 'forgot', { ...GOOD, password: '' })).toEqual(mail)
  expect(account.state.user).toBeNull()
})

it('if the account requires a code, the dialog shows the second step of the sign-in', async () => {
  const { account } = setup({ signIn: fails('code_needed') })
  const credentials = { ...GOOD, email: 'me@example.org' }
  expect(await submitCredentials(account, 'sign-in', GOOD)).toEqual({ kind: 'code-needed', credentials })
})

it('submitCode signs in only with a correct code', async () => {
  const credentials = { ...GOOD, email: 'me@example.org' }
  const wrong = setup({ signIn: fails('wrong_code') })
  expect(await submitCode(wrong.account, credentials, '000000')).toEqual(err(API_ERRORS.wrong_code))
  expect(wrong.account.state.user).toBeNull()
  const right = setup({ signIn: ok({ returnUrl: '//evil.example' }) })
  expect(await submitCode(right.account, credentials, '123456')).toEqual(ok('/custom-editor'))
  expect(right.api.signIn).toHaveBeenCalledWith('me@example.org', 'correct horse', '/pricing', '123456')
  expect(right.account.state.user?.id).toBe('u')
})

it.each([
  ['create', 'email_taken', 'email'],
  ['create', 'common_password', 'password'],
  ['create', 'too_many', 'form'],
  ['sign-in', 'bad_credentials', 'form'],
  ['forgot', 'no_mail', 'form'],
] as const)("the %s form shows the server's error %s at the field %s", async (intent, code, place) => {
  const { account } = setup({ signIn: fails(code), signUp: fails(code), forgotPassword: fails(code) })
  expect(await submitCredentials(account, intent, GOOD)).toEqual({
    kind: 'refused',
    complaints: { [place]: API_ERRORS[code] },
  })
})

it.each([
  ['create', { email: 'nobody', password: 'short' }, ['email', 'password']],
  ['sign-in', { email: 'me@example.org', password: 'old77' }, null],
  ['forgot', { email: 'nobody', password: '' }, ['email']],
] as const)('the %s form rejects the input %j', async (intent, typed, wrong) => {
  const { api, account } = setup({ signIn: fails('bad_credentials') })
  const outcome = await submitCredentials(account, intent, { ...GOOD, ...typed })
  if (outcome.kind !== 'refused') throw new Error('was let through')
  expect(Object.keys(outcome.complaints)).toEqual(wrong ?? ['form'])
  expect(api.signIn).toHaveBeenCalledTimes(wrong ? 0 : 1)
})

it.each([
  ['create', { email: '', password: '' }, ['email', 'password']],
  ['create', { email: '   ', password: 'correct horse' }, ['email']],
  ['create', { email: 'me@example.org', password: '' }, ['password']],
  ['sign-in', { email: '', password: '' }, ['email', 'password']],
  ['sign-in', { email: 'me@example.org', password: '' }, ['password']],
  ['forgot', { email: '', password: '' }, ['email']],
] as const)(
  "the %s form with the input %j reports the empty fields and doesn't send a request",
  async (intent, typed, wrong) => {
    const { api, account } = setup()
    const outcome = await submitCredentials(account, intent, { ...GOOD, ...typed })
    expect(outcome.kind === 'refused' && Object.keys(outcome.complaints)).toEqual(wrong)
    for (const call of [api.signIn, api.signUp, api.forgotPassword]) expect(call).not.toHaveBeenCalled()
  },
)
