/** The list of files and the messages that pages and service worker exchange. */

/** The precache manifest: the files that the build writes into the service worker. */
export interface Release {
  /** Hash of all files. The page contains it too. */
  readonly revision: string
  /**
   * Absolute paths of every file that editing and export need, except the models. The page itself is listed as `PAGE`.
   */
  readonly files: readonly string[]
}

/** Path of the page without prerendered content. The server sends this page for every address without its own page. */
export const PAGE = '/bare'

/** Message from a page to the worker: cache the models too. */
export const CACHE_MODELS = 'keep-models'

/** Message from the worker to the pages: this revision is cached and active. */
export interface ReleaseCached {
  readonly revision: string
}

/** Returns true for a ReleaseCached message. Messages are untrusted. */
export const isReleaseCached = (message: unknown): message is ReleaseCached =>
  typeof message === 'object' && message !== null && 'revision' in message && typeof message.revision === 'string'
