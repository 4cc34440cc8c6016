/**
 * Lists of records that a tool fills (the points of a stroke) are values, as a string is: frozen, the same object in the
 * document and in all of its snapshots, replaced as a whole when they grow. A document with a hundred strokes then has a
 * few proxies for each rather than one for every point, all of which every frame would ask whether they have changed.
 */
import { ref } from 'valtio/vanilla'

export type List<T> = readonly Readonly<T>[]

/** Takes over the array and its items: nobody may write into them afterwards. */
export function listOf<T extends object>(items: readonly T[]): List<T> {
  for (const item of items) Object.freeze(item)
  return ref(Object.freeze(items))
}
