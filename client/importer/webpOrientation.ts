/**
 * EXIF orientation of WebP files. Browsers bake in that of JPEG and PNG but differ on WebP (Chromium 156 ignores it),
 * so here it is read, hidden from the browser, and applied by ourselves.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const ORIENTATION_TAG = 0x0112
const SHORT = 3

/** The orientation and where the chunk that tells it stands; `null` when there is none or it changes nothing. */
export function findWebpOrientation(bytes: Uint8Array): { orientation: Orientation; chunk: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = 12
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(at + 4, true)
    if (fourCc(bytes, at) === 'EXIF') {
      const orientation = readTiffOrientation(bytes.subarray(at + 8, at + 8 + size))
      return orientation === 1 ? null : { orientation, chunk: at }
    }
    at += 8 + size + (size & 1)
  }
  return null
}

/** The same file with its EXIF chunk under a name that decoders skip (RFC 9649, 2.7.1.6). */
export function withoutExif(bytes: Uint8Array<ArrayBuffer>, chunk: number): Blob {
  return new Blob([bytes.subarray(0, chunk), 'skip', bytes.subarray(chunk + 4)], { type: 'image/webp' })
}

/** Tag 0x0112 of the first directory of a TIFF block, in either byte order; 1 when anything is amiss. */
export function readTiffOrientation(exif: Uint8Array): Orientation {
  const start = fourCc(exif, 0) === 'Exif' ? 6 : 0 // some writers keep JPEG's prefix
  const tiff = exif.subarray(start)
  if (tiff.length < 14) return 1
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length)
  const little = tiff[0] === 0x49
  const directory = view.getUint32(4, little)
  if (directory + 2 > tiff.length) return 1
  const entries = view.getUint16(directory, little)
  for (let at = directory + 2, i = 0; i < entries && at + 12 <= tiff.length; i++, at += 12) {
    if (view.getUint16(at, little) !== ORIENTATION_TAG || view.getUint16(at + 2, little) !== SHORT) continue
    const value = view.getUint16(at + 8, little)
    return value >= 1 && value <= 8 ? (value as Orientation) : 1
  }
  return 1
}

/** Canvas matrix (a b c d) per orientation: where the stored x and y axes point in the upright picture. */
const AXES: Record<Orientation, readonly [number, number, number, number]> = {
  1: [1, 0, 0, 1],
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
}

/** Opaque pixels are moved unchanged; translucent ones may lose their last bit in the canvas. Closes the input. */
export async function turnUpright(stored: ImageBitmap, orientation: Orientation): Promise<ImageBitmap> {
  const [a, b, c, d] = AXES[orientation]
  const { width, height } = stored
  const canvas = orientation < 5 ? new OffscreenCanvas(width, height) : new OffscreenCanvas(height, width)
  const context = canvas.getContext('2d')
  if (!context) throw new Error(`no 2D canvas of ${canvas.width} × ${canvas.height} px`)
  const shiftX = a + c < 0 ? canvas.width : 0
  const shiftY = b + d < 0 ? canvas.height : 0
  context.setTransform(a, b, c, d, shiftX, shiftY)
  context.imageSmoothingEnabled = false
  context.drawImage(stored, 0, 0)
  stored.close()
  return createImageBitmap(canvas, { premultiplyAlpha: 'none' })
}

const fourCc = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
