/** What the build tells the service worker: which files are the app, and the name of that set. */
export interface Release {
  /** Changes with any of the files. The page carries it too. */
  readonly revision: string
  /** Paths from '/', the page itself as `PAGE`: all that the editor's main job needs, but for the models. */
  readonly files: readonly string[]
}

/** Where the bare page is had, with which the server answers every address that has no page of its own. */
export const PAGE = '/bare'
