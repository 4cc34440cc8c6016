/** The pixels of an image as RGBA, row-major, top row first. */
export interface Picture {
  width: number
  height: number
  data: Uint8Array | Buffer
}

/** Returns 1 for each pixel whose neighbors within `radius` (a square) all have at least `level`; otherwise 0. */
export function eroded(coverage: Uint8Array, width: number, height: number, level: number, radius: number): Uint8Array {
  const rows = new Uint8Array(width * height)
  const out = new Uint8Array(width * height)
  const all = (at: (i: number) => boolean, from: number, to: number) => {
    for (let i = from; i <= to; i++) if (!at(i)) return 0
    return 1
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * width + x] = all(
        (i) => (coverage[y * width + i] ?? 0) >= level,
        Math.max(0, x - radius),
        Math.min(width - 1, x + radius),
      )
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      out[y * width + x] = all(
        (i) => rows[i * width + x] === 1,
        Math.max(0, y - radius),
        Math.min(height - 1, y + radius),
      )
  return out
}

/**
 * Downscales the image or its `part` (image px; may extend beyond the image). Each output pixel is the mean of the
 * pixels that it covers.
 */
export function areaScaled(
  { width, height, data }: Picture,
  toWidth: number,
  toHeight: number,
  part = { x: 0, y: 0, width, height },
): Picture {
  const along = (at: number, start: number, step: number, end: number) =>
    [at, at + 1].map((edge) => Math.min(end, Math.max(0, start + edge * step))) as [number, number]
  const out = new Uint8Array(toWidth * toHeight * 4)
  for (let y = 0; y < toHeight; y++)
    for (let x = 0; x < toWidth; x++) {
      const [x0, x1] = along(x, part.x, part.width / toWidth, width)
      const [y0, y1] = along(y, part.y, part.height / toHeight, height)
      const sum = [0, 0, 0, 0]
      let area = 0
      for (let v = Math.floor(y0); v < Math.ceil(y1); v++)
        for (let u = Math.floor(x0); u < Math.ceil(x1); u++) {
          const weight = (Math.min(x1, u + 1) - Math.max(x0, u)) * (Math.min(y1, v + 1) - Math.max(y0, v))
          area += weight
          for (let c = 0; c < 4; c++) sum[c]! += weight * data[(v * width + u) * 4 + c]!
        }
      for (let c = 0; c < 4; c++) out[(y * toWidth + x) * 4 + c] = Math.round(sum[c]! / area)
    }
  return { width: toWidth, height: toHeight, data: out }
}

const luma = (data: Picture['data'], i: number) => 0.2126 * data[i]! + 0.7152 * data[i + 1]! + 0.0722 * data[i + 2]!

/**
 * Returns the mean structural similarity of luma over 8×8 windows, step 4 (Wang et al. 2004, K1 = 0.01, K2 = 0.03).
 * Images have equal sizes.
 */
export function ssim(a: Picture, b: Picture): number {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  let total = 0
  let windows = 0
  for (let y = 0; y + 8 <= a.height; y += 4)
    for (let x = 0; x + 8 <= a.width; x += 4) {
      let [ma, mb, aa, bb, ab] = [0, 0, 0, 0, 0]
      for (let v = y; v < y + 8; v++)
        for (let u = x; u < x + 8; u++) {
          const i = (v * a.width + u) * 4
          const [p, q] = [luma(a.data, i), luma(b.data, i)]
          ma += p / 64
          mb += q / 64
          aa += (p * p) / 64
          bb += (q * q) / 64
          ab += (p * q) / 64
        }
      const [va, vb, cov] = [aa - ma * ma, bb - mb * mb, ab - ma * mb]
      total += ((2 * ma * mb + c1) * (2 * cov + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2))
      windows++
    }
  return total / windows
}

/**
 * Returns the bounding box (inclusive, px) of the pixels whose channels differ by more than `threshold` levels, or
 * null. Images have equal sizes.
 */
export function differenceBox(a: Picture, b: Picture, threshold: number) {
  let box: { left: number; top: number; right: number; bottom: number } | null = null
  for (let y = 0; y < a.height; y++)
    for (let x = 0; x < a.width; x++) {
      const i = (y * a.width + x) * 4
      const differs = [0, 1, 2, 3].some((c) => Math.abs(a.data[i + c]! - b.data[i + c]!) > threshold)
      if (!differs) continue
      box ??= { left: x, top: y, right: x, bottom: y }
      box = { left: Math.min(box.left, x), top: box.top, right: Math.max(box.right, x), bottom: y }
    }
  return box
}
