import type { AssetStore } from './store.ts'

/** A getter that creates one value per asset store, at the first call, and returns the same value afterwards. */
export function perStore<T>(create: (assets: AssetStore) => T): (assets: AssetStore) => T {
  const instances = new WeakMap<AssetStore, T>()
  return (assets) => {
    const instance = instances.get(assets) ?? create(assets)
    instances.set(assets, instance)
    return instance
  }
}
