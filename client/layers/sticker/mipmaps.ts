/** Pictures made smaller by halves: engines differ in how well they draw a large picture small, and some leave px out. */

type Drawable = ImageBitmap | OffscreenCanvas

const mipmapCache = new WeakMap<ImageBitmap, OffscreenCanvas[]>()

/** The picture at the smallest of its halves that has at least `scale` of its size, each px the mean of 2 × 2. */
export function mipmapFor(picture: ImageBitmap, scale: number): Drawable {
  const halves = mipmapCache.get(picture) ?? []
  mipmapCache.set(picture, halves)
  let found: Drawable = picture
  for (let level = 0; scale <= 0.5 ** (level + 1) && Math.min(found.width, found.height) > 1; level++) {
    const half: OffscreenCanvas | null = halves[level] ?? nextMipmap(found)
    if (!half) break // no memory for it: what is there is drawn as well as the engine can
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
