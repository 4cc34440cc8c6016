/**
 * The part of a service worker's global scope that our worker uses. TypeScript's DOM types describe only the scope of a
 * page.
 */

interface Lasting extends Event {
  /** Keeps the worker alive until the promise settles. */
  waitUntil(work: Promise<unknown>): void
}

interface Fetching extends Lasting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface Told extends Lasting {
  readonly data: unknown
}

/** The global scope of the service worker. */
export interface WorkerScope {
  readonly location: Location
  readonly clients: {
    /** Takes control of all open pages in scope. */
    claim(): Promise<void>
    matchAll(options: { type: 'window' }): Promise<readonly { postMessage(message: unknown): void }[]>
  }
  /** Activates this worker without waiting until the pages of the previous version are closed. */
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: Told) => void): void
}
