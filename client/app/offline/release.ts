/** The precache manifest: the files that the build writes into the service worker. */
export interface Release {
  /** Hash of all files. The page contains it too. */
  readonly revision: string
  /**
   * Absolute paths of every file that editing and export need, except the models. The page itself is listed as `PAGE`.
   */
  readonly files: readonly string[]
}

/**
 * Path of the page without prerendered content. The server sends this page for every address that has no page of its
 * own.
 */
export const PAGE = '/bare'
