/** Tests decoding in a simulated browser that premultiplies bitmaps. The expected pixels come from image elements. */
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { resetCheck } from '#client/kit/browser/self-checks/selfChecks.ts'
import { premultiplyBitmaps, texelsOf } from '#client/kit/browser/self-checks/testing.ts'
import { uint32 } from '#client/kit/bytes/bytes.ts'
import { chunk } from '#client/kit/pixels/png/chunks.ts'
import { writePng } from '#client/kit/pixels/png/writePng.ts'
import { straightPixelsOf } from '#client/model/assets/straightAlpha.ts'
import { MINDS_PRIMARIES } from '../../../../tests/helpers/perEngine.ts'
import { randomFrom } from '../../../../tests/helpers/random.ts'
import { anyPng, PNG_KINDS } from '../fixtures/anyPng.ts'
import { TOLERANCES } from '../fixtures/tolerances.ts'
import { importImage } from '../importImage.ts'

const LIMITS = { maxPixels: 1_000_000, maxSide: 4096, maxBytes: 1_000_000 }
const SIZE = { width: 64, height: 48 }

let undo: () => void
beforeEach(() => {
  undo = premultiplyBitmaps()
  resetCheck('straightAlpha')
})
afterEach(() => {
  undo()
  resetCheck('straightAlpha')
})

async function imported(file: Blob, name: string) {
  const signal = new AbortController().signal
  const consentToConvert = () => Promise.reject(new Error('asked for consent without need'))
  const result = await importImage(new File([file], name), { limits: LIMITS, signal, consentToConvert })
  if (!result.ok) throw new Error(result.error)
  onTestFinished(() => result.value.bitmap.close())
  return result.value
}

/** Returns the RGBA (straight alpha) of an image element in a WebGL texture. No browser premultiplies these texels. */
async function decodedBySound(file: Blob): Promise<Uint8Array> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  await image.decode()
  URL.revokeObjectURL(image.src)
  return texelsOf(image)
}

function noise({ width, height }: typeof SIZE): Uint8Array {
  const random = randomFrom(5)
  return new Uint8Array(4 * width * height).map(() => Math.floor(random() * 256))
}

/** Draws an opaque file on a canvas and returns its RGBA. */
async function paintedBytes(file: Blob): Promise<Uint8ClampedArray> {
  const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d')
  if (!context) throw new Error('no 2D context')
  context.drawImage(await createImageBitmap(file), 0, 0)
  return context.getImageData(0, 0, SIZE.width, SIZE.height).data
}

const opaque = () => noise(SIZE).map((value, i) => (i % 4 === 3 ? 255 : value))

const worst = (a: ArrayLike<number> | null, b: ArrayLike<number>) => {
  expect(a?.length).toBe(b.length)
  return Math.max(...Array.from(b, (value, i) => Math.abs(value - (a?.[i] ?? NaN))))
}

describe('importing in a browser that premultiplies bitmaps', () => {
  it("the import doesn't change any color of a PNG at any alpha", async () => {
    const file = await writePng(SIZE, noise(SIZE))
    const { bitmap, hasAlpha } = await imported(file, 'noise.png')
    expect(hasAlpha).toBe(true)
    expect(worst(texelsOf(bitmap), noise(SIZE)), "the browser's own bitmap loses colors").toBeGreaterThan(50)
    expect(worst(straightPixelsOf(bitmap), noise(SIZE))).toBe(0)
  })

  it.each(PNG_KINDS.filter(({ isInterlaced }) => isInterlaced))(
    'an interlaced PNG of color type $colorType with $depth bits decodes to the same pixels as in an image element',
    async (kind) => {
      const file = new Blob([await anyPng(SIZE, kind, randomFrom(11))])
      const { bitmap } = await imported(file, 'any.png')
      expect(worst(straightPixelsOf(bitmap), await decodedBySound(file))).toBeLessThanOrEqual(
        kind.depth === 16 ? TOLERANCES.deepPng : 0,
      )
    },
  )

  it.each([
    ['lossless', 'noise'],
    ['lossy', 'noise-lossy'],
  ])('a %s WebP decodes to the same pixels as with libwebp', async (_, name) => {
    const fixture = async (file: string) => (await fetch(new URL(`../fixtures/${file}`, import.meta.url))).blob()
    const { bitmap, hasAlpha } = await imported(await fixture(`${name}.webp`), 'noise.webp')
    expect(hasAlpha).toBe(true)
    expect(worst(straightPixelsOf(bitmap), await decodedBySound(await fixture(`${name}.png`)))).toBe(0)
  })

  it('translucent pixels are converted to sRGB in the same way as opaque pixels', async () => {
    // Display P3: the white point and the three primaries in units of 1/100,000.
    const primaries = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap(uint32)
    const extra = [chunk('gAMA', uint32(45455)), chunk('cHRM', primaries)]
    const { bitmap } = await imported(await writePng(SIZE, noise(SIZE), { extra }), 'p3.png')
    const known = await paintedBytes(await writePng(SIZE, opaque(), { extra }))
    expect(worst(known, opaque()) > 10, 'only engines that read the primaries convert the colors').toBe(
      MINDS_PRIMARIES[inject('engine')],
    )
    const found = straightPixelsOf(bitmap)?.map((value, i) => (i % 4 === 3 ? 255 : value)) ?? null
    expect(worst(found, known)).toBeLessThanOrEqual(TOLERANCES.otherSpace)
  })

  it("importing an opaque PNG doesn't change any pixel", async () => {
    const { bitmap, hasAlpha } = await imported(await writePng(SIZE, opaque()), 'opaque.png')
    expect(hasAlpha).toBe(false)
    expect(worst(texelsOf(bitmap), opaque())).toBe(0)
  })

  it("the browser decodes files that the product's decoder can't read", async () => {
    const animated = await (await fetch(new URL('../fixtures/animated.webp', import.meta.url))).blob()
    expect((await imported(animated, 'animated.webp')).width).toBe(32)
  })
})
