/**
 * The client of our server's HTTP API. No other module sends requests to the server. Requests return a Result and never
 * reject.
 */
import { type ClientResponse, hc } from 'hono/client'
import type { SuccessStatusCode } from 'hono/utils/http-status'
import { API_ERRORS, type ApiErrorCode } from '#server/contract/api/errors.ts'
import { type Profile, type ProfileJson, profileFromJson } from '#server/contract/plans/entitlements.ts'
import { EDITOR_TYPE } from '#server/contract/plans/limits.ts'
import type { AppType } from '#server/start/app.ts'
import { t } from '../i18n/translate.ts'
import { err, ok, type Result } from '../values/result.ts'

/** The signed-in account. */
export interface User {
  id: string
  email: string
  emailVerified: boolean
  /** Whether the account may open the administration page. */
  isAdmin?: true | undefined
}

/**
 * A change that an admin makes to an account. The meaning of `amount` depends on `action`: the new number of credits,
 * or days of Pro (0 ends the grant). For other actions, `amount` is 0.
 */
export interface AccountChange {
  action: 'credits' | 'grant-pro' | 'disable' | 'enable'
  amount: number
}

/** The reason why a request failed: the server's error code, or 'offline' if no complete response arrived. */
export interface ApiError {
  code: ApiErrorCode | 'offline'
  /** Translated text for the user. */
  message: string
}

const offline = (): ApiError => ({
  code: 'offline',
  message: t('Can’t reach the server. Check your connection and try again.'),
})

type Answer = Pick<Response, 'ok' | 'status' | 'json'>
/** The JSON body of a route's successful responses. */
type BodyOf<R> =
  R extends ClientResponse<infer Body, infer Status> ? (Status extends SuccessStatusCode ? Body : never) : never

/**
 * Returns the JSON body of a successful response (null for 204), or the server's error. Returns the error 'offline' if
 * no complete response arrived.
 */
async function readAnswer<R extends Answer>(call: Promise<R>): Promise<Result<BodyOf<R>, ApiError>> {
  let answer: Answer
  try {
    answer = await call
  } catch {
    return err(offline()) // `fetch` rejects only when no response arrives
  }
  if (answer.status === 204) return ok(null as BodyOf<R>)
  let body: unknown = null
  try {
    body = await answer.json()
  } catch {
    if (answer.ok) return err(offline()) // the connection broke while the body was read
  }
  return answer.ok ? ok(body as BodyOf<R>) : err(errorOf(body))
}

const statusOf = ({ ok, status }: Response) => ({ ok, status })

/**
 * Converts an error body to ApiError. The body is `{ error: { code, message } }`, or `{ error: message }` from the
 * route manage-subscription. Known codes and messages are translated.
 */
function errorOf(body: unknown): ApiError {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  if (typeof error === 'string') return { code: 'internal', message: t(error) }
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    const { code, message } = error as ApiError
    if ('opened' in error && 'address' in error) return { code, message: wrongAddress(error) }
    return { code, message: code in API_ERRORS ? t(API_ERRORS[code as ApiErrorCode]) : message }
  }
  return { code: 'internal', message: t(API_ERRORS.internal) }
}

/** Returns the message for a page that was opened at an address other than PUBLIC_ORIGIN. */
const wrongAddress = ({ opened, address }: { opened: unknown; address: unknown }): string =>
  t(
    'This page was opened at {opened}, but the server is set up for {address}. Open {address}, or ask the site administrator to change PUBLIC_ORIGIN.',
    { opened: String(opened), address: String(address) },
  )

export type Api = ReturnType<typeof createApi>

type Fetch = typeof globalThis.fetch
type Routes = ReturnType<typeof hc<AppType>>['api']

/**
 * Time limit of a GET request, ms. After this time, the client reports 'offline'. Other methods have no limit, because
 * the server may wait for Stripe or a file store before it changes its data.
 */
const RESPONSE_LIMIT_MS = 60_000

/**
 * Creates the client of the server's API. Each call resolves with a Result and never rejects. `base` is the server's
 * origin. Tests replace `fetch` and `limitMs`, the time limit of a GET request.
 */
export function createApi(
  base = location.origin,
  fetch: Fetch = (...args) => globalThis.fetch(...args),
  limitMs = RESPONSE_LIMIT_MS,
) {
  const limited: Fetch = (input, init) =>
    fetch(input, init?.method === 'GET' ? { ...init, signal: AbortSignal.timeout(limitMs) } : init)
  const { api } = hc<AppType>(base, { fetch: limited })
  return {
    config: () => readAnswer(api.config.$get()),
    ...signInCalls(api),
    ...accountCalls(api),
    ...secondFactorCalls(api),
    ...usageCalls(api),
    ...trialImageCalls(api, base, fetch),
    ...billingCalls(api),
    ...adminCalls(api),
  }
}

const signInCalls = (api: Routes) => ({
  session: () => readAnswer(api.auth.session.$get()),
  signUp: (email: string, password: string, returnUrl: string) =>
    readAnswer(api.auth.signup.$post({ json: { email, password, returnUrl } })),
  /**
   * `code` is from the authenticator app. If the server requires a code and `code` is missing, the result is
   * `code_needed`.
   */
  signIn: (email: string, password: string, returnUrl: string, code?: string) => {
    const json = { email, password, returnUrl, ...(code === undefined ? {} : { code }) }
    return readAnswer(api.auth.login.$post({ json }))
  },
  signOut: () => readAnswer(api.auth.logout.$post()),
  signOutEverywhere: () => readAnswer(api.auth['logout-everywhere'].$post()),
  forgotPassword: (email: string) => readAnswer(api.auth.password.forgot.$post({ json: { email } })),
  resetPassword: (token: string, password: string) =>
    readAnswer(api.auth.password.reset.$post({ json: { token, password } })),
  changePassword: (current: string, next: string) =>
    readAnswer(api.auth.password.change.$post({ json: { current, next } })),
  verifyEmail: (token: string, password: string) =>
    readAnswer(api.auth.email.verify.$post({ json: { token, password } })),
  sendVerification: () => readAnswer(api.auth.email.send.$post()),
})

/** The current password, plus a code from the authenticator app if the server has returned `code_needed`. */
export interface Proof {
  password: string
  code?: string
}

const accountCalls = (api: Routes) => ({
  changeEmail: (email: string, proof: Proof) => readAnswer(api.account.email.$post({ json: { email, ...proof } })),
  deleteAccount: (proof: Proof) => readAnswer(api.account.$delete({ json: proof })),
  sessions: () => readAnswer(api.account.sessions.$get()),
  endSession: (id: string) => readAnswer(api.account.sessions[':id'].$delete({ param: { id } })),
  exportAccount: () => readAnswer(api.account.export.$get()),
  /**
   * Returns whether the user may open the editor, the user's profile, the operator's email address or null, and the
   * server's time (ms since 1970; NaN from an older server during an upgrade).
   */
  async access() {
    const result = await readAnswer(api.access.$get())
    if (!result.ok) return result
    const { profile, now } = result.value
    return ok({ ...result.value, profile: profileFromJson(profile), now: Date.parse(now) })
  },
})

const secondFactorCalls = (api: Routes) => ({
  secondFactor: () => readAnswer(api.account['second-factor'].$get()),
  setUpSecondFactor: (password: string) => readAnswer(api.account['second-factor'].setup.$post({ json: { password } })),
  confirmSecondFactor: (code: string) => readAnswer(api.account['second-factor'].confirm.$post({ json: { code } })),
  removeSecondFactor: (password: string, code: string) =>
    readAnswer(api.account['second-factor'].$delete({ json: { password, code } })),
})

/**
 * Calls that record used images and credits. The server counts several calls with the same idempotency key only once.
 */
const usageCalls = (api: Routes) => ({
  countImage: (kind: 'image' | 'overlay', idempotencyKey: string) =>
    readAnswer(api.usage.image.$post({ json: { kind } }, withKey(idempotencyKey))),
  spendDownload: (idempotencyKey: string) => readAnswer(api.downloads.$post({}, withKey(idempotencyKey))),
})

const withKey = (idempotencyKey: string) => ({ headers: { 'idempotency-key': idempotencyKey } })

const trialImageCalls = (api: Routes, base: string, fetch: Fetch) => ({
  trialImages: () => readAnswer(api['trial-images'].$get()),
  deleteTrialImage: (id: string) => readAnswer(api['trial-images'].stored[':id'].$delete({ param: { id } })),
  /** Fetches a stored image. Uses `fetch`, because the response is an image file and not JSON. */
  trialImage(id: string): Promise<Result<Blob, ApiError>> {
    const answer = fetch(new URL(`/api/trial-images/stored/${encodeURIComponent(id)}`, base))
    return readAnswer(answer.then((one) => ({ ...statusOf(one), json: () => (one.ok ? one.blob() : one.json()) })))
  },
  trialImageConsent: () => readAnswer(api['trial-images'].consent.$get()),
  setTrialImageConsent: (consented: boolean) => readAnswer(api['trial-images'].consent.$post({ json: { consented } })),
  /**
   * Stores a trial account's export on the server, with a multipart upload. Uses `fetch`, because hono's client cannot
   * stream large forms.
   */
  saveTrialImage(image: Blob, userId: string, imageName: string) {
    const form = new FormData()
    form.set('userId', userId)
    form.set('editorType', EDITOR_TYPE)
    form.set('imageName', imageName)
    form.set('image', image, imageName)
    return readAnswer(fetch(new URL('/api/save-trial-image', base), { method: 'POST', body: form }))
  },
})

const billingCalls = (api: Routes) => ({
  checkout: (priceId: string) => readAnswer(api.checkout.$post({ json: { priceId } })),
  billingStanding: () => readAnswer(api.billing.standing.$get()),
  syncBilling: () => profileFrom(api.billing.sync.$post()),
  cancelTrial: () => profileFrom(api.billing['cancel-trial'].$post()),
  manageSubscription: (userId: string) => readAnswer(api['manage-subscription'].$post({ json: { userId } })),
})

/** Calls of the administration page. For a user who isn't an admin, the server returns `not_found`. */
const adminCalls = (api: Routes) => ({
  adminState: () => readAnswer(api.admin.state.$get()),
  adminChanges: () => readAnswer(api.admin.changes.$get()),
  adminAccounts: (search: string) => readAnswer(api.admin.accounts.$get({ query: { search } })),
  changeAccount: (id: string, change: AccountChange & { password: string }) =>
    readAnswer(api.admin.accounts[':id'].$post({ param: { id }, json: change })),
})

async function profileFrom<R extends Answer>(call: Promise<R>): Promise<Result<Profile, ApiError>> {
  const result = await readAnswer(call)
  return result.ok ? ok(profileFromJson(result.value as ProfileJson)) : result
}

/** The response body of a successful API call. */
type Body<Call extends keyof Api> = Extract<Awaited<ReturnType<Api[Call]>>, { ok: true }>['value']

export type BillingStanding = Body<'billingStanding'>
export type AdminState = Body<'adminState'>
/** A change that an administrator or a server command has made to an account. */
export type ListedChange = Body<'adminChanges'>['changes'][number]
/** An account on the administration page. */
export type ListedAccount = Body<'adminAccounts'>['accounts'][number]
export type ClientConfig = Body<'config'>
export type SessionEntry = Body<'sessions'>['sessions'][number]
/** A new setup key that the user has not confirmed with a first code yet. */
export type SecondFactorSetup = Body<'setUpSecondFactor'>
/** A trial export that the server stores. */
export type StoredImage = Body<'trialImages'>['images'][number]
