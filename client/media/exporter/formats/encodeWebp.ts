import { concatBytes, latin } from '#client/kit/bytes/bytes.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { iccProfileOf } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { exifBlock } from '../../file/exif.ts'
import { partsOf } from '../../file/fileParts.ts'
import { sourceTypeXmp } from '../../gainmap/writeGainMap.ts'
import { xmpData } from '../../gainmap/xmp.ts'
import type { PixelSource } from '../pixelSource.ts'
import { eachStrip } from '../strips/paintStrips.ts'
import type { ExportError, ExportOptions } from './format.ts'

const TYPE = 'image/webp'

/** Returns true if the browser's canvases encode WebP. Canvases of Safari encode PNG instead. */
export async function canEncodeWebp(): Promise<boolean> {
  const canvas = new OffscreenCanvas(1, 1)
  canvas.getContext('2d')
  return (await canvas.convertToBlob({ type: TYPE })).type === TYPE
}

/**
 * Encodes a lossy WebP with the browser's own encoder, which needs the whole image on one canvas. `quality`: 1..100.
 * Fails with 'aborted', 'context-lost', or 'too-large' if the browser cannot create or encode this canvas.
 */
export async function encodeWebp(
  source: PixelSource,
  quality: number,
  options: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  const { size, opaque, colorSpace = 'srgb' } = source
  // Canvas and encoder treat all pixel values as sRGB. Values in a different color space are therefore not converted.
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d', { alpha: !opaque })
  if (!context) return err('too-large')
  const painted = await eachStrip(source, options, (rgba, strip) => {
    context.putImageData(new ImageData(new Uint8ClampedArray(rgba.buffer), size.width, strip.rows), 0, strip.y)
    return null
  })
  if (!painted.ok) return painted
  const file = await canvas.convertToBlob({ type: TYPE, quality: quality / 100 }).catch(() => null)
  if (options.signal.aborted) return err('aborted')
  if (file?.type !== TYPE) return err('too-large')
  const { sourceType, details = {} } = source.photoData ?? {}
  const block = exifBlock(details)
  if (colorSpace === 'srgb' && !sourceType && !block) return ok(file)
  const exif = block ? riffChunk('EXIF', block) : null
  const profile = colorSpace === 'srgb' ? null : riffChunk('ICCP', iccProfileOf(colorSpace))
  const xmp = sourceType ? riffChunk('XMP ', xmpData('webp', sourceTypeXmp(sourceType))) : null
  return ok(webpWith(new Uint8Array(await file.arrayBuffer()), size, { profile, exif, xmp }))
}

const CHUNK_HEADER_BYTES = 8
const [PROFILE_FLAG, ALPHA_FLAG, EXIF_FLAG, XMP_FLAG] = [0x20, 0x10, 0x08, 0x04]
/**
 * Index of the alpha flag in the 32 bits after the signature byte of a VP8L stream. The flag follows 14 bits of width
 * and 14 bits of height (RFC 9649, 3.4).
 */
const VP8L_ALPHA_BIT = 28

interface Added {
  profile: Uint8Array<ArrayBuffer> | null
  exif: Uint8Array<ArrayBuffer> | null
  xmp: Uint8Array<ArrayBuffer> | null
}

/**
 * Returns the WebP file with chunks for profile, Exif and XMP (RFC 9649, 2.7). The result begins with a VP8X header
 * with the flags of these chunks. ICCP follows the header, and Exif and XMP are at the end. `file`: a WebP from a
 * canvas. The file's own profile is replaced. `size`: size of the image, px.
 */
export function webpWith(file: Uint8Array<ArrayBuffer>, size: Size, { profile, exif, xmp }: Added): Blob {
  const chunks = riffChunksOf(file).filter(({ name }) => name !== 'ICCP' || !profile)
  const extended = chunks.find(({ name }) => name === 'VP8X')
  const header = extended?.bytes.slice() ?? extendedHeader(size)
  const pixels = chunks.filter((one) => one !== extended)
  const added = (profile ? PROFILE_FLAG : 0) | (exif ? EXIF_FLAG : 0) | (xmp ? XMP_FLAG : 0)
  const flags = (header[CHUNK_HEADER_BYTES] ?? 0) | added
  header[CHUNK_HEADER_BYTES] = pixels.some(hasAlpha) ? flags | ALPHA_FLAG : flags
  const body = concatBytes([
    header,
    ...(profile ? [profile] : []),
    ...pixels.map(({ bytes }) => bytes),
    ...(exif ? [exif] : []),
    ...(xmp ? [xmp] : []),
  ])
  return new Blob([fourCc('RIFF'), littleUint32(4 + body.length), fourCc('WEBP'), body], { type: 'image/webp' })
}

interface Chunk {
  name: string
  /** The whole chunk, including header and padding. */
  bytes: Uint8Array<ArrayBuffer>
}

/** Returns the chunks of a WebP file that a canvas encoded. */
const riffChunksOf = (file: Uint8Array<ArrayBuffer>): Chunk[] =>
  partsOf('webp', file).parts.map(({ name, from, to }) => ({ name, bytes: file.subarray(from, to) }))

const extendedHeader = ({ width, height }: Size): Uint8Array<ArrayBuffer> =>
  riffChunk('VP8X', [0, 0, 0, 0, ...littleUint24(width - 1), ...littleUint24(height - 1)])

function hasAlpha({ name, bytes }: Chunk): boolean {
  if (name !== 'VP8L') return name === 'ALPH'
  const view = new DataView(bytes.buffer, bytes.byteOffset + CHUNK_HEADER_BYTES)
  return ((view.getUint32(1, true) >>> VP8L_ALPHA_BIT) & 1) === 1
}

/** Returns a RIFF chunk: name, length, data, and a padding byte after an odd length. */
export const riffChunk = (name: string, data: ArrayLike<number>): Uint8Array<ArrayBuffer> =>
  concatBytes([fourCc(name), littleUint32(data.length), Uint8Array.from(data), new Uint8Array(data.length & 1)])

const fourCc = (name: string) => Uint8Array.from(latin(name))
/** Returns an integer as 3 bytes, the lowest byte first. */
const littleUint24 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255]
/** Returns an integer as 4 bytes, the lowest byte first. */
const littleUint32 = (value: number) => Uint8Array.from([...littleUint24(value), value >>> 24])
