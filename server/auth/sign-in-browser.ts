import type { Context } from 'hono'
import type { Deps } from '../deps/deps.ts'
import type { AppEnv } from '../http/env.ts'
import { requestLog } from '../http/request-context.ts'
import { type Account, findAccountById } from './accounts.ts'
import type { DeviceCookies } from './device-cookie.ts'
import { hasSecondFactor } from './second-factor.ts'

/** What the request has proved. */
export interface Proof {
  /** The account as it was when the password was checked. */
  readonly account: Pick<Account, 'id' | 'passwordHash'>
  /** Whether a code of the second factor was checked besides the password. */
  readonly secondFactor: boolean
}

/**
 * Starts a session, and ends the browser's previous one to prevent session fixation. Sets the session cookie and the
 * device cookie on the response. Returns false, without a session or cookies, if the proof no longer counts: since the
 * check the password was changed, the second factor turned on, or the account disabled or deleted.
 */
export async function signInBrowser(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  devices: DeviceCookies,
  c: Context<AppEnv>,
  proof: Proof,
): Promise<boolean> {
  const { id } = proof.account
  const { sessionId, cookie } = await sessions.start(id, c.req.header('user-agent'), proof.secondFactor)
  // checked afterwards: whatever changes the account from here on ends this session too
  if (!(await stillCounts(db, proof))) {
    await sessions.end(sessionId)
    return false
  }
  const old = await sessions.find(c.req.header('cookie'))
  if (old) await sessions.end(old.sessionId)
  requestLog(c).info({ account: id, address: c.get('address')() }, 'signed in')
  c.header('Set-Cookie', cookie, { append: true })
  c.header('Set-Cookie', await devices.issue(id), { append: true })
  return true
}

async function stillCounts(db: Deps['db'], { account, secondFactor }: Proof): Promise<boolean> {
  const now = await findAccountById(db, account.id)
  if (now?.passwordHash !== account.passwordHash || now.disabledAt !== null) return false
  return secondFactor || !(await hasSecondFactor(db, account.id))
}
