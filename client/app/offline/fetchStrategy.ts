import { isImmutable, SHARE_PATH } from '#server/contract/pages/addresses.ts'
import { PAGE } from './release.ts'

/** How the service worker responds to a request. */
export type FetchStrategy =
  /** The service worker ignores API requests, requests to other origins, and the page's own model downloads. */
  | { by: 'browser' }
  /** The service worker responds from the cache. If the cache lacks the file, it fetches the file and caches it. */
  | { by: 'store' }
  /** Network first. The fallback is the file `path` of the cached release. */
  | { by: 'network'; path: string }
  /** A Web Share Target POST request. The service worker stores the file on the device. */
  | { by: 'share' }

/** The parts of a Request that determine the strategy. */
export type RoutedRequest = Pick<Request, 'method' | 'url' | 'mode' | 'destination' | 'headers'>

const BROWSER: FetchStrategy = { by: 'browser' }

/**
 * Returns how the service worker responds to a request. `origin`: the worker's origin. `files`: the paths that the release
 * caches.
 */
export function fetchStrategyFor(
  { method, url, mode, destination, headers }: RoutedRequest,
  origin: string,
  files: readonly string[],
): FetchStrategy {
  const { origin: asked, pathname: path } = new URL(url)
  if (method === 'POST' && asked === origin && path === SHARE_PATH) return { by: 'share' }
  if (method !== 'GET' || asked !== origin || headers.has('range')) return BROWSER
  if (path.startsWith('/api/') || path.startsWith('/models/')) return BROWSER
  const isNavigation = mode === 'navigate'
  if (isNavigation && destination === 'document' && !/\.[a-z0-9]{1,11}$/i.test(path))
    return { by: 'network', path: PAGE }
  if (isImmutable(path)) return isNavigation ? BROWSER : { by: 'store' }
  return files.includes(path) ? { by: 'network', path } : BROWSER
}
