/** Caches and comparisons that use the identity of objects. */

/** Returns `create` with a cache of its results per key. A result lives as long as its key. Null is not cached. */
export function memoOn<K extends WeakKey, T>(create: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>()
  return (key) => {
    const value = known.get(key) ?? create(key)
    known.set(key, value)
    return value
  }
}

export const sameItems = (a: readonly unknown[] | undefined, b: readonly unknown[]): boolean =>
  a?.length === b.length && b.every((item, i) => item === a[i])

/** Returns true for lists whose items are identical or have the same JSON. */
export const equalItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i] || JSON.stringify(item) === JSON.stringify(b[i]))
