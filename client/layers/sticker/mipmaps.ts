type Drawable = ImageBitmap | OffscreenCanvas

const mipmapCache = new WeakMap<ImageBitmap, OffscreenCanvas[]>()

/**
 * Returns the smallest mip level of a bitmap whose scale is at least `scale`. Each level averages 2 × 2 px, because
 * some browsers skip pixels when they downscale.
 */
export function mipmapFor(picture: ImageBitmap, scale: number): Drawable {
  const halves = mipmapCache.get(picture) ?? []
  mipmapCache.set(picture, halves)
  let found: Drawable = picture
  for (let level = 0; scale <= 0.5 ** (level + 1) && Math.min(found.width, found.height) > 1; level++) {
    const half: OffscreenCanvas | null = halves[level] ?? nextMipmap(found)
    if (!half) break // if the browser lacks memory, the larger level is used
    halves[level] = half
    found = half
  }
  return found
}

function nextMipmap(picture: Drawable): OffscreenCanvas | null {
  const half = new OffscreenCanvas(Math.ceil(picture.width / 2), Math.ceil(picture.height / 2))
  const context = half.getContext('2d')
  context?.drawImage(picture, 0, 0, half.width, half.height)
  return context && half
}
