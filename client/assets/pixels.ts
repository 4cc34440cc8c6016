/** RGBA bytes of an image; throws where the browser has no canvas left to read it with. */
export function pixelsOf(image: ImageBitmap): ImageData {
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new RangeError('no canvas for the photo')
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height)
}
