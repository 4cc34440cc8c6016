/**
 * A list of records that a tool fills (the points of a stroke). Lists are immutable: frozen, shared by the document and
 * all of its snapshots, and replaced as a whole when they grow. A document with a hundred strokes then needs a few
 * valtio proxies per stroke; one proxy per point would have to be compared in every frame.
 */
import { ref } from 'valtio/vanilla'

/** An immutable list of records; see `listOf`. */
export type List<T> = readonly Readonly<T>[]

/**
 * Freezes the array and its items and excludes the array from valtio's proxies. The caller must not write to them
 * afterwards.
 */
export function listOf<T extends object>(items: readonly T[]): List<T> {
  for (const item of items) Object.freeze(item)
  return ref(Object.freeze(items))
}
