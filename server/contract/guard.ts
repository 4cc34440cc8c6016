/** Which page a plan may open, as a table (spec §2, §6). */
import { mayEnterEditor, type Plan } from './entitlements.ts'

export const EDITOR_PATH = '/custom-editor'
export const ROUTES = ['/', '/pricing', '/checkout', EDITOR_PATH] as const
export type Route = (typeof ROUTES)[number]

export const isRoute = (path: string): path is Route => (ROUTES as readonly string[]).includes(path)

/** 'allow', or where to go instead. */
export type Verdict = 'allow' | '/' | '/pricing'

type Standing = 'visitor' | 'no-access' | 'access'

const GUARDS: Record<Route, Record<Standing, Verdict>> = {
  '/': { visitor: 'allow', 'no-access': 'allow', access: 'allow' },
  '/pricing': { visitor: 'allow', 'no-access': 'allow', access: 'allow' },
  '/checkout': { visitor: '/', 'no-access': 'allow', access: 'allow' },
  [EDITOR_PATH]: { visitor: '/', 'no-access': '/pricing', access: 'allow' },
}

export function guard(plan: Plan, route: Route): Verdict {
  const standing = plan.tier === 'visitor' ? 'visitor' : mayEnterEditor(plan) ? 'access' : 'no-access'
  return GUARDS[route][standing]
}

/** 'Loading...' is shown this long before access is judged (spec §9: post-payment access check delay). */
export const GUARD_WAIT_MS = 2000
/** After a payment the judging repeats, for the provider's message may be late. */
export const PAYMENT_RECHECK_MS = 1000
export const PAYMENT_RECHECK_LIMIT_MS = 20_000

export const cameFromPayment = (search: string): boolean => new URLSearchParams(search).get('from') === 'payment'

/** How long the guard waits before it judges. */
export const guardWaitMs = (path: string, search: string): number =>
  path === EDITOR_PATH || cameFromPayment(search) ? GUARD_WAIT_MS : 0
