/**
 * Completes files that lack only their end and contain all pixels. Image viewers show such files, but
 * `createImageBitmap` rejects them.
 */
import { concatBytes, viewOf } from '#client/kit/bytes/bytes.ts'
import { tilesOf } from '#client/kit/geometry/rect.ts'
import { chunksOf, iendChunk } from '#client/kit/pixels/png/chunks.ts'
import { createPixelReader } from '#client/model/assets/pixels.ts'
import { readHeader, webpChunksEnd } from '../file/fileParts.ts'
import type { PlainType } from '../file/sniff.ts'
import { toBitmap } from './decode.ts'
import { exceeds, type ImportLimits } from './importer.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Returns the complete file, or null if pixels are missing. Doesn't decode a JPEG above `limits`, and then assumes that
 * its pixels are complete. `limits` apply to JPEG only.
 */
export const completeFile = async (type: PlainType, bytes: Bytes, limits: ImportLimits): Promise<Bytes | null> =>
  COMPLETERS[type](bytes, limits)

const COMPLETERS = { jpeg: completeJpeg, png: completePng, webp: completeWebp }

const EOI = Uint8Array.of(0xff, 0xd9)
/** Image data that is inserted before the end marker. A decoder reads these bytes only if it still needs pixels. */
const MORE_DATA = Uint8Array.from({ length: 256 }, (_, i) => (i * 73 + 41) % 255)

/**
 * Adds the end marker. Returns null if the file can't be decoded or is truncated. It is truncated if inserting more
 * image data before the marker changes its pixels, because the decoder then needed more data. Doesn't decode a photo
 * above `limits`, because the import rejects it later.
 */
async function completeJpeg(bytes: Bytes, limits: ImportLimits): Promise<Bytes | null> {
  const header = readHeader('jpeg', bytes)
  if (!header) return null
  const data = bytes.at(-1) === 0xff ? bytes.subarray(0, -1) : bytes // removes half an end marker
  const whole = concatBytes([data, EOI])
  if (exceeds(header, limits)) return whole
  const [one, other] = [await bitmapOf(whole), await bitmapOf(concatBytes([data, MORE_DATA, EOI]))]
  const isWhole = one !== null && other !== null && haveSamePixels(one, other)
  one?.close()
  other?.close()
  return isWhole ? whole : null
}

const bitmapOf = (jpeg: Bytes) => toBitmap(new Blob([jpeg], { type: 'image/jpeg' }))

/** Side of the compared parts, px. */
const PART_SIDE = 1024

function haveSamePixels(one: ImageBitmap, other: ImageBitmap): boolean {
  if (one.width !== other.width || one.height !== other.height) return false
  const parts = tilesOf({ x: 0, y: 0, width: one.width, height: one.height }, PART_SIDE)
  const [readOne, readOther] = [one, other].map((bitmap) => createPixelReader(bitmap, parts[0] ?? bitmap))
  return parts.every((part) => {
    const [a, b] = [readOne?.(part).data, readOther?.(part).data]
    return a?.every((value, i) => value === b?.[i]) ?? false
  })
}

/**
 * Replaces a missing or cut IEND chunk. The decoder then checks that no row is missing. Returns null if the file has no
 * other chunk.
 */
function completePng(bytes: Bytes): Bytes | null {
  let end = 0
  for (const { name, to } of chunksOf(bytes)) if (name !== 'IEND') end = to
  return end > 0 ? concatBytes([bytes.subarray(0, end), iendChunk()]) : null
}

/**
 * Corrects the file length in the header if all chunks are complete, otherwise returns null. The padding of the last
 * chunk may be missing.
 */
function completeWebp(bytes: Bytes): Bytes | null {
  const end = webpChunksEnd(bytes)
  if (end !== bytes.length && end !== bytes.length + 1) return null
  const whole = new Uint8Array(end)
  whole.set(bytes)
  viewOf(whole).setUint32(4, end - 8, true)
  return whole
}
