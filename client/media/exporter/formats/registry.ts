/** Lists every export format for the export dialog, the batch and the command line. */
import { can, resetCheck } from '#client/kit/browser/self-checks/selfChecks.ts'
import { number } from '#client/kit/values/fields.ts'
import { ok, type Result } from '#client/kit/values/result.ts'
import { defineFormat, type EncodedPicture, type ExportError, type ExportFormat } from './format.ts'

/** The quality field that lossy formats share: 1 = smallest file, 100 = fewest artifacts. */
const quality = number('Quality', { default: 92, min: 1, max: 100, isWhole: true, unit: 'percent' })

/** Marks the size of an encoded file as proportional to the number of rows. */
const scaling = (encoded: Result<Blob, ExportError>): Result<EncodedPicture, ExportError> =>
  encoded.ok ? ok({ file: encoded.value, scalesWithHeight: true }) : encoded

/** PNG (W3C PNG specification, third edition): lossless, with alpha. Images of at most 256 colors get a palette. */
const png = defineFormat({
  id: 'png',
  label: 'PNG',
  extension: 'png',
  mimeType: 'image/png',
  options: {},
  keepsAlpha: true,
  keepsDetails: true,
  maxSide: 2 ** 31 - 1, // PNG stores width and height in 31 bits (PNG spec, 11.2.2)
  needs: ['exactReadback'],
  async encode(source, _values, options) {
    const { encodePalettePng, encodePng, pngWithMetadata } = await loadPngEncoder()
    const indexed = await encodePalettePng(source, options)
    const encoded = indexed ?? (await encodePng(source, options))
    if (!encoded.ok) return encoded
    const file = pngWithMetadata(encoded.value, source.photoData ?? {})
    return ok({ file, scalesWithHeight: !indexed })
  },
})

/** Loads the script of the PNG encoder. The user can then download an image without a connection. */
export const loadPngEncoder = () => import('./png/encodePng.ts')

/** JPEG (ITU-T T.81), baseline, in a JFIF file: lossy, without alpha. */
export const jpeg = defineFormat({
  id: 'jpeg',
  label: 'JPEG',
  extension: 'jpg',
  mimeType: 'image/jpeg',
  options: { quality },
  keepsAlpha: false,
  keepsGainMap: true,
  keepsDetails: true,
  maxSide: 65_535, // JPEG stores sides in 16 bits (T.81, B.2.2)
  needs: ['exactReadback'],
  async encode(source, { quality }, options) {
    const { encodeUltraHdr } = await import('./jpeg/encodeUltraHdr.ts')
    return scaling(await encodeUltraHdr(source, quality, options))
  },
})

/**
 * Minimum number of bytes per px for a sample to predict the file size. In flatter images, the seams between the
 * sample's bands dominate. For example, the estimate for a clear sky was 1.7 times the true size.
 */
const FLAT_WEBP = 0.1

/** WebP (RFC 9649), lossy with lossless alpha, written by the browser's own encoder. */
export const webp = defineFormat({
  id: 'webp',
  label: 'WebP',
  extension: 'webp',
  mimeType: 'image/webp',
  options: { quality },
  keepsAlpha: true,
  keepsDetails: true,
  maxSide: 16_383, // WebP stores sides in 14 bits (RFC 9649, 2.6)
  needs: ['exactReadback', 'exactCanvas'],
  async isSupported() {
    const { canEncodeWebp } = await import('./encodeWebp.ts')
    return canEncodeWebp()
  },
  async encode(source, { quality }, options) {
    const { encodeWebp } = await import('./encodeWebp.ts')
    const encoded = await encodeWebp(source, quality, options)
    if (!encoded.ok) return encoded
    const { width, height } = source.size
    return ok({ file: encoded.value, scalesWithHeight: encoded.value.size >= FLAT_WEBP * width * height })
  },
})

/** PDF 1.7 (ISO 32000-1) for print: one page, whose image is a JPEG at the resolution that the user chooses. */
const pdf = defineFormat({
  id: 'pdf',
  label: 'PDF',
  extension: 'pdf',
  mimeType: 'application/pdf',
  options: {
    quality,
    /** Resolution of the image, px per inch. The resolution determines the size of the page. */
    resolution: number('Resolution (dpi)', { default: 300, min: 72, max: 1200, isWhole: true }),
    /** Width of the strip that the print shop cuts off at each edge. */
    bleed: number('Bleed (mm)', { default: 0, min: 0, max: 20, step: 0.5 }),
  },
  keepsAlpha: false,
  maxSide: 65_535, // the maximum side of a JPEG, because the PDF page contains the image as one JPEG
  needs: ['exactReadback'],
  async encode(source, values, options) {
    const { encodePdf } = await import('./encodePdf.ts')
    return scaling(await encodePdf(source, values, options))
  },
})

/** PSD (Adobe Photoshop File Formats Specification): lossless, with the document's layers and the merged image. */
const psd = defineFormat({
  id: 'psd',
  label: 'PSD',
  extension: 'psd',
  mimeType: 'image/vnd.adobe.photoshop',
  options: {},
  keepsAlpha: true,
  keepsDetails: true,
  isLayered: true,
  maxSide: 30_000, // maximum of version 1, section "File Header Section"
  needs: ['exactReadback'],
  async encode(source, _values, options) {
    const { encodePsd } = await import('./psd/encodePsd.ts')
    return scaling(await encodePsd(source, options))
  },
})

/** Every export format, in the order of the dialog. */
export const exportFormats = [png, jpeg, webp, pdf, psd] as const

export type FormatId = (typeof exportFormats)[number]['id']

/** The format of the Download button. */
export const plainFormat = png
/** The only image format that every clipboard accepts (W3C Clipboard API, "mandatory data types"). */
export const clipboardFormat = png
/** The only format that the server stores for trial accounts. */
export const trialImageFormat = png

/**
 * Returns true if a file of this format would contain exactly the painted pixels. Fingerprinting protection alters the
 * pixels that a page reads back. Users can enable this protection at any time, so the check runs for every file.
 */
export async function canEncodeExactly({ needs }: Pick<ExportFormat, 'needs'>): Promise<boolean> {
  for (const ability of needs) {
    resetCheck(ability)
    if (!(await can(ability))) return false
  }
  return true
}

type Intersection<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never
export type FormatOptions = Intersection<(typeof exportFormats)[number]['options']>

/** The option fields of all formats, merged by name. `exportFields` contains them. */
// `FormatOptions` is derived from the same records.
export const formatOptions = Object.assign({}, ...exportFormats.map(({ options }) => options)) as FormatOptions

/** Returns the format with this id. Validated settings contain only known ids. @throws Error for an unknown id */
export function formatOf(id: string): ExportFormat {
  const format = exportFormats.find((one) => one.id === id)
  if (!format) throw new Error(`no export format '${id}' in the registry`)
  return format
}
