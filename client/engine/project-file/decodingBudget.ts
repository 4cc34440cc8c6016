/** Limits the memory for opening a project file. Runs before any image is decoded. */
import { ownId } from '#client/kit/fonts/own/ownFonts.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { readHeader } from '#client/media/file/fileParts.ts'
import { sniff } from '#client/media/file/sniff.ts'
import { readMeta } from '#client/media/importer/heic/heicMeta.ts'
import { PHOTO_LIMITS } from '#client/media/importer/importer.ts'
import { stringsIn } from '#client/model/assets/store.ts'
import type { AssetEntry, Project } from './project.ts'

/**
 * The limits of image stickers. `maxPixels`: a larger image is downscaled when it is added, because a sticker's longer
 * side is at most 1000 document px. `maxTotal`: maximum number of pixels of all stickers, which is 25 of the largest.
 */
export const STICKER_LIMITS = { maxPixels: 4_000_000, maxTotal: 100_000_000 } as const

/**
 * Maximum number of pixels of a document's images, as a multiple of the maximum photo. Enough for the photo, the
 * background image, two overlays, and all stickers (see STICKER_LIMITS), which have as many pixels as two photos.
 */
const MAX_IMAGES = 6
/**
 * Maximum number of pixels of a document's mattes, as a multiple of the maximum photo. Enough for the subject, 16
 * objects, and three images whose background was removed.
 */
const MAX_MATTES = 20

const pixelsOf = ({ width, height }: Size) => width * height

/**
 * Returns the project without unused assets and fonts. Equal fonts are listed once. Fails with 'images-too-large' if
 * the images have more pixels than MAX_IMAGES photos of maximum size, or the mattes more than MAX_MATTES. Fails with
 * 'damaged' if the header of an image file is damaged or contradicts its entry. `parts`: bytes by hash.
 */
export function limitDecoding(
  project: Project,
  parts: ReadonlyMap<string, Uint8Array>,
): Result<Project, 'images-too-large' | 'damaged'> {
  const used = stringsIn(project.document)
  const assets = project.assets.filter(({ id }) => used.has(id))
  const fonts = new Map(project.fonts.filter(({ part }) => used.has(ownId(part))).map((font) => [font.part, font]))
  if (!isDecodable(assets)) return err('images-too-large')
  if (!hasDeclaredSizes(assets, parts)) return err('damaged')
  return ok({ ...project, assets, fonts: [...fonts.values()] })
}

/**
 * Returns false if the images have more pixels than MAX_IMAGES photos of maximum size, or the mattes more than
 * MAX_MATTES.
 */
export function isDecodable(assets: readonly AssetEntry[]): boolean {
  const [images, mattes] = pixelsIn(assets)
  const { maxPixels } = PHOTO_LIMITS
  return images <= MAX_IMAGES * maxPixels && mattes <= MAX_MATTES * maxPixels
}

/** Returns the number of pixels of all images and of all mattes. Mattes that share a part are counted once. */
function pixelsIn(assets: readonly AssetEntry[]): [images: number, mattes: number] {
  const mattes = new Map<string, number>()
  let images = 0
  for (const asset of assets) {
    const matte = asset.kind === 'matte' ? asset.part : asset.cut
    if (matte !== null) mattes.set(`${matte} ${asset.width} ${asset.height}`, pixelsOf(asset))
    if (asset.kind === 'bitmap') images += pixelsOf(asset)
  }
  return [images, [...mattes.values()].reduce((sum, pixels) => sum + pixels, 0)]
}

/**
 * Returns false if the header of an image file contradicts its entry. Skips files of unknown types, which the decoder
 * rejects later.
 */
function hasDeclaredSizes(assets: readonly AssetEntry[], parts: ReadonlyMap<string, Uint8Array>): boolean {
  const known = new Map<string, number | null>()
  return assets.every((asset) => {
    const bytes = parts.get(asset.part)
    if (asset.kind === 'matte' || !bytes) return true
    const pixels = known.get(asset.part) ?? storedPixels(bytes)
    known.set(asset.part, pixels)
    return pixels === null || pixels === pixelsOf(asset)
  })
}

/**
 * Returns the number of pixels given in an image file's header. 0 if the header is damaged, null if the type is
 * unknown.
 */
function storedPixels(bytes: Uint8Array): number | null {
  const type = sniff(bytes)
  if (!type) return null
  const header = type === 'heic' ? readMeta(bytes) : readHeader(type, bytes)
  return header ? pixelsOf(header) : 0
}
