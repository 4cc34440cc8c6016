import type { Rect } from '../../kit/base/geometry.ts'
import { straightOf } from './straight.ts'

/** RGBA bytes of an image; throws where the browser has no canvas left to read it with. */
export function pixelsOf(image: ImageBitmap): ImageData {
  const { width, height } = image
  const rows = Math.min(height, Math.max(1, Math.floor(BAND_AREA / width)))
  const read = createPixelReader(image, { width, height: rows })
  const pixels = new ImageData(width, height)
  for (let y = 0; y < height; y += rows) {
    const band = read({ x: 0, y, width, height: Math.min(rows, height - y) })
    pixels.data.set(band.data, 4 * y * width)
  }
  return pixels
}

/** Px of the canvas; Safari on phones paints nothing, and says nothing, on one of more than 16 777 216. */
const BAND_AREA = 2 ** 20

/** Reads parts of an image, none larger than `most`, through one canvas where the pixels themselves are not at hand. */
export function createPixelReader(
  image: ImageBitmap,
  most: { width: number; height: number },
): (part: Rect) => ImageData {
  const straight = straightOf(image)
  if (straight) return (part) => cutOut(straight, image.width, part)
  const context = new OffscreenCanvas(most.width, most.height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new RangeError('no canvas for the photo')
  return ({ x, y, width, height }) => {
    context.clearRect(0, 0, width, height)
    context.drawImage(image, x, y, width, height, 0, 0, width, height)
    return context.getImageData(0, 0, width, height)
  }
}

function cutOut(rgba: Uint8Array, stride: number, { x, y, width, height }: Rect): ImageData {
  const image = new ImageData(width, height)
  for (let row = 0; row < height; row++) {
    const at = 4 * ((y + row) * stride + x)
    image.data.set(rgba.subarray(at, at + 4 * width), 4 * row * width)
  }
  return image
}
