/** The interface of a page in any engine, independent of the protocol. */

/** Input actions as in the W3C WebDriver standard: https://www.w3.org/TR/webdriver2/#perform-actions */
export interface InputSource {
  type: 'key' | 'pointer' | 'wheel'
  id: string
  parameters?: { pointerType: 'mouse' | 'touch' }
  actions: readonly Readonly<Record<string, string | number>>[]
}

export interface EnginePage {
  /** Opens an address. Resolves when the page has loaded. */
  goto(url: string): Promise<void>
  /** Runs a function in the page. Sends arguments and result as JSON, so the function can't use outer variables. */
  evaluate<A extends unknown[], R>(run: (...given: A) => R | Promise<R>, ...given: A): Promise<R>
  /** Performs input actions. Resolves at their end. */
  perform(sources: readonly InputSource[]): Promise<void>
  /** Returns a PNG of the viewport. */
  screenshot(): Promise<Buffer>
  /** Returns all errors and warnings in the engine's console so far. */
  messages(): readonly string[]
  /** Closes the browser and removes its temporary files. */
  close(): Promise<void>
}

/**
 * Returns the source of an async function for the page. The function takes the arguments of `run` as a JSON array and
 * returns the result as JSON; undefined becomes null.
 */
export const serialized = (run: (...given: never[]) => unknown): string =>
  `async (given) => JSON.stringify((await (${run})(...JSON.parse(given))) ?? null)`
