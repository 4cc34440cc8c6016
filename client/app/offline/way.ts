/** Who answers a request: the network alone, as if there were no service worker, or what is kept on the device. */
import { isImmutable } from '#server/contract/immutable.ts'
import { SHARE_PATH } from '#server/contract/share.ts'
import { PAGE } from './release.ts'

export type Way =
  /** Left to the browser: the API, the models (which keep themselves), everything that is not ours. */
  | { by: 'browser' }
  /** What is kept, else the network; what came is kept. */
  | { by: 'store' }
  /** The network, and without it what the app kept under `path`. */
  | { by: 'network'; path: string }
  /** What another app shares: it stays on the device. */
  | { by: 'share' }

export type Asked = Pick<Request, 'method' | 'url' | 'mode' | 'destination' | 'headers'>

const BROWSER: Way = { by: 'browser' }

/** `files`: what the app keeps, as in its release. */
export function wayOf(
  { method, url, mode, destination, headers }: Asked,
  origin: string,
  files: readonly string[],
): Way {
  const { origin: asked, pathname: path } = new URL(url)
  if (method === 'POST' && asked === origin && path === SHARE_PATH) return { by: 'share' }
  if (method !== 'GET' || asked !== origin || headers.has('range')) return BROWSER
  if (path.startsWith('/api/') || path.startsWith('/models/')) return BROWSER
  if (mode === 'navigate') {
    const isPage = destination === 'document' && !/\.[a-z0-9]{1,11}$/i.test(path)
    return isPage ? { by: 'network', path: PAGE } : BROWSER
  }
  if (isImmutable(path)) return { by: 'store' }
  return files.includes(path) ? { by: 'network', path } : BROWSER
}
