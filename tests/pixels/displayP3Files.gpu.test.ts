/** Tests Display P3 and ProPhoto photos in special files: 16-bit PNG, and JPEG at the best quality. */
import { expect, it, vi } from 'vitest'
import { concatBytes, uint32 } from '#client/kit/bytes/bytes.ts'
import { deflate } from '#client/kit/bytes/deflate.ts'
import { linearOf, PRIMARIES, rgbToD50 } from '#client/kit/pixels/color-space/colorSpace.ts'
import { iccProfileOf } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import { inverse, type Matrix3, multiplied, transposed, type Vector3 } from '#client/kit/pixels/color-space/matrix3.ts'
import { chunk, iccpChunk, SIGNATURE } from '#client/kit/pixels/png/chunks.ts'
import { createPixelReader } from '#client/model/assets/pixels.ts'
import { toneMasksOf } from '#client/render/photo/toneMasks.ts'
import { exportedFile, imported, openedPhoto, p3Png } from '../helpers/colorSpaces.ts'
import { sharedRenderer } from '../helpers/gpu.ts'
import { PROPHOTO, WIDE_PROFILES } from '../helpers/wideProfiles.ts'

const renderer = await sharedRenderer()

const STEPS = [0, 0.02, 0.1, 0.25, 0.5, 0.75, 1]
/** Encoded Display P3 colors, 0 to 1. */
const CHART: readonly Vector3[] = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.map((blue) => [red, green, blue] as const)),
)

/** Returns a PNG of one row with 16 bits per channel and a profile. */
async function png16(colors: readonly Vector3[], profile: Uint8Array): Promise<Blob> {
  const samples = colors.flatMap((color) => color.map((value) => Math.round(65_535 * value)))
  const row = Uint8Array.from([0, ...samples.flatMap((sample) => [sample >> 8, sample & 255])])
  const header = [...uint32(colors.length), ...uint32(1), 16, 2, 0, 0, 0]
  const data = await deflate(row, 'deflate')
  return new Blob([
    concatBytes([SIGNATURE, chunk('IHDR', header), await iccpChunk(profile), chunk('IDAT', data), chunk('IEND', [])]),
  ])
}

async function importedRow(file: Blob) {
  const { bitmap, colorSpace, width } = await imported(file)
  const row = { x: 0, y: 0, width, height: 1 }
  const { data } = createPixelReader(bitmap, row)(row)
  bitmap.close()
  const colors = Array.from({ length: width }, (_, i) => [data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!] as const)
  return { colorSpace, colors }
}

it('importing a 16-bit Display P3 PNG rounds its colors to 8 bits', async () => {
  const { colorSpace, colors } = await importedRow(await png16(CHART, iccProfileOf('display-p3')))
  expect(colorSpace).toBe('display-p3')
  for (const [i, color] of CHART.entries())
    for (const [c, value] of color.entries())
      expect(Math.abs(colors[i]![c]! - 255 * value), String(color)).toBeLessThanOrEqual(1)
})

/** The test omits colors outside ProPhoto. The profile's rounded matrix changes the darkest colors by half a level. */
it('importing a 16-bit ProPhoto PNG converts its colors to Display P3 before rounding to 8 bits', async () => {
  const toProPhoto = multiplied(
    inverse(transposed(PROPHOTO.columns as unknown as Matrix3)),
    rgbToD50(PRIMARIES['display-p3']),
  )
  const chart = CHART.map((color) => ({
    color,
    proPhoto: multiplied(toProPhoto, color.map(linearOf) as unknown as Vector3),
  })).filter(({ proPhoto }) => proPhoto.every((linear) => linear >= 0 && linear <= 1))
  expect(chart.length).toBeGreaterThan(CHART.length / 2)
  const encoded = chart.map(({ proPhoto }) => proPhoto.map((linear) => linear ** (1 / PROPHOTO.gamma)))
  const { colorSpace, colors } = await importedRow(await png16(encoded as unknown as Vector3[], WIDE_PROFILES.ProPhoto))
  expect(colorSpace).toBe('display-p3')
  for (const [i, { color }] of chart.entries())
    for (const [c, value] of color.entries())
      expect(Math.abs(colors[i]![c]! - 255 * value), String(color)).toBeLessThanOrEqual(1)
})

/**
 * The chart has fields of 8 × 8 px. A JPEG stores luma and chroma in 8 bits (JFIF), which rounds by one level. In a
 * detailed image, rounded coefficients would add up to four levels.
 */
it('exporting a Display P3 chart as a JPEG of the best quality changes colors by at most one level', async () => {
  const steps = Array.from({ length: 9 }, (_, i) => Math.min(255, 32 * i))
  const fields = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => [red, green, blue] as const)))
  const [across, side] = [27, 8]
  const size = { width: across * side, height: Math.ceil(fields.length / across) * side }
  const rgba = new Uint8ClampedArray(4 * size.width * size.height).fill(255)
  for (let i = 0; i < size.width * size.height; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)]
    rgba.set(fields[Math.floor(y / side) * across + Math.floor(x / side)]!, 4 * i)
  }
  const session = await openedPhoto(await p3Png(rgba, size))
  const file = await exportedFile(renderer, session, { format: 'jpeg', quality: 100 })
  const { bitmap, colorSpace } = await imported(new File([file], 'a.jpg'))
  expect(colorSpace).toBe('display-p3')
  const whole = { x: 0, y: 0, ...size }
  const { data } = createPixelReader(bitmap, size)(whole)
  expect(data.findIndex((code, i) => Math.abs(code - rgba[i]!) > 1)).toBe(-1)
  bitmap.close()
})

it('an image gets a separate tone mask for each color space', async () => {
  const rgba = Uint8ClampedArray.from({ length: 4 * 64 }, (_, i) => (i % 4 === 3 ? 255 : (37 * i) & 255))
  const { assets, doc } = await openedPhoto(await p3Png(rgba, { width: 8, height: 8 }))
  const masks = toneMasksOf(assets)
  const photo = assets.bitmap(doc.photo!.asset)!
  const inP3 = await masks.build(photo, { renderer, colorSpace: 'display-p3' })
  expect(masks.ready(photo, {})).toBeNull()
  const inSrgb = await masks.build(photo, { renderer })
  expect(masks.ready(photo, { colorSpace: 'display-p3' })).toBe(inP3)
  expect(masks.ready(photo, {})).toBe(inSrgb)
  expect(inSrgb.resource).not.toEqual(inP3.resource)
})

it('a tone mask whose worker has failed is computed again', async () => {
  const rgba = new Uint8ClampedArray(4 * 64).fill(200)
  const { assets, doc } = await openedPhoto(await p3Png(rgba, { width: 8, height: 8 }))
  const [masks, photo] = [toneMasksOf(assets), assets.bitmap(doc.photo!.asset)!]
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        throw new Error('offline')
      }
    },
  )
  await expect(masks.build(photo, { renderer })).rejects.toThrow('offline')
  vi.unstubAllGlobals()
  const mask = await masks.build(photo, { renderer })
  expect(masks.ready(photo, {}) === mask).toBe(true)
})
