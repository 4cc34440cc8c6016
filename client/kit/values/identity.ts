/** Caches by the identity of objects, and comparisons of objects. */

/** Returns `create` with a cache of its results per key. A result lives as long as its key. Null is not cached. */
export function memoOn<K extends WeakKey, T>(create: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>()
  return (key) => {
    const value = known.get(key) ?? create(key)
    known.set(key, value)
    return value
  }
}

/**
 * Returns `create` with a cache of its results per pair of keys. A result lives as long as both keys. Null is not
 * cached.
 */
export function memoOnPair<A extends WeakKey, B extends WeakKey, T>(create: (a: A, b: B) => T): (a: A, b: B) => T {
  const createFor = memoOn((a: A) => memoOn((b: B) => create(a, b)))
  return (a, b) => createFor(a)(b)
}

export const sameItems = (a: readonly unknown[] | undefined, b: readonly unknown[]): boolean =>
  a?.length === b.length && b.every((item, i) => item === a[i])

/** Returns true for values that are identical, and for plain JSON records and lists with equal content. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b || Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && isEqual(one[key], other[key]))
}
