import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { copyRect, rowBands } from '#client/kit/geometry/rect.ts'
import { pixelConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import { colorSpaceOf, straightPixelsOf } from './straightAlpha.ts'

/**
 * Reads an image as RGBA bytes with straight alpha, row-major, in the image's color space (`colorSpaceOf`). @throws
 * RangeError if the browser can't create a canvas for reading
 */
export function pixelsOf(image: ImageBitmap): ImageData {
  const { width, height } = image
  const bands = rowBands(image)
  const { read, free } = openPixels(image, bands[0] ?? image)
  try {
    if (bands.length === 1) return read({ x: 0, y: 0, width, height })
    const pixels = new ImageData(width, height)
    for (const band of bands) pixels.data.set(read(band).data, 4 * band.y * width)
    return pixels
  } finally {
    free()
  }
}

/**
 * Returns a function that reads parts of an image (each at most `maxSize`) as straight RGBA in the image's color space.
 * If straight pixels are stored, reads these, otherwise reads with a canvas that all calls share. @throws RangeError if
 * the browser can't create a canvas
 */
export const createPixelReader = (image: ImageBitmap, maxSize: Size): ((part: Rect) => ImageData) =>
  openPixels(image, maxSize).read

/**
 * Opens an image for reading. The caller must call `free` afterwards. Otherwise the canvas is in memory until garbage
 * collection.
 */
function openPixels(image: ImageBitmap, maxSize: Size): { read(part: Rect): ImageData; free(): void } {
  const straight = straightPixelsOf(image)
  if (straight) {
    const read = (part: Rect) => {
      const pixels = new ImageData(part.width, part.height)
      copyRect(straight, { x: 0, y: 0, width: image.width, height: image.height }, pixels.data, part, 4)
      return pixels
    }
    return { read, free() {} }
  }
  const context = createContext(maxSize, { willReadFrequently: true })
  return {
    read({ x, y, width, height }) {
      context.clearRect(0, 0, width, height)
      context.drawImage(image, x, y, width, height, 0, 0, width, height)
      return context.getImageData(0, 0, width, height)
    },
    free() {
      context.canvas.width = 0
    },
  }
}

/** Returns white pixels with the coverage (0..255) as alpha. */
export function alphaPixels({ width, height, coverage }: Size & { coverage: ArrayLike<number> }): ImageData {
  const pixels = new ImageData(width, height)
  pixels.data.fill(255)
  for (let i = 0; i < coverage.length; i++) pixels.data[4 * i + 3] = coverage[i] ?? 0
  return pixels
}

/** Returns the mask as the alpha channel of a white canvas. */
export function alphaCanvas(mask: Parameters<typeof alphaPixels>[0]): OffscreenCanvas {
  const context = createContext(mask)
  context.putImageData(alphaPixels(mask), 0, 0)
  return context.canvas
}

/** Returns the 2D context of a new canvas. @throws RangeError if the browser can't create the canvas */
export function createContext({ width, height }: Size, settings?: CanvasRenderingContext2DSettings) {
  const context = new OffscreenCanvas(width, height).getContext('2d', settings)
  if (!context) throw new RangeError(`no canvas of ${width} × ${height} px`)
  return context
}

/** Resolves with a part of a photo as a bitmap, which the caller owns. Rejects if the photo's bitmap is closed. */
export const cropBitmap = ({ bitmap }: { bitmap: ImageBitmap }, { x, y, width, height }: Rect): Promise<ImageBitmap> =>
  createImageBitmap(bitmap, x, y, width, height)

/**
 * Returns the bounding box of all pixels in an RGBA image with an alpha of at least `minAlpha`. Null if there are none.
 */
export function visibleBounds(
  pixels: Uint8ClampedArray | Uint8Array,
  { width, height }: Size,
  minAlpha = 1,
): Rect | null {
  let [left, top, right, bottom] = [width, -1, -1, -1]
  for (let y = 0; y < height; y++) {
    const isVisible = (x: number) => (pixels[4 * (y * width + x) + 3] ?? 0) >= minAlpha
    let first = 0
    while (first < width && !isVisible(first)) first++
    if (first === width) continue
    let last = width - 1
    while (!isVisible(last)) last--
    if (top < 0) top = y
    bottom = y
    left = Math.min(left, first)
    right = Math.max(right, last)
  }
  return top < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/**
 * Resolves with an sRGB copy of a bitmap, which the caller owns. With `size` (px), the copy is scaled with high
 * quality. Colors outside sRGB are clipped. Rejects if `image` is closed.
 */
export async function srgbCopy(image: ImageBitmap, size: Size = image): Promise<ImageBitmap> {
  const { width: resizeWidth, height: resizeHeight } = size
  const isScaled = resizeWidth !== image.width || resizeHeight !== image.height
  const copy = await (isScaled
    ? createImageBitmap(image, { resizeWidth, resizeHeight, resizeQuality: 'high' })
    : createImageBitmap(image))
  if (colorSpaceOf(image) === 'srgb') return copy
  const pixels = pixelsOf(copy)
  copy.close()
  pixelConversion('display-p3', 'srgb')(pixels.data)
  return createImageBitmap(pixels)
}
