/**
 * A Map that stores its entries in the order of their last use, the least recently used entry first. Reading or writing
 * an entry is a use. Decision 90 compares this class with quick-lru.
 */
export class LruMap<K, V> extends Map<K, V> {
  override get(key: K): V | undefined {
    const value = super.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  override set(key: K, value: V): this {
    super.delete(key)
    return super.set(key, value)
  }

  /**
   * Deletes the least recently used entries until at most `limit` are left. With `weigh`, `limit` is the maximum sum of
   * weights, such as bytes.
   */
  trim(limit: number, weigh: (value: V) => number = () => 1): void {
    let total = 0
    for (const value of this.values()) total += weigh(value)
    for (const [key, value] of this) {
      if (total <= limit) return
      total -= weigh(value)
      this.delete(key)
    }
  }
}
