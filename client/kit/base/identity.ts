/** Caches and comparisons by the identity of objects. */

/** Returns `create` with its results cached per object, for as long as the object lives. Null is not cached. */
export function memoOn<K extends WeakKey, T>(create: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>()
  return (key) => {
    const value = known.get(key) ?? create(key)
    known.set(key, value)
    return value
  }
}
