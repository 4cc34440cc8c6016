/** Converts a HEIC file with the user's consent, using the first decoder that can read the file. */
import { err, type Result } from '#client/kit/base/result.ts'
import { sniff } from '../../file/sniff.ts'
import { checkedPicture, decode, toBitmap } from '../decode.ts'
import { type DecodedPicture, exceeds, type HeicDecoder, type ImportError, type ImportOptions } from '../importer.ts'
import { withHeicData } from './heicData.ts'
import { type HeicMeta, readMeta } from './heicMeta.ts'
import { sandboxedDecoder } from './sandboxedDecoder.ts'

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
 * Decoders in order of preference. heic2any can't read files of recent phones (brand `tmap`, shared auxiliary images),
 * but heic-to with its newer libheif can.
 */
const HEIC_DECODERS: readonly HeicDecoder[] = [nativeDecoder, sandboxedDecoder('heic2any'), sandboxedDecoder('heic-to')]

/**
 * Converts a HEIC file to an upright bitmap in sRGB or Display P3 with straight alpha. Checks the size in the file's
 * metadata before asking the user. Fails with any ImportError.
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
