/** The common interface of a page in any engine, for every protocol. */

/** W3C input sources, the same in both protocols: https://www.w3.org/TR/webdriver2/#perform-actions */
export interface InputSource {
  type: 'key' | 'pointer' | 'wheel'
  id: string
  parameters?: { pointerType: 'mouse' | 'touch' }
  actions: readonly Readonly<Record<string, string | number>>[]
}

/** A page in a running engine. */
export interface EnginePage {
  /** Opens an address; resolves when it is loaded. */
  goto(url: string): Promise<void>
  /** Runs a function in the page. Arguments and result are sent as JSON; the function sees no outer variables. */
  evaluate<A extends unknown[], R>(run: (...given: A) => R | Promise<R>, ...given: A): Promise<R>
  /** Performs input actions; resolves when they are done. */
  perform(sources: readonly InputSource[]): Promise<void>
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>
  /** Errors and warnings that the engine has written to its console so far. */
  messages(): readonly string[]
  /** Ends the browser and removes its temporary files. */
  close(): Promise<void>
}

/**
 * Returns the source of an async function for the page: it takes the arguments of `run` as a JSON array and returns the
 * result as JSON; undefined becomes null.
 */
export const serialised = (run: (...given: never[]) => unknown): string =>
  `async (given) => JSON.stringify((await (${run})(...JSON.parse(given))) ?? null)`
