/** Where to go after signing in. Checked on both sides, because either alone may be talked to by a stranger. */
import { EDITOR_PATH, isRoute } from './guard.ts'

/** Where to go after signing in unless a valid return path is given. */
export const DEFAULT_RETURN_PATH = EDITOR_PATH
const MAX_LENGTH = 512
const BASE = 'http://same.origin.invalid'

/** Returns the path itself if it is one of ROUTES on this very origin, else DEFAULT_RETURN_PATH. Never throws. */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return DEFAULT_RETURN_PATH
  // one slash first; a second one, a backslash or a control character can become another host in a browser
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(value)) return DEFAULT_RETURN_PATH
  if (!URL.canParse(value, BASE)) return DEFAULT_RETURN_PATH
  const url = new URL(value, BASE)
  const path = url.pathname + url.search + url.hash
  // dot segments are resolved before comparing: '/.//evil' would come out as '//evil'
  return url.origin === BASE && isRoute(url.pathname) ? path : DEFAULT_RETURN_PATH
}
