/** A page in an engine that is not Chromium: the little that both ways of driving one have in common. */

/** W3C input sources, the same in both protocols: https://www.w3.org/TR/webdriver2/#perform-actions */
export interface InputSource {
  type: 'key' | 'pointer' | 'wheel'
  id: string
  parameters?: { pointerType: 'mouse' | 'touch' }
  actions: readonly Readonly<Record<string, string | number>>[]
}

export interface EnginePage {
  goto(url: string): Promise<void>
  /** Runs a function there; its arguments and its answer travel as JSON. It sees nothing of the scope it was written in. */
  evaluate<A extends unknown[], R>(run: (...given: A) => R | Promise<R>, ...given: A): Promise<R>
  perform(sources: readonly InputSource[]): Promise<void>
  /** A PNG of what is to be seen. */
  screenshot(): Promise<Buffer>
  /** What the engine wrote to its console so far: errors and warnings, the engine's own words. */
  messages(): readonly string[]
  /** Ends the browser and removes what it left. */
  close(): Promise<void>
}

/** Source of an async function of one JSON text that answers in JSON. */
export const travelling = (run: (...given: never[]) => unknown): string =>
  `async (given) => JSON.stringify((await (${run})(...JSON.parse(given))) ?? null)`
