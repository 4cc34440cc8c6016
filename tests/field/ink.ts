/** Finds light letters on a black image. */
import sharp from 'sharp'

/** Pixels of an image: three channels per px, row-major, 0 to 255. */
export interface Pixels {
  data: Uint8Array
  width: number
  height: number
  channels: number
}

export async function pixelsOf(path: string): Promise<Pixels> {
  const { data, info } = await sharp(path)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/** Bounding box of the letters, px. `lines`: number of bands of rows with letters. */
interface Ink {
  x: number
  y: number
  width: number
  height: number
  lines: number
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Minimum value of a channel that counts as a letter. */
const LIGHT = 100

/** Returns the letters in an area (fractions of the image's sides) widened by `margin`. Null if there are none. */
export function inkIn({ data, width, height, channels }: Pixels, area: Area, margin = 0): Ink | null {
  const [left, right] = range(area.x - margin, area.x + area.width + margin, width)
  const [top, bottom] = range(area.y - margin, area.y + area.height + margin, height)
  let [minX, maxX] = [right, left - 1]
  const rows: number[] = []
  for (let y = top; y < bottom; y++) {
    let hasInk = false
    for (let x = left; x < right; x++) {
      if ((data[(y * width + x) * channels] ?? 0) < LIGHT) continue
      hasInk = true
      minX = Math.min(minX, x)
      maxX = Math.max(maxX, x)
    }
    if (hasInk) rows.push(y)
  }
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return null
  const lines = rows.filter((y, i) => i === 0 || y - (rows[i - 1] ?? y) > 1).length
  return { x: minX, y: first, width: maxX - minX + 1, height: last - first + 1, lines }
}

/** Returns the letters' left and right edges as shares of the image's width. */
export const sharesOf = ({ width }: Pixels, ink: Ink | null) => ({
  left: (ink?.x ?? Number.NaN) / width,
  right: ((ink?.x ?? Number.NaN) + (ink?.width ?? Number.NaN)) / width,
})

const range = (from: number, to: number, side: number): [number, number] => [
  Math.max(0, Math.floor(from * side)),
  Math.min(side, Math.ceil(to * side)),
]
