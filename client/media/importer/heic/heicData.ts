/**
 * Adds data of a HEIC to the image that was converted from it: the IPTC DigitalSourceType, and an iPhone's gain map.
 * The map is an auxiliary image that decoder libraries don't return. The libheif of heic-to reads this item, in the
 * same sandbox.
 */

import { appleHeadroom, appleMetadata, gainOfAppleCode } from '../../gainmap/appleGain.ts'
import { sourceTypeIn } from '../../gainmap/photoData.ts'
import { addMetadata, pngWithSourceType } from '../../gainmap/writeGainMap.ts'
import { latinText } from '../../gainmap/xmp.ts'
import { decodeInSandbox } from './sandboxedDecoder.ts'

interface Heic {
  bytes: Uint8Array
  blob: Blob
  /** Id of the gain map's item; null without a gain map. */
  item: number | null
}

/**
 * Adds the data of a HEIC to `picture`, a JPEG or PNG converted from `heic`. Only a JPEG gets the gain map. Ignores a
 * damaged map and writes a note to the console.
 */
export async function withHeicData(picture: Blob, heic: Heic, signal: AbortSignal): Promise<Blob> {
  const sourceType = sourceTypeIn(latinText(heic.bytes)) // XMP is not compressed
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

/** The library exports an ES module, but the sandbox runs a classic script. */
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
