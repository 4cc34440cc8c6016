/** Caches mattes by photo content and model, so that a second separation of a photo needs no computation (spec §4). */
import type { Matte } from './segmenter.ts'

/** Mattes by key, as `matteKey` makes it; the least recently used one is evicted first. */
export interface MatteCache<M extends Matte = Matte> {
  get(key: string): M | null
  set(key: string, matte: M): void
}

/** Returns the cache key of a photo's matte: model id and SHA-256 of the photo's file. */
export const matteKey = (model: string, sha256: string): string => `${model}:${sha256}`

/** Maximum size of the cache, bytes: the mattes of four photos of 48 MP. */
const MAX_BYTES = 192e6

/** Creates an LRU cache of at most `maxBytes` of coverage. A matte that is larger than `maxBytes` is not stored. */
export function createMatteCache<M extends Matte = Matte>(maxBytes = MAX_BYTES): MatteCache<M> {
  const mattes = new Map<string, M>() // a Map keeps insertion order: the first is the least recently used
  let bytes = 0

  const evict = (key: string) => {
    bytes -= mattes.get(key)?.coverage.byteLength ?? 0
    mattes.delete(key)
  }

  return {
    get(key) {
      const matte = mattes.get(key)
      if (!matte) return null
      mattes.delete(key)
      mattes.set(key, matte)
      return matte
    },
    set(key, matte) {
      evict(key)
      if (matte.coverage.byteLength > maxBytes) return
      mattes.set(key, matte)
      bytes += matte.coverage.byteLength
      for (const oldest of mattes.keys()) {
        if (bytes <= maxBytes) break
        evict(oldest)
      }
    },
  }
}
