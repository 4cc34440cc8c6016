/** The most a side of the copy measures, px: four times what today's models look at, the rest is filtered exactly. */
const MAX_SIDE = 1280

/**
 * A copy for the worker. Copying a photo whole between threads blocks the page (0.5 s at 48 MP in Chromium),
 * so a large one is first brought near the network's size, each side for itself.
 */
export function shrink(image: ImageBitmap): Promise<ImageBitmap> {
  const resizeWidth = Math.min(image.width, MAX_SIDE)
  const resizeHeight = Math.min(image.height, MAX_SIDE)
  if (resizeWidth === image.width && resizeHeight === image.height) return createImageBitmap(image)
  return createImageBitmap(image, { resizeWidth, resizeHeight, resizeQuality: 'high' })
}
