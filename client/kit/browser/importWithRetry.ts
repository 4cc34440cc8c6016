/**
 * Imports a module after fetching all its files. The build wraps every dynamic import of the client in
 * `importWithRetry`, which replaces Vite's preload helper. Firefox never retries a failed module, and no browser
 * retries a failed style sheet. One dropped connection would therefore disable a tool until a reload. `importWithRetry`
 * requests a failed file again at the next call.
 */

import { onceFor } from '../async/scheduling.ts'

/** For each file path, the function that fetches this file once. */
const files = new Map<string, () => Promise<unknown>>()
/** True while `fetchAhead` calls `load`. */
let isAhead = false

/**
 * Fetches the files of a module without running the module: `fetchAhead(() => import('./big.ts'))`. On
 * Vite's development server, runs the module, because that server lists no files. Rejects if the import rejects.
 */
export async function fetchAhead(load: () => Promise<unknown>): Promise<void> {
  isAhead = true
  const fetched = load() // the build makes `load` asynchronous, so this call never throws
  isAhead = false
  await fetched
}

/**
 * Fetches the files in `needed`, then calls `load`. Within `fetchAhead`, resolves with undefined and does not call
 * `load`. `needed` contains paths relative to the build's base URL, which ends with a slash. `bring` fetches one file.
 * Rejects when a file cannot be fetched or `load` rejects.
 */
export async function importWithRetry<T>(
  load: () => Promise<T>,
  needed: readonly string[] = [],
  bring: (path: string) => Promise<unknown> = bringFile,
): Promise<T> {
  const isOnlyFetched = isAhead // read before the first `await`, because `fetchAhead` returns during the `await`
  await Promise.all(needed.map((path) => onceFor(files, path, () => bring(path))))
  return isOnlyFetched ? (undefined as T) : load()
}

const bringFile = (path: string): Promise<unknown> => (path.endsWith('.css') ? addStyles(path) : fetchScript(path))

const urlOf = (path: string) => import.meta.env.BASE_URL + path

/**
 * Fetches a script into the HTTP cache, where the import finds the script. Names of built files contain a content hash.
 */
async function fetchScript(path: string): Promise<void> {
  const answer = await fetch(urlOf(path))
  if (!answer.ok) throw new Error(`${urlOf(path)} answered ${answer.status}`)
  await answer.arrayBuffer()
}

function addStyles(path: string): Promise<void> {
  const href = urlOf(path)
  return new Promise((resolve, reject) => {
    if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return resolve()
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = '' // uses the same CORS mode as the page's links, so that the browser reuses the response
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${href} did not come`))
    }
    document.head.append(link)
  })
}
