/**
 * Around every lazy import of the built client, in place of Vite's own preloading: nothing of it runs before all its files
 * are there. Firefox never asks again for a module that has failed once, and nobody does for a style sheet, so one dropped
 * connection would cost a tool until the next reload. What has failed here is asked for anew.
 */

/** Fetched, or on their way. */
const files = new Map<string, Promise<unknown>>()

/** `needed`: paths from the build's base, which ends with a slash. */
export async function importWithRetry<T>(
  load: () => Promise<T>,
  needed: readonly string[] = [],
  bring: (path: string) => Promise<unknown> = bringFile,
): Promise<T> {
  await Promise.all(needed.map((path) => once(path, bring)))
  return load()
}

function once(path: string, bring: (path: string) => Promise<unknown>): Promise<unknown> {
  const known = files.get(path)
  if (known) return known
  const file = bring(path)
  files.set(path, file)
  file.catch(() => files.delete(path))
  return file
}

const bringFile = (path: string): Promise<unknown> => (path.endsWith('.css') ? addStyles(path) : fetchScript(path))

const urlOf = (path: string) => import.meta.env.BASE_URL + path

/** Into the browser's cache, where the import finds it: its name says what is in it. */
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
    link.crossOrigin = '' // as in the page itself
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${href} did not come`))
    }
    document.head.append(link)
  })
}
