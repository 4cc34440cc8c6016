import { yieldToMessages } from '#client/kit/async/scheduling.ts'
import { rowBands } from '#client/kit/geometry/rect.ts'
import { createContext, cropBitmap } from '#client/model/assets/pixels.ts'
import type { Orientation } from '../file/fileParts.ts'

/**
 * Resolves with an opaque bitmap that the browser crops correctly. A browser may store a JPEG's pixels as in the file,
 * and rotate them each time it draws the bitmap. Chromium 156 then crops the wrong part if the EXIF orientation is 6 or
 * 8. In this case, resolves with an upright copy and closes `bitmap`. Otherwise, after an abort, or if the browser
 * can't create a canvas of this size, resolves with `bitmap`. `orientation`: the file's EXIF orientation.
 */
export async function withUprightPixels(
  bitmap: ImageBitmap,
  orientation: Orientation,
  signal: AbortSignal,
): Promise<ImageBitmap> {
  if (orientation === 1 || (await cropsCorrectly(orientation))) return bitmap
  let context: ReturnType<typeof createContext>
  try {
    context = createContext(bitmap, { willReadFrequently: true })
  } catch (error) {
    console.warn(error)
    return bitmap
  }
  context.imageSmoothingEnabled = false
  for (const { x, y, width, height } of rowBands(bitmap)) {
    context.drawImage(bitmap, x, y, width, height, x, y, width, height)
    await yieldToMessages()
    if (signal.aborted) return bitmap
  }
  bitmap.close()
  return context.canvas.transferToImageBitmap()
}

const answers = new Map<Orientation, Promise<boolean>>()

/**
 * Resolves with true if `createImageBitmap` of this browser crops a JPEG with this Exif orientation at the right
 * position, or if the check itself fails.
 */
function cropsCorrectly(orientation: Orientation): Promise<boolean> {
  const known = answers.get(orientation)
  if (known) return known
  const answer = probe(orientation).catch((error) => {
    console.warn(error)
    answers.delete(orientation) // the next photo tries again
    return true
  })
  answers.set(orientation, answer)
  return answer
}

/** A gray 32 × 16 px JPEG with the EXIF orientation 6. Its quarters have the values 0, 84, 168 and 255. */
const QUARTERS =
  '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZG' +
  'NywtQFdBRkxOUlNSMj5aYVpQYEpRUk//wAALCAAQACABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/a' +
  'AAgBAQAAPwDMBaC0FqP/2Q=='
/** Offset of the orientation's value in `QUARTERS`, bytes. */
const ORIENTATION_AT = 31
/** Maximum difference between equal pixels, 8-bit levels, because privacy protection adds noise. */
const NOISE = 30

async function probe(orientation: Orientation): Promise<boolean> {
  const file = Uint8Array.from(atob(QUARTERS), (char) => char.charCodeAt(0))
  file[ORIENTATION_AT] = orientation
  const bitmap = await createImageBitmap(new Blob([file], { type: 'image/jpeg' }), { imageOrientation: 'from-image' })
  const context = createContext({ width: 1, height: 1 }, { willReadFrequently: true })
  const grayAt = (image: ImageBitmap, x: number, y: number): number => {
    context.drawImage(image, x, y, 1, 1, 0, 0, 1, 1)
    return context.getImageData(0, 0, 1, 1).data[0] ?? 0
  }
  const [width, height] = [bitmap.width / 2, bitmap.height / 2]
  const differences = [0, 1, 2, 3].map(async (quarter) => {
    const [x, y] = [width * (quarter % 2), height * Math.floor(quarter / 2)]
    const part = await cropBitmap({ bitmap }, { x, y, width, height })
    const difference = Math.abs(grayAt(part, 4, 4) - grayAt(bitmap, x + 4, y + 4))
    part.close()
    return difference
  })
  const maximum = Math.max(...(await Promise.all(differences)))
  bitmap.close()
  return maximum <= NOISE
}
