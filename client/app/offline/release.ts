/** The list of files in a release, and the messages between pages and the service worker. */

/** The precache manifest: the files that the build writes into the service worker. */
export interface Release {
  /** Hash of all files of the release. The page contains the same hash. */
  readonly revision: string
  /**
   * Absolute paths of all files that editing and export need, except the models. The path `PAGE` stands for the app's
   * page.
   */
  readonly files: readonly string[]
}

/** Path of the page without prerendered content. The server sends this page for every address without its own page. */
export const PAGE = '/bare'

/** A page sends this message to ask the worker to cache the models too. */
export const CACHE_MODELS = 'keep-models'

/** Message from the worker to the pages. The release with this revision is cached and active. */
export interface ReleaseCached {
  readonly revision: string
}

/** Returns true for a ReleaseCached message. Messages are untrusted. */
export const isReleaseCached = (message: unknown): message is ReleaseCached =>
  typeof message === 'object' && message !== null && 'revision' in message && typeof message.revision === 'string'
