/** The precache manifest that the build writes into the service worker. */
export interface Release {
  /** Hash over all files; the page contains it too. */
  readonly revision: string
  /** Paths from '/', the page itself as `PAGE`: all that the editor's main job needs, but for the models. */
  readonly files: readonly string[]
}

/** Path of the page without prerendered content, which the server sends for every address without a page of its own. */
export const PAGE = '/bare'
