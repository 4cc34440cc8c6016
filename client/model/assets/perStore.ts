import type { AssetStore } from './store.ts'

/**
 * Returns a function that creates one value per asset store at the first call, with `create`, and returns the same value
 * afterwards. The value lives as long as its store.
 */
export function perStore<T>(create: (assets: AssetStore) => T): (assets: AssetStore) => T {
  const instances = new WeakMap<AssetStore, T>()
  return (assets) => {
    const instance = instances.get(assets) ?? create(assets)
    instances.set(assets, instance)
    return instance
  }
}
