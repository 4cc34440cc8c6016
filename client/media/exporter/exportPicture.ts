/** Exports a document to a file according to the export settings, and estimates the size of that file. */
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { conform } from '#client/kit/values/fields.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { canvasSize, exportScale } from '#client/model/document/backdrop.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import { type DocumentSnapshot, layerOfKind } from '#client/model/document/document.ts'
import { withoutMerged } from '#client/render/objects/lifted.ts'
import { subjectScale } from '#client/render/photo/subjectPlacement.ts'
import { rgbOf } from '#shaders/lib/color.ts'
import { photoDataOf } from '../gainmap/photoData.ts'
import { type ExportSettings, enlarged, hasMargins, isTooLarge, planPicture } from './exportSettings.ts'
import type { EncodedPicture, ExportError, ExportFormat, ExportOptions } from './formats/format.ts'
import { formatOf } from './formats/registry.ts'
import type { OpenedGainMap } from './gainMapSource.ts'
import { type CreatePainter, colorLayer, type PictureGraphics, pictureLayers } from './pictureLayers.ts'
import { frameSource, GAIN_MAP_QUALITY, mapSource, overColor, type PixelSource, srgbSource } from './pixelSource.ts'
import { alphaBounds } from './strips/paintStrips.ts'

export interface Estimate {
  /** Size of the exported image, px. */
  size: Size
  /** Estimated file size, bytes. */
  bytes: number
}

/**
 * Paints the document in strips with the same scene as the preview, and encodes the image. Fails with any ExportError.
 */
export function exportPicture(
  doc: DocumentSnapshot,
  settings: ExportSettings,
  graphics: PictureGraphics,
  options: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  const format = formatOf(settings.format)
  return withPicture(doc, settings, format, graphics, options, async (source) => {
    const encoded = await format.encode(source, conform(format.options, settings), options)
    return encoded.ok ? ok(encoded.value.file) : encoded
  })
}

/**
 * Estimates the size of the file that `exportPicture` would write, from a sample of the image. Fails with the same
 * errors as `exportPicture`.
 */
export function estimatePicture(
  doc: DocumentSnapshot,
  settings: ExportSettings,
  graphics: PictureGraphics,
  options: ExportOptions,
): Promise<Result<Estimate, ExportError>> {
  const format = formatOf(settings.format)
  return withPicture(doc, settings, format, graphics, options, async (source) => {
    const { photoData, ...base } = source
    const bytes = await estimateFileSize(base, (part) =>
      format.encode(part, conform(format.options, settings), options),
    )
    if (!bytes.ok || !photoData?.gainMap) return bytes.ok ? ok({ size: source.size, bytes: bytes.value }) : bytes
    const map = await estimateFileSize(photoData.gainMap.source, (part) =>
      format.encode(part, { quality: GAIN_MAP_QUALITY }, options),
    )
    return map.ok ? ok({ size: source.size, bytes: bytes.value + map.value }) : map
  })
}

async function withPicture<T>(
  doc: DocumentSnapshot,
  settings: ExportSettings,
  format: ExportFormat,
  graphics: PictureGraphics,
  { signal }: ExportOptions,
  use: (source: PixelSource) => Promise<Result<T, ExportError>>,
): Promise<Result<T, ExportError>> {
  if (!doc.photo) return err('no-image')
  const isAlone = settings.content === 'subject'
  const shown = isAlone ? onlySubject(doc) : doc
  const picture = { ...pictureRect(shown), x: 0, y: 0 }
  const content = isAlone ? await subjectBounds(doc, graphics.createPainter, signal) : ok(picture)
  if (!content.ok) return content
  const { scale, frame } = planPicture(
    enlarged(settings, shown),
    content.value,
    exportScale(shown),
    subjectScale(shown),
    picture,
  )
  if (isTooLarge(format, frame)) return err('too-large')
  const painter = await graphics.createPainter(shown, scale)
  let gain: OpenedGainMap | null = null
  try {
    const needsBackground = !format.keepsAlpha || (painter.opaque && hasMargins(settings, content.value))
    const background = needsBackground ? rgbOf(settings.background) : null
    const layered = format.isLayered ? { ...painter, layers: pictureLayers(shown, scale, graphics) } : painter
    const framed = mapSource(layered, (one) => frameSource(settings.colors === 'srgb' ? srgbSource(one) : one, frame))
    const { fileOf = () => null } = painter
    const dataOf = async (file: Blob | null) => file && photoDataOf(file)
    const data = await dataOf(fileOf(doc.photo.asset))
    if (settings.hdr && format.keepsGainMap) {
      const image = shown.backdrop.type === 'image' ? await dataOf(fileOf(shown.backdrop.asset)) : null
      const maps = { photo: data?.gainMap ?? null, image: image?.gainMap ?? null }
      const plan = { doc: shown, scale, size: painter.size, frame, graphics }
      if (maps.photo || maps.image) gain = await (await import('./gainMapSource.ts')).openGainMap(maps, plan)
    }
    const photoData = {
      gainMap: gain ?? undefined,
      sourceType: data?.sourceType,
      details: settings.details ? data?.details : undefined,
    }
    if (!background) return await use({ ...framed, photoData })
    const layers = framed.layers && { layers: [colorLayer(framed, background), ...framed.layers] }
    return await use({ ...overColor(framed, background), ...layers, photoData })
  } finally {
    gain?.destroy()
    painter.destroy()
  }
}

/** Returns a document that shows only the subject layer and the objects merged into it, on a transparent backdrop. */
function onlySubject(doc: DocumentSnapshot): DocumentSnapshot {
  const subject = layerOfKind(doc, 'subject')
  const alone: DocumentSnapshot = {
    ...withoutMerged(doc),
    backdrop: { type: 'transparent' },
    order: subject ? [subject.id] : [],
  }
  // Without its background image, the document may have another canvas size. The crop's frame is then invalid.
  const [before, after] = [canvasSize(doc), canvasSize(alone)]
  return before.width === after.width && before.height === after.height ? alone : { ...alone, crop: null }
}

/** Bounds of the subject by document. Cached, because computing the bounds paints the whole subject layer. */
const knownBounds = new WeakMap<DocumentSnapshot, Rect>()

/**
 * Returns the bounding box of the visible subject in the image, in document px. Fails with 'no-subject', 'aborted' or
 * 'context-lost'.
 */
async function subjectBounds(
  doc: DocumentSnapshot,
  createPainter: CreatePainter,
  signal: AbortSignal,
): Promise<Result<Rect, ExportError>> {
  const known = knownBounds.get(doc)
  if (known) return ok(known)
  if (!doc.separation) return err('no-subject')
  const alone = onlySubject(doc)
  const scale = exportScale(alone)
  const painter = await createPainter(alone, scale)
  try {
    const bounds = await alphaBounds(painter, signal)
    if (!bounds.ok) return bounds
    const { x, y, width, height } = bounds.value
    const found = { x: x / scale, y: y / scale, width: width / scale, height: height / scale }
    knownBounds.set(doc, found)
    return ok(found)
  } finally {
    painter.destroy()
  }
}

/**
 * Estimates the file size of `source`, bytes, from a sample of about `pixels` px. If the file size is not proportional
 * to the height, encodes the whole image instead. Fails with the errors of `encode`.
 */
export async function estimateFileSize(
  source: PixelSource,
  encode: (source: PixelSource) => Promise<Result<EncodedPicture, ExportError>>,
  pixels?: number,
): Promise<Result<number, ExportError>> {
  const sample = sampleRows(source, pixels)
  const encoded = await encode(sample.source)
  if (!encoded.ok) return encoded
  if (sample.factor === 1 || encoded.value.scalesWithHeight) return ok(encoded.value.file.size * sample.factor)
  const whole = await encode(source)
  return whole.ok ? ok(whole.value.file.size) : whole
}

/**
 * Rows per band. The number is a multiple of both side lengths of a JPEG MCU (8 and 16), so seams between bands add few
 * bytes.
 */
const BAND = 32
/** Default size of a sample, px. */
const SAMPLE_PIXELS = 3 << 20

interface Sample {
  source: PixelSource
  /** Image rows per row of the sample. 1 = the sample is the whole image. */
  factor: number
}

/**
 * Returns a sample of an image: evenly spaced bands of 32 full-width rows, stacked from top to bottom. The sample has
 * about `pixels` px. If it would contain more than half of the image, returns the image itself with factor 1.
 */
export function sampleRows(source: PixelSource, pixels = SAMPLE_PIXELS): Sample {
  const { width, height } = source.size
  const all = Math.floor(height / BAND)
  const bands = Math.max(1, Math.round(pixels / (width * BAND)))
  if (bands * 2 > all) return { source, factor: 1 }
  // each band is centered in its section of the image
  const startOf = (band: number) => Math.floor(((band + 0.5) * height) / bands - BAND / 2)
  const rows = bands * BAND
  return {
    factor: height / rows,
    source: mapSource(source, (one) => ({
      ...one,
      size: { width, height: rows },
      async paint(region, into) {
        const pixels = into ?? new Uint8Array(4 * region.width * region.height)
        for (let y = region.y; y < region.y + region.height; ) {
          const band = Math.floor(y / BAND)
          const end = Math.min((band + 1) * BAND, region.y + region.height)
          const part: Rect = { ...region, y: startOf(band) + y - band * BAND, height: end - y }
          pixels.set(await one.paint(part), 4 * (y - region.y) * region.width)
          y = end
        }
        return pixels
      },
    })),
  }
}
