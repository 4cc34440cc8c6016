/** Decodes a gain map to an image that the scene paints. */
import { concatBytes } from '#client/kit/bytes/bytes.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { RAW_COLORS } from '#client/kit/pixels/color-space/colorSpace.ts'
import { type AssetId, newId } from '#client/kit/values/ids.ts'
import { clampToUnit } from '#client/kit/values/numbers.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import type { BitmapAsset } from '#client/model/assets/store.ts'
import { orientBitmap } from '../file/applyOrientation.ts'
import { partsOf } from '../file/fileParts.ts'
import { sniff } from '../file/sniff.ts'
import { type Channels, equalChannels, type GainMapMetadata } from './metadata.ts'
import type { StoredGainMap } from './readGainMap.ts'

/** A gain map whose range contains gain 0, so that drawn layers can be painted as SDR. */
export interface DecodedGainMap {
  /**
   * The gain map: opaque and upright. The bitmap's sides are half of the photo's sides, rounded up. The caller closes
   * the bitmap.
   */
  asset: BitmapAsset
  metadata: GainMapMetadata
  /** The byte that means exactly gain 0, per channel. */
  zero: Channels
}

/**
 * Decodes a gain map for a photo of this size, px. The result has the range of `shared`, extended to contain gain 0. If
 * `stored` is null, all gains are 0. Rejects if the map is damaged.
 */
export async function decodeGainMap(
  stored: StoredGainMap | null,
  photo: Size,
  shared: GainMapMetadata,
): Promise<DecodedGainMap> {
  const { curves, metadata, zero } = withZero(stored ?? { metadata: shared }, shared)
  const size = { width: Math.ceil(photo.width / 2), height: Math.ceil(photo.height / 2) }
  const bitmap = stored ? await decoded(stored, size, curves) : await flat(zero, size)
  const { width, height } = photo
  const own = { id: newId<AssetId>(), bitmap, width, height, isHalved: true } as const
  return { asset: { kind: 'bitmap', ...own, hasAlpha: false, sha256: '' }, metadata, zero }
}

async function decoded({ image, orientation }: StoredGainMap, size: Size, curves: readonly Curve[] | null) {
  const bitmap = await createImageBitmap(withoutMetadata(image), RAW_COLORS)
  const curved = curves ? await withCurves(bitmap, curves) : bitmap
  return resized(orientation > 1 ? await orientBitmap(curved, orientation) : curved, size)
}

function flat([red, green, blue]: Channels, { width, height }: Size): Promise<ImageBitmap> {
  const color = new Uint8ClampedArray([red, green, blue, 255])
  const pixels = new ImageData(width, height)
  for (let i = 0; i < pixels.data.length; i += 4) pixels.data.set(color, i)
  return createImageBitmap(pixels)
}

/** Returns metadata whose range contains the gains of both maps, with the offsets of `own`. */
export function sharedMetadata(own: GainMapMetadata, other: GainMapMetadata): GainMapMetadata {
  const pick = (choose: (a: number, b: number) => number, a: Channels, b: Channels) =>
    a.map((value, c) => choose(value, b[c] as number)) as unknown as Channels // safe cast: there are three channels
  return {
    ...own,
    min: pick(Math.min, own.min, other.min),
    max: pick(Math.max, own.max, other.max),
    gamma: equalChannels(1),
    capacityMin: Math.min(own.capacityMin, other.capacityMin),
    capacityMax: Math.max(own.capacityMax, other.capacityMax),
  }
}

/**
 * Returns a JPEG without the segments for orientation and color profile, because they would change the pixels. Returns
 * a PNG unchanged, because gain maps in PNGs have no such data.
 */
function withoutMetadata(jpeg: Uint8Array<ArrayBuffer>): Blob {
  if (sniff(jpeg) === 'png') return new Blob([jpeg], { type: 'image/png' })
  const kept: Uint8Array[] = []
  let at = 0
  for (const { name, from, to } of partsOf('jpeg', jpeg).parts) {
    if (!name.startsWith('APP')) continue
    kept.push(jpeg.subarray(at, from))
    at = to
  }
  return new Blob([concatBytes([...kept, jpeg.subarray(at)])], { type: 'image/jpeg' })
}

type Curve = Uint8Array

/**
 * Returns metadata whose range contains the range of `shared`. In this range, the byte `zero` means exactly gain 0.
 * `curves`: the new byte for each stored byte, per channel. `curves` is null if the stored bytes don't change.
 */
export function withZero(
  { metadata, gainOf }: Pick<StoredGainMap, 'metadata' | 'gainOf'>,
  shared = metadata,
): {
  curves: Curve[] | null
  metadata: GainMapMetadata
  zero: Channels
} {
  const { min, max, gamma } = metadata
  if (!gainOf && shared === metadata && min.every((value) => value === 0))
    return { curves: null, metadata, zero: equalChannels(0) }
  const ranges = [0, 1, 2].map((c) => rangeWithZero(shared.min[c] as number, shared.max[c] as number))
  const curves = ranges.map((range, c) => {
    const [low, high, exponent] = [min[c] as number, max[c] as number, 1 / (gamma[c] as number)]
    const stored = gainOf ?? ((code: number) => low + (high - low) * code ** exponent)
    return Uint8Array.from({ length: 256 }, (_, code) => {
      const share = (stored(code / 255) - range.min) / (range.max - range.min)
      return Math.round(255 * clampToUnit(share))
    })
  })
  // Safe cast: there are three ranges.
  const of = (value: (range: Range) => number) => ranges.map(value) as unknown as Channels
  const own = { min: of((range) => range.min), max: of((range) => range.max), gamma: equalChannels(1) }
  return { curves, metadata: { ...shared, ...own }, zero: of((range) => range.zero) }
}

interface Range {
  min: number
  max: number
  zero: number
}

/** Extends a range of gains, in stops, so that a byte (`zero`) means exactly gain 0. */
function rangeWithZero(min: number, max: number): Range {
  const [below, above] = [Math.max(0, -min), Math.max(max, -min / 254, Number.EPSILON)]
  const zero = Math.min(254, Math.ceil((255 * below) / (below + above)))
  return { min: (-zero * above) / (255 - zero) || 0, max: above, zero }
}

/** Applies a curve to each channel and closes `image`. */
async function withCurves(image: ImageBitmap, curves: readonly Curve[]): Promise<ImageBitmap> {
  const pixels = pixelsOf(image)
  image.close()
  const { data } = pixels
  for (let i = 0; i < data.length; i += 4)
    for (let c = 0; c < 3; c++) data[i + c] = curves[c]?.[data[i + c] as number] as number
  return createImageBitmap(pixels)
}

/** Returns the image at this size. Closes `image` if its size is different. */
async function resized(image: ImageBitmap, { width, height }: Size): Promise<ImageBitmap> {
  if (image.width === width && image.height === height) return image
  // 'low' enlarges with bilinear interpolation, like other gain map readers
  const resizeQuality = image.width > width ? 'high' : 'low'
  const copy = await createImageBitmap(image, { resizeWidth: width, resizeHeight: height, resizeQuality })
  image.close()
  return copy
}
