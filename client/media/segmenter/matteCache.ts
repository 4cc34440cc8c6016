/** Mattes by photo content and model, so that a photo separated twice costs one run (spec §4). */
import type { Matte } from './segmenter.ts'

export interface MatteCache<M extends Matte = Matte> {
  get(key: string): M | null
  set(key: string, matte: M): void
}

export const matteKey = (model: string, sha256: string): string => `${model}:${sha256}`

/** Four photos of 48 MP. */
const MAX_BYTES = 192e6

/** Forgets the longest unused mattes beyond `maxBytes`; one that is larger alone is not kept at all. */
export function createMatteCache<M extends Matte = Matte>(maxBytes = MAX_BYTES): MatteCache<M> {
  const mattes = new Map<string, M>() // a Map remembers insertion order: first = longest unused
  let bytes = 0

  const forget = (key: string) => {
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
      forget(key)
      if (matte.coverage.byteLength > maxBytes) return
      mattes.set(key, matte)
      bytes += matte.coverage.byteLength
      for (const oldest of mattes.keys()) {
        if (bytes <= maxBytes) break
        forget(oldest)
      }
    },
  }
}
