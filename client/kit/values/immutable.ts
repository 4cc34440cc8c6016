/** Readonly types, frozen lists for the document, and functions that set a property. */
import { ref } from 'valtio/vanilla'

/** `T` with every property readonly, at all depths. */
export type Immutable<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [K in keyof T]: Immutable<T[K]> }

/**
 * A list of records that a tool fills, such as the points of a stroke. The list is frozen and only replaced as a whole,
 * so the document and its snapshots share it. If each point were a proxy, valtio would compare every point in each
 * frame.
 */
export type List<T> = readonly Readonly<T>[]

/** Freezes the array and its items, and excludes the array from valtio's proxies. The caller must change neither. */
export function listOf<T extends object>(items: readonly T[]): List<T> {
  for (const item of items) Object.freeze(item)
  return ref(Object.freeze(items))
}

/** Returns a function that sets a property of a record, for example of the interface's state. */
export const setterOf =
  <T extends object, Name extends keyof T>(record: T, name: Name) =>
  (value: T[Name]): void => {
    record[name] = value
  }
