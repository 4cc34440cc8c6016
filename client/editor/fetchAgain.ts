/** What an engine says of a module that did not come names its address (Chromium, Firefox). */
const ADDRESS = /https?:\/\/\S+\.js/

/**
 * Loads a module whose fetch has failed before. Engines remember the failure under the module's address, so it is asked
 * for under another one; `attempt` tells them apart. What it imports itself keeps its address, and stays the one instance.
 */
export async function fetchAgain<T>(
  load: () => Promise<T>,
  attempt: number,
  importFrom = (url: string): Promise<T> => import(/* @vite-ignore */ url),
): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const [url] = ADDRESS.exec(String(error)) ?? []
    if (!url) throw error
    return importFrom(`${url}?attempt=${attempt}`)
  }
}
