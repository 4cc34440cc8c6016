/** The pages: their paths, built files and access rules, and the return path after a sign-in. */
import { mayEnterEditor, type Plan } from './entitlements.ts'

export const EDITOR_PATH = '/custom-editor'
/** Path of the operator's page. Only admins see it, so `guard` does not decide about it. */
export const ADMIN_PATH = '/admin'
/** Paths of the pages that `guard` decides about. */
export const ROUTES = ['/', '/pricing', '/checkout', EDITOR_PATH] as const
export type Route = (typeof ROUTES)[number]

/** Returns true for one of `ROUTES`, without query and fragment. */
export const isRoute = (path: string): path is Route => (ROUTES as readonly string[]).includes(path)

/** The decision of `guard`: 'allow', or the path to redirect to. */
export type Verdict = 'allow' | '/' | '/pricing'

type Standing = 'visitor' | 'no-access' | 'access'

const GUARDS: Record<Route, Record<Standing, Verdict>> = {
  '/': { visitor: 'allow', 'no-access': 'allow', access: 'allow' },
  '/pricing': { visitor: 'allow', 'no-access': 'allow', access: 'allow' },
  '/checkout': { visitor: '/', 'no-access': 'allow', access: 'allow' },
  [EDITOR_PATH]: { visitor: '/', 'no-access': '/pricing', access: 'allow' },
}

/** Returns whether the plan may open the page, or the path to redirect to. */
export function guard(plan: Plan, route: Route): Verdict {
  const standing = plan.tier === 'visitor' ? 'visitor' : mayEnterEditor(plan) ? 'access' : 'no-access'
  return GUARDS[route][standing]
}

/** Delay before the access is checked, in ms. During the delay, the page shows 'Loading...'. */
export const GUARD_WAIT_MS = 2000
/** Interval at which the guard checks the access after a payment, ms, because the provider's webhook may be late. */
export const PAYMENT_RECHECK_MS = 1000
/** After a payment the guard repeats its check of the access for at most this time, ms. */
export const PAYMENT_RECHECK_LIMIT_MS = 20_000

/** Returns true for the query of a return from the checkout. `search`: `location.search`. */
export const cameFromPayment = (search: string): boolean => new URLSearchParams(search).get('from') === 'payment'

/** Returns the guard's wait, ms: for the editor and after a payment (`search`: the query with its `?`), else 0. */
export const guardWaitMs = (path: string, search: string): number =>
  path === EDITOR_PATH || cameFromPayment(search) ? GUARD_WAIT_MS : 0

/** The prerendered page without content: it answers every address that is not in PAGES, and all addresses offline. */
export const BARE_PAGE = '/index.html'

/** Prerendered page by address. A page shows content before scripts have loaded, and preloads what it needs. */
export const PAGES: Readonly<Record<string, string>> = {
  '/': '/pages/home.html',
  '/pricing': '/pages/pricing.html',
  [EDITOR_PATH]: '/pages/editor.html',
}

const MAX_LENGTH = 512
const BASE = 'http://same.origin.invalid'

/** Returns the path itself if it is one of ROUTES on this very origin, else EDITOR_PATH. Never throws. */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return EDITOR_PATH
  // browsers read '//host' and '/\host' as another host, and remove control characters
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(value)) return EDITOR_PATH
  if (!URL.canParse(value, BASE)) return EDITOR_PATH
  const url = new URL(value, BASE)
  const path = url.pathname + url.search + url.hash
  // compared after URL has resolved dot segments: '/.//evil' becomes '//evil', which isn't a route
  return url.origin === BASE && isRoute(url.pathname) ? path : EDITOR_PATH
}
