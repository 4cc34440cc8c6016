import type { Rect } from '#client/kit/geometry/geometry.ts'
import { pixelConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetStore, BitmapAsset } from '#client/model/assets/store.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import { type DocumentSnapshot, workingSpace } from '#client/model/document/document.ts'
import { liftedMatteOf, matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { matteBox } from '#client/render/matting/separation.ts'
import type { LiftedLayer } from '#client/render/objects/lifted.ts'
import { type Rgb, rgbOf } from '#shaders/lib/color.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { type LightStatistics, lightStatistics } from './matchLight.ts'
import { isBackgroundPixel, isCovered, reducedCoverage, reducedPixels } from './reducedPixels.ts'

const NEUTRAL = defaults(tuneFields)
/** Longer side of the downscaled images, px. */
const SIDE = 41
/** Maximum number of colors for fitting the lighting. */
const MOST = 128

export interface LightSamples {
  /** Colors of the subject or object without enhancements. Straight alpha, encoded in the working space, 0..1. */
  subject: readonly Rgb[]
  /** Statistics of the light in the background behind the subject or object, with the background's enhancements. */
  background: LightStatistics
}

/**
 * Resolves with the colors of the subject or a lifted object, and the light of its background. The background is the
 * photo, an image or a color. Null if the subject or the background is missing, or if an asset was freed in the
 * meantime.
 */
export async function lightSamples(
  doc: DocumentSnapshot,
  assets: AssetStore,
  object: LiftedLayer | null,
): Promise<LightSamples | null> {
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  const ofSubject = matteOf(doc, assets)
  const matte = object ? liftedMatteOf(doc, assets, object) : ofSubject
  const box = object && matte ? matteBox(matte) : undefined
  if (!photo || !matte || box === null) return null
  const small = await workingPixels(photo, doc)
  // a small object is sampled at a higher resolution
  const close = box ? await workingPixels(photo, doc, box) : small
  if (!small || !close) return null
  const coverage = reducedCoverage(matte, close, box)
  const subject = close.colors.filter((_, i) => isCovered(coverage[i] ?? 0))
  const taken = [matte, ofSubject].map((each) => (each ? reducedCoverage(each, small) : []))
  const around = small.colors.filter((_, i) => taken.every((each) => isBackgroundPixel(each[i] ?? 0)))
  const background = await backgroundLight(doc, assets, around)
  const colors = dropTransparent(subject)
  return colors.length > 0 && background ? { subject: thinned(colors), background } : null
}

async function backgroundLight(
  doc: DocumentSnapshot,
  assets: AssetStore,
  around: readonly (Rgb | null)[],
): Promise<LightStatistics | null> {
  const { backdrop, tune } = doc
  const space = workingSpace(doc)
  if (backdrop.type === 'transparent') return null
  if (backdrop.type === 'color') {
    const color = rgbOf(backdrop.color, space)
    const others = [backdrop.gradient, backdrop.floor].flatMap((part) => (part ? [rgbOf(part.color, space)] : []))
    const colors = [color, ...others]
    return { ...lightStatistics(colors, NEUTRAL, space), spread: null }
  }
  const image = backdrop.type === 'image' ? assets.bitmap(backdrop.asset) : null
  const colors = dropTransparent(
    backdrop.type === 'image' ? ((image && (await workingPixels(image, doc))?.colors) ?? []) : around,
  )
  return colors.length > 0 ? lightStatistics(colors, tune.background, space) : null
}

/** Returns at most `MOST` of the colors, evenly spaced, because fitting evaluates each color about a hundred times. */
const thinned = (colors: readonly Rgb[]): Rgb[] => {
  const step = Math.ceil(colors.length / MOST)
  return colors.filter((_, i) => i % step === 0)
}

const dropTransparent = (colors: readonly (Rgb | null)[]): Rgb[] => colors.filter((color) => color !== null)

/** Downscales an image or a part of it, and converts it to the working space. Almost transparent pixels become null. */
async function workingPixels({ bitmap }: BitmapAsset, doc: DocumentSnapshot, part?: Rect) {
  const small = await reducedPixels(bitmap, SIDE, part)
  if (!small) return null
  const { pixels, width, height } = small
  pixelConversion(colorSpaceOf(bitmap), workingSpace(doc))(pixels)
  const colors = Array.from({ length: width * height }, (_, i): Rgb | null => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(4 * i, 4 * i + 4)
    return alpha < 128 ? null : [red / 255, green / 255, blue / 255]
  })
  return { width, height, colors }
}
