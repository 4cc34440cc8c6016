import { iccProfileOf } from '#client/kit/base/color-space/iccProfileOf.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError, ExportOptions } from '../../exportError.ts'
import type { PixelSource } from '../../pixelSource.ts'
import { encodeJpeg } from '../jpeg/encodeJpeg.ts'
import { pdfPageBoxes } from './pdfPageBoxes.ts'

interface PdfValues {
  /** JPEG quality, 1..100. */
  quality: number
  /** Resolution, px per inch. */
  resolution: number
  /** Width of the bleed at each edge, mm. The bleed is part of the picture. */
  bleed: number
}

/**
 * Encodes a PDF of one page. The JPEG is embedded as encoded (DCTDecode), so no pixel is compressed twice. The colour
 * space of the image is DeviceRGB for sRGB, and ICCBased for any other space. The file contains no date. Alpha is
 * ignored: the caller composites transparent pictures over a colour. Fails with 'aborted', 'context-lost' or
 * 'encode-failed'.
 */
export async function encodePdf(
  source: PixelSource,
  { quality, resolution, bleed }: PdfValues,
  options: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  const jpeg = await encodeJpeg({ ...source, colorSpace: 'srgb' }, quality, options) // the PDF names the space
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
