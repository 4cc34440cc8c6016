/** Field values that a kind of layer needs before it can be painted, such as an asset. Most kinds don't need values. */
import type { Rect } from '#client/kit/geometry/geometry.ts'
import type { AssetId } from '#client/kit/values/ids.ts'

/** Assets that the fields can refer to. */
interface StageAssets {
  /** An opaque bitmap in the store. */
  bitmap: AssetId
  /** A matte of the photo's size, and its bounding box. */
  matte: AssetId
  box: Rect
}

/** More samples, for fields that have an effect only together. `samplesOf` derives other samples from the fields. */
export const FURTHER_SAMPLES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  shape: {
    'a dashed line with heads': { type: 'line', dash: 'dashed', strokeWidth: 20, ends: { start: 'arrow', end: 'bar' } },
    'a dotted curve with heads': {
      type: 'curved-line',
      dash: 'dotted',
      strokeWidth: 20,
      ends: { start: 'round', end: 'diamond' },
    },
    'a dotted outline around a stretched bubble': {
      type: 'speech-bubble',
      dash: 'dotted',
      outline: { enabled: true, color: '#3a7bd5', width: 20 },
      stretch: { horizontal: 180, vertical: 40 },
    },
  },
}

export const FIXTURES: Readonly<Record<string, (gifts: StageAssets) => object>> = {
  object: ({ matte, box }) => ({ lifted: { matte, box } }),
  overlay: ({ bitmap }) => ({ content: bitmap, width: 400, height: 300 }),
}
