/** What a kind must be given before it paints anything: pixels to show, strokes. A kind that paints by itself has no line. */
import type { AssetId } from '#client/kit/base/ids.ts'

/** What the stage has to give. */
interface StageAssets {
  /** A bitmap of the store, opaque. */
  bitmap: AssetId
}

export const FIXTURES: Readonly<Record<string, (gifts: StageAssets) => object>> = {
  overlay: ({ bitmap }) => ({ content: bitmap, width: 400, height: 300 }),
}
