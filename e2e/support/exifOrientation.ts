import type { Picture } from './pixels.ts'

/** Rotates and mirrors pixels as the EXIF orientation says (Exif 2.32, 4.6.4 A). */
export function turned({ width, height, data }: Picture, orientation: number): Picture {
  const [right, bottom] = [width - 1, height - 1]
  const isSide = orientation > 4
  const upright = isSide ? { width: height, height: width } : { width, height }
  const source = (u: number, v: number): [number, number] => {
    const places: [number, number][] = [
      [u, v],
      [right - u, v],
      [right - u, bottom - v],
      [u, bottom - v],
      [v, u],
      [v, bottom - u],
      [right - v, bottom - u],
      [right - v, u],
    ]
    return places[orientation - 1]!
  }
  const out = new Uint8Array(width * height * 4)
  for (let v = 0; v < upright.height; v++)
    for (let u = 0; u < upright.width; u++) {
      const [x, y] = source(u, v)
      const from = (y * width + x) * 4
      out.set(data.subarray(from, from + 4), (v * upright.width + u) * 4)
    }
  return { ...upright, data: out }
}
