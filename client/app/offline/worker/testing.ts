/** Origin of the pages in tests of the service worker. */
export const ORIGIN = 'https://photos.example'
/** Returns the absolute URL of a request. */
export const absoluteUrl = (asked: RequestInfo | URL) =>
  new URL(asked instanceof Request ? asked.url : String(asked), ORIGIN).href

/**
 * Creates a CacheStorage for tests in Node, with the methods that the service worker uses. As in the specification,
 * `keys` lists the caches in order of creation.
 */
export function cacheStorage() {
  const named = new Map<string, Map<string, Response>>()
  const cache = (files: Map<string, Response>) => ({
    put: async (asked: RequestInfo | URL, answer: Response) => void files.set(absoluteUrl(asked), answer),
    match: async (asked: RequestInfo | URL) => files.get(absoluteUrl(asked))?.clone(),
    keys: async () => [...files.keys()].map((url) => new Request(url)),
    delete: async (asked: RequestInfo | URL) => files.delete(absoluteUrl(asked)),
  })
  return {
    async open(name: string) {
      const files = named.get(name) ?? new Map<string, Response>()
      named.set(name, files)
      return cache(files)
    },
    keys: async () => [...named.keys()],
    delete: async (name: string) => named.delete(name),
    async match(asked: RequestInfo | URL, { cacheName }: MultiCacheQueryOptions = {}) {
      for (const [name, files] of named)
        if ((cacheName ?? name) === name && files.has(absoluteUrl(asked))) return files.get(absoluteUrl(asked))?.clone()
      return undefined
    },
    paths: (name: string) => [...(named.get(name)?.keys() ?? [])].map((url) => new URL(url).pathname),
  }
}
