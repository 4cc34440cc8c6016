import type { AssetStore } from './store.ts'

/** One of something for each store, whoever asks: made when it is first asked for, gone with the store. */
export function perStore<T>(create: (assets: AssetStore) => T): (assets: AssetStore) => T {
  const made = new WeakMap<AssetStore, T>()
  return (assets) => {
    const one = made.get(assets) ?? create(assets)
    made.set(assets, one)
    return one
  }
}
