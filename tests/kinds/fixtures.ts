/** Field values that a kind needs to paint anything, such as an asset. Most kinds need none. */
import type { AssetId } from '#client/kit/base/ids.ts'

/** Assets of the test stage. */
interface StageAssets {
  /** A bitmap of the store, opaque. */
  bitmap: AssetId
}

export const FIXTURES: Readonly<Record<string, (gifts: StageAssets) => object>> = {
  overlay: ({ bitmap }) => ({ content: bitmap, width: 400, height: 300 }),
}
