import type { Sessions } from '../deps/sessions.ts'

/** A new id at every sign-in, and the browser's old session ended: an id planted before is worth nothing after. */
export async function replaceSession(
  { sessions }: { readonly sessions: Sessions },
  cookie: string | undefined,
  userId: string,
): Promise<string> {
  const old = await sessions.find(cookie)
  if (old) await sessions.end(old.sessionId)
  return sessions.start(userId)
}
