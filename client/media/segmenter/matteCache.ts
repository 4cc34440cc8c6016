/** Caches mattes by photo content and model, so that a photo isn't segmented twice. */
import { LruMap } from '#client/kit/values/LruMap.ts'
import type { Coverage } from '#client/model/assets/store.ts'

/** Mattes by their `matteKey`. If the cache is full, the least recently used matte is evicted first. */
export type MatteCache<M extends Coverage = Coverage> = ReturnType<typeof createMatteCache<M>>

/** Returns the cache key of a photo's matte: model id and SHA-256 of the photo's file. */
export const matteKey = (model: string, sha256: string): string => `${model}:${sha256}`

/** Maximum size of the cache, bytes: the mattes of four photos of 48 MP. */
const MAX_BYTES = 192e6

/** Creates an LRU cache of at most `maxBytes` bytes of coverage. Does not store a larger matte. */
export function createMatteCache<M extends Coverage = Coverage>(maxBytes = MAX_BYTES) {
  const mattes = new LruMap<string, M>()
  const bytesOf = ({ coverage }: M) => coverage.byteLength
  return {
    get: (key: string): M | null => mattes.get(key) ?? null,
    set(key: string, matte: M): void {
      mattes.delete(key)
      if (bytesOf(matte) > maxBytes) return
      mattes.set(key, matte)
      mattes.trim(maxBytes, bytesOf)
    },
  }
}
