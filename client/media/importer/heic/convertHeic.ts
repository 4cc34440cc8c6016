/** Converts a HEIC file with the user's consent, using the first decoder that can read the file. */
import { err, type Result } from '#client/kit/base/result.ts'
import { sniff } from '../../file/sniff.ts'
import { appleHeadroom, appleMetadata, gainOfAppleCode } from '../../gainmap/appleGain.ts'
import { sourceTypeIn } from '../../gainmap/photoData.ts'
import { addMetadata, pngWithSourceType } from '../../gainmap/writeGainMap.ts'
import { latinText } from '../../gainmap/xmp.ts'
import { checkedPicture, decode, toBitmap } from '../decode.ts'
import { type DecodedPicture, exceeds, type HeicDecoder, type ImportError, type ImportOptions } from '../importer.ts'
import { type HeicMeta, readMeta } from './heicMeta.ts'
import { decodeInSandbox, sandboxedDecoder } from './sandboxedDecoder.ts'

/** The browser's own decoder, which only Safari has. Safari converts the colours and applies the orientation. */
const nativeDecoder: HeicDecoder = {
  name: 'browser',
  async decode(blob) {
    const bitmap = await toBitmap(blob)
    if (!bitmap) throw new Error('this browser does not read HEIC')
    return bitmap
  },
}

/**
 * Decoders in order of preference. heic2any can't read files of recent phones (brand `tmap`, shared auxiliary images).
 * heic-to can, because its libheif is newer.
 */
const HEIC_DECODERS: readonly HeicDecoder[] = [nativeDecoder, sandboxedDecoder('heic2any'), sandboxedDecoder('heic-to')]

/**
 * Converts a HEIC file to an upright bitmap in sRGB or Display P3 with straight alpha. Checks the size in the file's
 * metadata before asking the user to consent to the conversion. Fails with any ImportError.
 */
export async function convertHeic(
  bytes: Uint8Array,
  blob: Blob,
  options: ImportOptions,
): Promise<Result<DecodedPicture, ImportError>> {
  const { limits, signal, consentToConvert, onStage, heicDecoders = HEIC_DECODERS } = options
  const meta = readMeta(bytes)
  if (meta && exceeds(meta, limits)) return err('too-large')
  const consented = await consentToConvert()
  if (signal.aborted) return err('aborted')
  if (!consented) return err('heic-declined')

  onStage?.('converting')
  const item = meta?.gainMapItem ?? null
  for (const decoder of heicDecoders) {
    const decoded = await attempt(decoder, blob, signal, meta)
    if (signal.aborted) {
      if (decoded instanceof ImageBitmap) decoded.close()
      return err('aborted')
    }
    if (decoded instanceof ImageBitmap) return checkedPicture(decoded, true, blob, options)
    if (decoded) return decodeConverted(await withHeicData(decoded, { bytes, blob, item }, signal), options)
  }
  return err('heic-failed')
}

async function attempt(
  decoder: HeicDecoder,
  blob: Blob,
  signal: AbortSignal,
  meta: HeicMeta | null,
): Promise<Blob | ImageBitmap | null> {
  try {
    return await decoder.decode(blob, signal, meta)
  } catch (reason) {
    if (!signal.aborted) console.info(`HEIC decoder ${decoder.name} failed:`, reason) // the next decoder may succeed
    return null
  }
}

async function decodeConverted(blob: Blob, options: ImportOptions): Promise<Result<DecodedPicture, ImportError>> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  if (options.signal.aborted) return err('aborted')
  const type = sniff(bytes)
  if (!type || type === 'heic') return err('heic-failed')
  const picture = await decode({ type, bytes, blob }, options)
  return !picture.ok && picture.error === 'decode-failed' ? err('heic-failed') : picture
}

interface Heic {
  bytes: Uint8Array
  blob: Blob
  /** Id of the gain map's item; null without a gain map. */
  item: number | null
}

/**
 * Adds the metadata of a HEIC to `picture`, a JPEG or PNG converted from `heic`. Decoder libraries don't return the
 * gain map, so it is decoded separately, and only a JPEG gets it. Ignores a damaged map and writes a note to the
 * console.
 */
export async function withHeicData(picture: Blob, heic: Heic, signal: AbortSignal): Promise<Blob> {
  const sourceType = sourceTypeIn(latinText(heic.bytes)) // XMP is uncompressed text in a HEIC
  if (picture.type !== 'image/jpeg') return pngWithSourceType(picture, sourceType)
  return addMetadata(picture, { gainMap: await gainMapOf(heic, signal), sourceType })
}

async function gainMapOf({ bytes, blob, item }: Heic, signal: AbortSignal) {
  if (item === null) return undefined
  try {
    const headroom = appleHeadroom(bytes)
    const metadata = headroom && appleMetadata(headroom)
    if (!metadata) return undefined
    const [stops] = metadata.max
    const curve = Array.from({ length: 256 }, (_, code) =>
      Math.round((255 * gainOfAppleCode(code / 255, headroom)) / stops),
    )
    const decoder = await decoderSource(item, curve)
    return { jpeg: await decodeInSandbox({ decoder, blob, type: 'image/jpeg', quality: 1 }, signal), metadata }
  } catch (reason) {
    if (!signal.aborted) console.info('the gain map of the photo was ignored:', reason)
    return undefined
  }
}

/**
 * The export statement of the library. It is removed, because the library is an ES module, but the sandbox runs a
 * classic script.
 */
const ES_EXPORT = 'export default buildLibheif'

/** Returns a script that decodes one item to a JPEG. `curve`: the new byte for each byte of the gain map. */
async function decoderSource(item: number, curve: readonly number[]): Promise<string> {
  const { default: source } = await import('heic-to/libheif?raw')
  return `${source.replace(ES_EXPORT, '')}
const curve = ${JSON.stringify(curve)}
module.exports = async ({ blob, type, quality }) => {
  const heif = buildLibheif()
  const context = heif.heif_context_alloc()
  heif.heif_context_read_from_memory(context, await blob.arrayBuffer())
  const handle = heif.heif_js_context_get_image_handle(context, ${item})
  const { heif_colorspace_RGB, heif_chroma_interleaved_RGBA } = heif
  const image = await heif.heif_js_decode_image2(handle, heif_colorspace_RGB, heif_chroma_interleaved_RGBA)
  const { width, height, stride, data } = image.channels[0]
  const pixels = new ImageData(width, height)
  for (let y = 0; y < height; y++)
    for (let i = 0; i < 4 * width; i++) {
      const value = data[y * stride + i]
      pixels.data[4 * width * y + i] = i % 4 === 3 ? 255 : curve[value]
    }
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d').putImageData(pixels, 0, 0)
  return canvas.convertToBlob({ type, quality })
}`
}
