/** What the build tells the service worker: which files are the app, and the name of that set. */
export interface Release {
  /** Changes with any of the files. The page carries it too. */
  readonly revision: string
  /** Paths from '/', the page itself as '/': all that the editor's main job needs, but for the models. */
  readonly files: readonly string[]
}

/** The page's path: the server answers every address of the app with it. */
export const PAGE = '/'
