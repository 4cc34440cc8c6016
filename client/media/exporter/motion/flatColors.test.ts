/** Tests that flat colors barely change in the conversion for video encoders and in the palette of a GIF. */
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { openGif } from './encodeGif.ts'
import { toI420 } from './encodeVideo.ts'

/** Maximum change per channel of a flat color, in 8-bit levels. */
const TOLERANCE = 3
const [COLUMNS, ROWS, SIDE] = [4, 6, 16]
const SIZE = { width: COLUMNS * SIDE, height: ROWS * SIDE }

/** 24 colors. Each channel takes 24 values from 20 to 235, each channel in a different order. */
const COLORS = Array.from({ length: COLUMNS * ROWS }, (_, i) =>
  [7, 11, 5].map((step, c) => Math.round(20 + ((i * step + 3 * c) % 24) * (215 / 23))),
)

/** Returns a grid of the colors, RGBA. */
function grid(): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let i = 0; i < rgba.length / 4; i++) rgba.set(COLORS[patchOf(i)] ?? [], 4 * i)
  return rgba
}

const patchOf = (i: number) =>
  Math.floor(Math.floor(i / SIZE.width) / SIDE) * COLUMNS + Math.floor((i % SIZE.width) / SIDE)

/** Converts a pixel of I420 to RGB: BT.709, limited range. */
function decoded(planes: Uint8Array, x: number, y: number): number[] {
  const { width, height } = SIZE
  const chroma = (y >> 1) * (width / 2) + (x >> 1)
  const luma = ((planes[y * width + x] ?? 0) - 16) / 219
  const [cb, cr] = [0, 1].map((plane) => ((planes[width * height * (1 + plane / 4) + chroma] ?? 0) - 128) / 224)
  const [red, blue] = [luma + 1.5748 * (cr ?? 0), luma + 1.8556 * (cb ?? 0)]
  return [red, (luma - 0.2126 * red - 0.0722 * blue) / 0.7152, blue].map((value) => 255 * value)
}

it('the conversion to BT.709 changes flat colors by at most 3 levels', () => {
  const planes = toI420(grid(), SIZE, new Uint8Array(1.5 * SIZE.width * SIZE.height))
  for (const [i, color] of COLORS.entries()) {
    const [x, y] = [(i % COLUMNS) * SIDE + 5, Math.floor(i / COLUMNS) * SIDE + 5]
    for (const [c, value] of decoded(planes, x, y).entries())
      expect(Math.abs(value - (color[c] ?? 0))).toBeLessThanOrEqual(TOLERANCE)
  }
})

it('the palette of a GIF changes flat colors by at most 3 levels', async () => {
  const gif = openGif({ size: SIZE, fps: 24 })
  const frame = { canvas: SIZE, getImageData: () => ({ data: grid() }) } as unknown as OffscreenCanvasRenderingContext2D
  await gif.add(frame)
  const file = Buffer.from(await (await gif.finish()).arrayBuffer())
  const pixels = await sharp(file).removeAlpha().raw().toBuffer()
  const sums = COLORS.map(() => [0, 0, 0])
  for (let i = 0; i < pixels.length; i++) {
    const sum = sums[patchOf(Math.floor(i / 3))] ?? []
    sum[i % 3] = (sum[i % 3] ?? 0) + (pixels[i] ?? 0) / SIDE ** 2
  }
  for (const [i, color] of COLORS.entries())
    for (let c = 0; c < 3; c++) expect(Math.abs((sums[i]?.[c] ?? 0) - (color[c] ?? 0))).toBeLessThanOrEqual(TOLERANCE)
})
