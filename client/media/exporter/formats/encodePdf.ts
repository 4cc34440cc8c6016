import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { iccProfileOf } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type { PixelSource } from '../pixelSource.ts'
import type { ExportError, ExportOptions } from './format.ts'
import { encodeJpeg } from './jpeg/encodeJpeg.ts'

interface PdfValues {
  /** JPEG quality, 1..100. */
  quality: number
  /** Resolution of the image, px per inch. */
  resolution: number
  /** Width of the bleed at each edge, mm. The image contains the bleed. */
  bleed: number
}

/**
 * Encodes a PDF of one page. The PDF contains the JPEG unchanged (DCTDecode) and no date. Alpha is ignored. Fails with
 * 'aborted', 'context-lost' or 'encode-failed'.
 */
export async function encodePdf(
  source: PixelSource,
  { quality, resolution, bleed }: PdfValues,
  options: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  // The PDF declares the color space, so the JPEG doesn't need a profile.
  const jpeg = await encodeJpeg({ ...source, colorSpace: 'srgb' }, quality, options)
  if (!jpeg.ok) return jpeg
  const [{ PDFDocument, PDFName, PDFNumber, PDFRawStream }, bytes] = await Promise.all([
    import('@cantoo/pdf-lib'),
    jpeg.value.arrayBuffer(),
  ])
  if (options.signal.aborted) return err('aborted')
  const { media, trim, userUnit } = pdfPageBoxes(source.size, resolution, bleed)
  const document = await PDFDocument.create({ updateMetadata: false })
  const page = document.addPage([media.width, media.height])
  page.setBleedBox(media.x, media.y, media.width, media.height)
  page.setTrimBox(trim.x, trim.y, trim.width, trim.height)
  if (userUnit > 1) page.node.set(PDFName.of('UserUnit'), PDFNumber.of(userUnit))
  const image = await document.embedJpg(bytes)
  await image.embed()
  const stream = document.context.lookup(image.ref)
  if (source.colorSpace && source.colorSpace !== 'srgb' && stream instanceof PDFRawStream) {
    const profile = document.context.stream(iccProfileOf(source.colorSpace), { N: 3 })
    const space = document.context.obj([PDFName.of('ICCBased'), document.context.register(profile)])
    stream.dict.set(PDFName.of('ColorSpace'), space)
  }
  page.drawImage(image, media)
  const file = await document.save({ useObjectStreams: false })
  if (options.signal.aborted) return err('aborted')
  return ok(new Blob([new Uint8Array(file)], { type: 'application/pdf' }))
}

/** Default unit of PDF pages: 1/72 inch (ISO 32000-1, 8.3.2.3). */
const POINTS_PER_INCH = 72
const MM_PER_INCH = 25.4
/** Maximum side of a page in PDF readers, user space units (ISO 32000-1, annex C). */
const MAX_UNITS = 14_400
/**
 * Maximum bleed at each edge as a fraction of the shorter side. The limit ensures that the trimmed page is not empty.
 */
const MAX_BLEED_SHARE = 0.25

/** The page boxes of a PDF (ISO 32000-1, 14.11.2), for a page with bleed. */
interface PageBoxes {
  /** Rectangle of the whole image, which is also the BleedBox, user space units. */
  media: Rect
  /** Rectangle of the page after trimming (TrimBox), user space units. */
  trim: Rect
  /** Points per user space unit. 1 unless the page is larger than 200 inches. */
  userUnit: number
}

/** Returns the page boxes for an image of `size` (px). `dpi`: px per inch. `bleed`: mm at each edge. */
export function pdfPageBoxes(size: Size, dpi: number, bleed: number): PageBoxes {
  const points = { width: (size.width / dpi) * POINTS_PER_INCH, height: (size.height / dpi) * POINTS_PER_INCH }
  const userUnit = Math.max(1, Math.max(points.width, points.height) / MAX_UNITS)
  const media = { x: 0, y: 0, width: points.width / userUnit, height: points.height / userUnit }
  const wanted = (bleed / MM_PER_INCH) * (POINTS_PER_INCH / userUnit)
  const inset = Math.min(wanted, MAX_BLEED_SHARE * Math.min(media.width, media.height))
  const trim = { x: inset, y: inset, width: media.width - 2 * inset, height: media.height - 2 * inset }
  return { media, trim, userUnit }
}
