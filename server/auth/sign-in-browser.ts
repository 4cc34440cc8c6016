import type { Context } from 'hono'
import type { Deps } from '../deps/deps.ts'
import type { Proof } from '../deps/sessions.ts'
import type { AppEnv } from '../http/env.ts'
import { requestLog } from '../http/request-context.ts'
import type { DeviceCookies } from './device-cookie.ts'

/**
 * Starts a session, and ends the browser's previous one to prevent session fixation. Sets the session cookie and the
 * device cookie on the response. Returns false, without a session or cookies, if the proof no longer counts (see
 * `Sessions.start`).
 */
export async function signInBrowser(
  { sessions }: Pick<Deps, 'sessions'>,
  devices: DeviceCookies,
  c: Context<AppEnv>,
  proof: Proof,
): Promise<boolean> {
  const { id } = proof.account
  const cookie = await sessions.start(proof, c.req.header('user-agent'))
  if (cookie === null) return false
  const old = await sessions.find(c.req.header('cookie'))
  if (old) await sessions.end(old.sessionId)
  requestLog(c).info({ account: id, address: c.get('address')() }, 'signed in')
  c.header('Set-Cookie', cookie, { append: true })
  c.header('Set-Cookie', await devices.issue(id), { append: true })
  return true
}
