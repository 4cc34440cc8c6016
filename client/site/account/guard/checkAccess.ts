import { pause } from '#client/kit/async/scheduling.ts'
import {
  cameFromPayment,
  EDITOR_PATH,
  guardWaitMs,
  PAYMENT_RECHECK_LIMIT_MS,
  PAYMENT_RECHECK_MS,
  type Verdict,
} from '#server/contract/pages/guard.ts'
import type { OwnProjects } from '../sign-out/ownProjects.ts'
import { type Account, verdictFor } from '../state/account.ts'

/**
 * Parameters of `checkAccess`. `path`, `search`: path and query string of the opened page. `wait`: replaced in tests.
 */
export interface AccessCheck {
  account: Account
  path: string
  search: string
  signal: AbortSignal
  ownProjects: Pick<OwnProjects, 'count'>
  /** How long the placeholder has already been visible, ms. */
  shownFor?: number
  wait?: (ms: number) => Promise<void>
}

/**
 * Checks whether the user may open a path. Returns 'allow', or the path of a redirect. Asks the server, and shows the
 * placeholder for a minimum time. After a payment, asks again for up to 20 s. Returns null if the check was aborted.
 */
export async function checkAccess({
  account,
  path,
  search,
  signal,
  ownProjects,
  shownFor = 0,
  wait = pause,
}: AccessCheck): Promise<Verdict | null> {
  const isPayer = cameFromPayment(search)
  const ask = async () => {
    // the user may return before the payment's webhook arrives, so the server asks the payment provider
    if (isPayer) await account.syncBilling()
    await account.refresh()
    return verdictFor(account, path)
  }
  const [verdict] = await Promise.all([ask(), wait(Math.max(0, guardWaitMs(path, search) - shownFor))])
  let current = verdict
  for (let left = PAYMENT_RECHECK_LIMIT_MS; isPayer && current === '/pricing' && left > 0; left -= PAYMENT_RECHECK_MS) {
    if (signal.aborted) return null
    await wait(PAYMENT_RECHECK_MS)
    current = await ask()
  }
  if (current === '/pricing' && requestsStoredProjects(search) && (await hasStoredProjects(account, ownProjects)))
    current = 'allow'
  return signal.aborted ? null : current
}

/**
 * Path of the editor for accounts with projects on this device, but without paid access or credits. Such users can view
 * their projects and save them as files. Downloads still require a plan.
 */
export const STORED_PROJECTS_PATH = `${EDITOR_PATH}?kept`

/** Path of the editor that opens the project that the user left for the plans. */
export const LEFT_PROJECT_PATH = `${STORED_PROJECTS_PATH}&from=plans`

const requestsStoredProjects = (search: string) => new URLSearchParams(search).has('kept')

async function hasStoredProjects({ state }: Account, ownProjects: Pick<OwnProjects, 'count'>): Promise<boolean> {
  return state.user !== null && (await ownProjects.count(state.user.id)) > 0
}
