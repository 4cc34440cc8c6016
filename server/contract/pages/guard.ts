/** The pages: their paths, built files and access rules, and the page that opens after a sign-in. */
import { mayEnterEditor, type Plan } from '../plans/entitlements.ts'

export const EDITOR_PATH = '/custom-editor'
/** Returns the path that opens the editor with a built-in template for the next photo. */
export const templatePath = (id: string): string => `${EDITOR_PATH}?template=${id}`
/** Returns the id of the template in the query string of `templatePath`, or null. */
export const linkedTemplate = (search: string): string | null => new URLSearchParams(search).get('template')
/** Path of the operator's page. `guard` doesn't check it: the server shows it to admins only. */
export const ADMIN_PATH = '/admin'
/** Paths of the pages that `guard` checks. */
export const ROUTES = ['/', '/pricing', '/checkout', EDITOR_PATH] as const
export type Route = (typeof ROUTES)[number]

/** Returns true for one of `ROUTES`, without query and fragment. */
export const isRoute = (path: string): path is Route => (ROUTES as readonly string[]).includes(path)

/** The result of `guard`: 'allow', or the path to redirect to. */
export type Verdict = 'allow' | '/' | '/pricing'

type Standing = 'visitor' | 'no-access' | 'access'

const GUARDS: Record<Route, Record<Standing, Verdict>> = {
  '/': { visitor: 'allow', 'no-access': 'allow', access: 'allow' },
  '/pricing': { visitor: 'allow', 'no-access': 'allow', access: 'allow' },
  '/checkout': { visitor: '/', 'no-access': 'allow', access: 'allow' },
  [EDITOR_PATH]: { visitor: '/', 'no-access': '/pricing', access: 'allow' },
}

/** Returns 'allow' if the plan may open the page, or the path to redirect to. */
export function guard(plan: Plan, route: Route): Verdict {
  const standing = plan.tier === 'visitor' ? 'visitor' : mayEnterEditor(plan) ? 'access' : 'no-access'
  return GUARDS[route][standing]
}

/** Delay before the access check, in ms. Meanwhile the page shows 'Loading...'. */
export const GUARD_WAIT_MS = 2000
/** Interval in ms between two access checks after a payment. The checks repeat, because the webhook may be late. */
export const PAYMENT_RECHECK_MS = 1000
/** Maximum time in ms of the repeated access checks after a payment. */
export const PAYMENT_RECHECK_LIMIT_MS = 20_000

/** Returns true if the browser returns from the checkout. `search`: `location.search`. */
export const cameFromPayment = (search: string): boolean => new URLSearchParams(search).get('from') === 'payment'

/**
 * Returns true if the user comes back from the plans or the checkout without a payment. `search`: `location.search`.
 */
export const cameFromPlans = (search: string): boolean => new URLSearchParams(search).get('from') === 'plans'

/** Returns the delay before the access check, in ms. The delay is 0 except in the editor and after a payment. */
export const guardWaitMs = (path: string, search: string): number =>
  path === EDITOR_PATH || cameFromPayment(search) ? GUARD_WAIT_MS : 0

/** A page without content. The server sends it for addresses outside PAGES, the service worker for all addresses. */
export const BARE_PAGE = '/index.html'

/** The prerendered page of each address. It shows content before scripts load, and preloads files. */
export const PAGES: Readonly<Record<string, string>> = {
  '/': '/pages/home.html',
  '/pricing': '/pages/pricing.html',
  [EDITOR_PATH]: '/pages/editor.html',
}

const MAX_LENGTH = 512
const BASE = 'http://same.origin.invalid'

/** Returns the path if it is one of ROUTES on this origin, otherwise EDITOR_PATH. Never throws. */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return EDITOR_PATH
  // browsers read '//host' and '/\host' as another host, and remove control characters
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(value)) return EDITOR_PATH
  if (!URL.canParse(value, BASE)) return EDITOR_PATH
  const url = new URL(value, BASE)
  const path = url.pathname + url.search + url.hash
  // URL resolves '/.//evil' to '//evil', which isn't a route
  return url.origin === BASE && isRoute(url.pathname) ? path : EDITOR_PATH
}
