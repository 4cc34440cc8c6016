import type { Context } from 'hono'
import type { Sessions } from '../deps/sessions.ts'
import type { AppEnv } from '../http/env.ts'
import { requestLog } from '../http/request-context.ts'
import type { DeviceCookies } from './device-cookie.ts'

/**
 * Starts a session, and ends the browser's previous one to prevent session fixation. Sets the session cookie and the
 * device cookie on the response. `secondFactor`: a code was asked for besides the password.
 */
export async function signInBrowser(
  { sessions }: { readonly sessions: Sessions },
  devices: DeviceCookies,
  c: Context<AppEnv>,
  userId: string,
  secondFactor = false,
): Promise<void> {
  const old = await sessions.find(c.req.header('cookie'))
  if (old) await sessions.end(old.sessionId)
  requestLog(c).info({ account: userId, address: c.get('address')() }, 'signed in')
  c.header('Set-Cookie', await sessions.start(userId, c.req.header('user-agent'), secondFactor), { append: true })
  c.header('Set-Cookie', await devices.issue(userId), { append: true })
}
