/** Converts a HEIC file with the user's consent, using the first decoder that can read the file. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { err, type Result } from '#client/kit/values/result.ts'
import { sniff } from '../../file/sniff.ts'
import { checkedPicture, decode, toBitmap } from '../decode.ts'
import { type DecodedPicture, exceeds, type HeicDecoder, type ImportError, type ImportOptions } from '../importer.ts'
import { heic2anyDecoder } from './heic2anyDecoder.ts'
import { withHeicData } from './heicGainMap.ts'
import { type HeicMeta, readMeta } from './heicMeta.ts'
import { libheifDecoder } from './libheifDecoder.ts'
import { DecoderError } from './sandbox.ts'

/** The browser's own decoder, which only Safari has. Safari converts the colors and applies the orientation. */
const nativeDecoder: HeicDecoder = {
  name: 'browser',
  async decode(blob) {
    const bitmap = await toBitmap(blob)
    if (!bitmap) throw new Error('this browser does not read HEIC')
    return bitmap
  },
}

/**
 * Decoders in order of preference. libheif reads all files. heic2any reads plain files if libheif
 * doesn't run.
 */
const HEIC_DECODERS: readonly HeicDecoder[] = [nativeDecoder, libheifDecoder, heic2anyDecoder]

/**
 * Converts a HEIC file to an upright bitmap in sRGB or Display P3 with straight alpha. Checks the size in the file's
 * metadata before asking the user to consent to the conversion. Can fail with any ImportError.
 */
export async function convertHeic(
  bytes: Uint8Array<ArrayBuffer>,
  blob: Blob,
  options: ImportOptions,
): Promise<Result<DecodedPicture, ImportError>> {
  const { limits, signal, consentToConvert, onStage, heicDecoders = HEIC_DECODERS } = options
  const meta = readMeta(bytes)
  const heic = { bytes, gainMap: meta?.gainMap ?? null, orientation: meta?.orientation ?? 1 }
  if (meta && exceeds(meta, limits)) return err('too-large')
  const consented = await consentToConvert()
  if (signal.aborted) return err('aborted')
  if (!consented) return err('heic-declined')

  onStage?.('converting')
  for (const decoder of heicDecoders) {
    const decoded = await attempt(decoder, blob, meta, options)
    if (signal.aborted) {
      if (decoded instanceof ImageBitmap) decoded.close()
      return err('aborted')
    }
    if (decoded === 'refused') break
    if (!decoded) continue
    const picture =
      decoded instanceof ImageBitmap
        ? await checkedPicture(decoded, true, blob, options)
        : await decodeConverted(await withHeicData(decoded, heic, signal), options)
    if (!picture.ok || !meta || hasSize(picture.value, meta)) return picture
    console.info(
      `HEIC decoder ${decoder.name} gave an image of another size:`,
      picture.value.width,
      picture.value.height,
    )
    picture.value.bitmap.close()
  }
  return err('heic-failed')
}

/**
 * Maximum difference between a side that the file declares and the decoded image's side, px. HEVC codes blocks of 8 px.
 */
const SIZE_TOLERANCE = 8

/**
 * Returns true if the decoded image has the size that its file declares. Otherwise the decoder has returned another
 * image of the file.
 */
const hasSize = (picture: Size, declared: Size): boolean =>
  Math.abs(picture.width - declared.width) <= SIZE_TOLERANCE &&
  Math.abs(picture.height - declared.height) <= SIZE_TOLERANCE

/**
 * Returns the decoder's image. Returns null if the decoder fails but the next one may succeed, and 'refused' if the
 * decoder runs but can't read the file.
 */
async function attempt(
  decoder: HeicDecoder,
  blob: Blob,
  meta: HeicMeta | null,
  { signal, onPreview }: ImportOptions,
): Promise<Blob | ImageBitmap | 'refused' | null> {
  try {
    return await decoder.decode(blob, signal, meta, onPreview)
  } catch (reason) {
    if (!signal.aborted) console.info(`HEIC decoder ${decoder.name} failed:`, reason)
    return reason instanceof DecoderError ? 'refused' : null
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
