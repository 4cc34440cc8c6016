/** Adds the gain map, the EXIF orientation and other metadata of a HEIC to the image that was converted from it. */
import type { Orientation } from '../../file/fileParts.ts'
import { appleHeadroom, appleMetadata, gainOfAppleCode } from '../../gainmap/appleGain.ts'
import { type GainMapMetadata, readHdrgm, readIso } from '../../gainmap/metadata.ts'
import { sourceTypeIn } from '../../gainmap/photoData.ts'
import { heicDetails } from '../../gainmap/photoDetails.ts'
import { addMetadata, pngWithMetadata } from '../../gainmap/writeGainMap.ts'
import { latinText } from '../../gainmap/xmp.ts'
import type { HeicGainMap } from './heicMeta.ts'
import { libheifScript } from './libheifDecoder.ts'
import { decodeWithRetry } from './sandbox.ts'

interface Heic {
  bytes: Uint8Array<ArrayBuffer>
  /** EXIF orientation of the decoded image. */
  orientation: Orientation
  gainMap: HeicGainMap | null
}

/**
 * Adds the metadata of a HEIC to `picture`, a JPEG or PNG converted from `heic`. Decoder libraries don't return the
 * gain map, so it is decoded separately, and only a JPEG gets it. Ignores a damaged map and writes a note to the
 * console.
 */
export async function withHeicData(picture: Blob, heic: Heic, signal: AbortSignal): Promise<Blob> {
  // XMP and Exif are uncompressed in a HEIC, so a text search finds them
  const text = latinText(heic.bytes)
  const { orientation } = heic
  const kept = { sourceType: sourceTypeIn(text), details: heicDetails(heic.bytes, text), orientation }
  if (picture.type !== 'image/jpeg') return pngWithMetadata(picture, kept)
  return addMetadata(picture, { gainMap: await decodeGainMap(heic, text, signal), ...kept })
}

async function decodeGainMap({ bytes, gainMap }: Heic, text: string, signal: AbortSignal) {
  if (!gainMap) return undefined
  try {
    const found = metadataOf(bytes, gainMap, text)
    if (!found) throw new RangeError('its metadata is not supported')
    const { metadata, curve } = found
    const decoder = await libheifScript({ item: gainMap.item, hasAlpha: false, thumbnail: null, hdr: null, curve })
    const request = { decoder, bytes: bytes.buffer, type: 'image/jpeg', quality: 1 } as const
    return { jpeg: await decodeWithRetry(request, signal), metadata }
  } catch (reason) {
    if (!signal.aborted) console.info('the gain map of the photo was ignored:', reason)
    return undefined
  }
}

interface Found {
  metadata: GainMapMetadata
  /** The new byte for each byte of the map. Null = the metadata describes the stored bytes. */
  curve: readonly number[] | null
}

/** Returns the metadata. ISO 21496-1 takes precedence over Adobe's XMP, and XMP over Apple's own metadata. */
function metadataOf(file: Uint8Array, { iso }: HeicGainMap, text: string): Found | null {
  const metadata = iso ? readIso(iso) : readHdrgm(text)
  if (metadata) return { metadata, curve: null }
  const headroom = appleHeadroom(file)
  const apple = headroom && appleMetadata(headroom)
  if (!apple) return null
  const [stops] = apple.max
  const curve = Array.from({ length: 256 }, (_, code) =>
    Math.round((255 * gainOfAppleCode(code / 255, headroom)) / stops),
  )
  return { metadata: apple, curve }
}
