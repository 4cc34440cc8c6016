/**
 * Functions that run in the HEIC sandbox. Their source text is sent there (`libheifDecoder.ts`), so each function uses
 * only its parameters, other functions that are sent, and every worker's own APIs.
 */
import { type HdrEncoding, type Plain, type Samples, toneMap } from './toneMap.ts'

/** The item to decode and the settings for decoding. The object is sent to the sandbox as JSON. */
export interface ItemToDecode {
  /** Id of the item. Null = the primary image. */
  item: number | null
  hasAlpha: boolean
  /** Id of the image's small version. Null if there is none. */
  thumbnail: number | null
  /** How HDR values become SDR. Null for SDR images. */
  hdr: HdrEncoding | null
  /** The new byte for each decoded byte. Null = the bytes don't change. */
  curve: readonly number[] | null
}

/** The functions of libheif that the decoder calls. */
export interface Libheif {
  heif_context_alloc(): unknown
  heif_context_read_from_memory(context: unknown, file: ArrayBuffer): { code: unknown; message: string }
  heif_js_context_get_primary_image_handle(context: unknown): unknown
  heif_js_context_get_image_handle(context: unknown, item: number): unknown
  heif_js_decode_image2(
    handle: unknown,
    colorSpace: unknown,
    chroma: unknown,
  ): Promise<{ channels: Samples[]; image: unknown } | { code: unknown; message: string }>
  heif_image_release(image: unknown): void
  readonly heif_error_Ok: unknown
  readonly heif_colorspace_RGB: unknown
  readonly heif_chroma_interleaved_RGBA: unknown
  readonly heif_chroma_interleaved_RRGGBBAA_LE: unknown
}

interface Job {
  bytes: ArrayBuffer
  type: string
  quality: number
}

/** Decodes an image and returns it as a file. Posts the thumbnail first. @throws if libheif can't read the file */
export async function decodeItem(libheif: Libheif, job: Job, what: ItemToDecode): Promise<Blob> {
  const context = libheif.heif_context_alloc()
  const read = libheif.heif_context_read_from_memory(context, job.bytes)
  if (read.code !== libheif.heif_error_Ok) throw new Error(read.message || 'libheif refused the file')
  const decode = async (item: number | null, isDeep: boolean) => {
    const handle =
      item === null
        ? libheif.heif_js_context_get_primary_image_handle(context)
        : libheif.heif_js_context_get_image_handle(context, item)
    const chroma = isDeep ? libheif.heif_chroma_interleaved_RRGGBBAA_LE : libheif.heif_chroma_interleaved_RGBA
    const decoded = await libheif.heif_js_decode_image2(handle, libheif.heif_colorspace_RGB, chroma)
    const samples = 'channels' in decoded ? decoded.channels[0] : undefined
    if (!('channels' in decoded) || !samples) throw new Error(('message' in decoded && decoded.message) || 'no image')
    const image = isDeep && what.hdr ? toneMap(samples, what.hdr) : copyRows(samples)
    libheif.heif_image_release(decoded.image)
    return image
  }
  const encode = ({ width, height, data }: Plain) => {
    const canvas = new OffscreenCanvas(width, height)
    canvas.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0)
    return canvas.convertToBlob(job)
  }
  let thumbnail: Plain | null = null
  if (what.thumbnail !== null) {
    thumbnail = await decode(what.thumbnail, what.hdr !== null).catch(() => null)
    const preview = thumbnail && (await (await encode(thumbnail)).arrayBuffer())
    if (preview) self.postMessage({ preview }, { transfer: [preview] })
  }
  const image = await decode(what.item, what.hdr !== null)
  if (thumbnail && isNoise(image, thumbnail)) throw new Error('the decoded image is noise')
  const { curve } = what
  const { data } = image
  if (curve) for (let i = 0; i < data.length; i++) if (i % 4 < 3) data[i] = curve[data[i] ?? 0] ?? 0
  if (!what.hasAlpha) for (let i = 3; i < data.length; i += 4) data[i] = 255
  return encode(image)
}

/** Returns a copy of RGBA rows without padding. */
export function copyRows({ width, height, stride, data }: Samples): Plain {
  const rgba = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++) rgba.set(data.subarray(y * stride, y * stride + 4 * width), 4 * width * y)
  return { width, height, data: rgba }
}

/**
 * Returns true if an image is noise but its thumbnail isn't: neighboring pixels differ strongly, and areas of the
 * image don't correlate with those of the thumbnail. Returns false if the two have different aspect ratios, or if a
 * side of the thumbnail is shorter than 8 px.
 */
export function isNoise(image: Plain, thumbnail: Plain): boolean {
  if (Math.abs((image.width * thumbnail.height) / (image.height * thumbnail.width) - 1) > 0.1) return false
  if (Math.min(thumbnail.width, thumbnail.height) < 8) return false
  const [whole, small] = [areasOf(image), areasOf(thumbnail)]
  if (whole.roughness < 24) return false
  let [aa, bb, ab] = [0, 0, 0]
  for (const [i, a] of whole.areas.entries()) {
    const b = small.areas[i] ?? 0
    aa += a * a
    bb += b * b
    ab += a * b
  }
  return bb > 64 && ab < 0.5 * Math.sqrt(aa * bb)
}

/**
 * Returns the mean green of 8 × 8 areas, relative to the mean of all areas, and the mean difference between neighbors
 * in a row, 0..255. Reads at most 512 rows.
 */
export function areasOf({ width, height, data }: Plain): { areas: Float64Array; roughness: number } {
  const [sums, counts] = [new Float64Array(64), new Float64Array(64)]
  let difference = 0
  for (let y = 0; y < height; y += Math.max(1, Math.floor(height / 256)))
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x) + 1
      const area = Math.floor((8 * y) / height) * 8 + Math.floor((8 * x) / width)
      sums[area] = (sums[area] ?? 0) + (data[at] ?? 0)
      counts[area] = (counts[area] ?? 0) + 1
      if (x > 0) difference += Math.abs((data[at] ?? 0) - (data[at - 4] ?? 0))
    }
  const means = sums.map((sum, i) => sum / (counts[i] || 1))
  const mean = means.reduce((sum, value) => sum + value, 0) / 64
  return { areas: means.map((value) => value - mean), roughness: difference / counts.reduce((sum, n) => sum + n, 0) }
}
