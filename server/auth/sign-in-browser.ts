import type { Context } from 'hono'
import type { Sessions } from '../deps/sessions.ts'
import type { AppEnv } from '../http/env.ts'
import { requestLog } from '../http/request-context.ts'
import type { DeviceCookies } from './device-cookie.ts'

/**
 * A new session id at every sign-in, and the browser's old session ended: an id planted before is worth nothing after.
 * From now on the account knows the browser.
 */
export async function signInBrowser(
  { sessions }: { readonly sessions: Sessions },
  devices: DeviceCookies,
  c: Context<AppEnv>,
  userId: string,
): Promise<void> {
  const old = await sessions.find(c.req.header('cookie'))
  if (old) await sessions.end(old.sessionId)
  requestLog(c).info({ account: userId, address: c.get('address') }, 'signed in')
  c.header('Set-Cookie', await sessions.start(userId, c.req.header('user-agent')), { append: true })
  c.header('Set-Cookie', await devices.issue(userId), { append: true })
}
