import { describe, expect, it, vi } from 'vitest'
import { chunk } from '#client/kit/pixels/png/chunks.ts'
import { writePng } from '#client/kit/pixels/png/writePng.ts'
import { cropBitmap } from '#client/model/assets/pixels.ts'
import { bring, fixture, LIMITS, named, picture } from './fixtures/bring.ts'
import { cornersOf, exifBlock, pixelsOf, withExifOrientation } from './fixtures/files.ts'
import { TOLERANCES } from './fixtures/tolerances.ts'
import type { HeicDecoder, ImportOptions } from './importer.ts'

const RED = [255, 0, 0, 255]
const GREEN = [0, 255, 0, 255]
const BLUE = [0, 0, 255, 255]
const WHITE = [255, 255, 255, 255]

function expectCorners(bitmap: ImageBitmap, expected: number[][], tolerance = 0) {
  const worst = cornersOf(bitmap).flatMap((rgba, i) => rgba.map((v, c) => Math.abs(v - (expected[i]?.[c] ?? NaN))))
  expect(Math.max(...worst), `corners ${JSON.stringify(cornersOf(bitmap))}`).toBeLessThanOrEqual(tolerance)
}

/** Returns a 32 × 16 px image with red, green, blue and white corners. */
async function fourCorners(type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(32, 16)
  const context = canvas.getContext('2d')!
  for (const [i, [r, g, b]] of [RED, GREEN, BLUE, WHITE].entries()) {
    context.fillStyle = `rgb(${r} ${g} ${b})`
    context.fillRect(16 * (i % 2), 8 * (i >> 1), 16, 8)
  }
  return canvas.convertToBlob({ type, quality: 1 })
}

describe('the colors of an import', () => {
  it("an import doesn't change any color of a PNG at any alpha", async () => {
    const size = { width: 256, height: 256 }
    const pixels = new Uint8Array(4 * 256 * 256)
    for (let i = 0; i < 256 * 256; i++) pixels.set([i & 255, (i * 7) & 255, (i * 31) >> 3, i >> 8], 4 * i)
    const { bitmap, hasAlpha } = await picture(named(await writePng(size, pixels), 'straight.png'))
    expect(pixelsOf(bitmap).findIndex((value, i) => value !== pixels[i])).toBe(-1)
    expect(hasAlpha).toBe(true)
  })

  it.each([
    ['cmyk.jpg', TOLERANCES.cmyk],
    ['progressive.jpg', TOLERANCES.progressiveJpeg],
    ['palette.png', 0],
    ['lossy.webp', TOLERANCES.lossyWebp],
    ['animated.webp', 0],
  ])('the import decodes the colors at the corners of %s', async (name, tolerance) => {
    const { bitmap, width, height, hasAlpha } = await picture(await fixture(name))
    expect({ width, height, hasAlpha }).toEqual({ width: 32, height: 16, hasAlpha: false })
    expectCorners(bitmap, [GREEN, BLUE, RED, BLUE], tolerance)
  })

  it('a gray JPEG is read with three equal channels', async () => {
    const { bitmap } = await picture(await fixture('grey.jpg'))
    for (const [r, g, b] of cornersOf(bitmap)) expect([g, b]).toEqual([r, r])
  })

  it('the import preserves the alpha of a 16-bit PNG', async () => {
    const { bitmap, hasAlpha } = await picture(await fixture('rgba16.png'))
    expect(hasAlpha).toBe(true)
    expectCorners(bitmap, [GREEN, BLUE, [255, 0, 0, 128], [0, 0, 255, 128]], TOLERANCES.deepPng)
  })

  it('a PNG with an alpha channel but only opaque pixels is imported as opaque', async () => {
    const opaque = new Uint8Array(4 * 40 * 30).fill(255)
    expect((await picture(named(await writePng({ width: 40, height: 30 }, opaque), 'a.png'))).hasAlpha).toBe(false)
    opaque[opaque.length - 1] = 254
    expect((await picture(named(await writePng({ width: 40, height: 30 }, opaque), 'a.png'))).hasAlpha).toBe(true)
  })

  it.each([
    ['wide', 4400, 300],
    ['high', 300, 4400],
  ])('a %s PNG is imported as translucent even if only its last pixel is translucent', async (_, width, height) => {
    const pixels = new Uint8Array(4 * width * height).fill(255)
    pixels[pixels.length - 1] = 254
    const limits = { ...LIMITS, maxPixels: width * height, maxSide: 4400 }
    const imported = await bring(named(await writePng({ width, height }, pixels), 'a.png'), { limits })
    expect(imported).toMatchObject({ ok: true, value: { hasAlpha: true } })
  })

  it('the import decodes an image of one pixel', async () => {
    const png = await writePng({ width: 1, height: 1 }, Uint8Array.from([9, 8, 7, 6]))
    const { bitmap, width, height } = await picture(named(png, 'dot.png'))
    expect([width, height, ...pixelsOf(bitmap)]).toEqual([1, 1, 9, 8, 7, 6])
  })
})

describe('the orientation of an import', () => {
  const upright: [number, number[][]][] = [
    [1, [RED, GREEN, BLUE, WHITE]],
    [2, [GREEN, RED, WHITE, BLUE]],
    [3, [WHITE, BLUE, GREEN, RED]],
    [4, [BLUE, WHITE, RED, GREEN]],
    [5, [RED, BLUE, GREEN, WHITE]],
    [6, [BLUE, RED, WHITE, GREEN]],
    [7, [WHITE, GREEN, BLUE, RED]],
    [8, [GREEN, WHITE, RED, BLUE]],
  ]

  it.each(upright)('EXIF orientation %i is applied to a JPEG', async (orientation, corners) => {
    const file = named(await withExifOrientation(await fourCorners('image/jpeg'), orientation), 'turned.jpg')
    const { bitmap, width, height } = await picture(file)
    expect([width, height]).toEqual(orientation < 5 ? [32, 16] : [16, 32])
    expectCorners(bitmap, corners, TOLERANCES.jpeg)
  })

  it.each(upright)(
    'a part of a JPEG with EXIF orientation %i has the pixels of that part',
    async (orientation, corners) => {
      const file = named(await withExifOrientation(await fourCorners('image/jpeg'), orientation), 'turned.jpg')
      const { bitmap, width, height } = await picture(file)
      const [x, y] = [width / 2, height / 2]
      for (const [i, corner] of corners.entries()) {
        const rect = { x: x * (i % 2), y: y * (i >> 1), width: x, height: y }
        expectCorners(await cropBitmap({ bitmap }, rect), [corner, corner, corner, corner], TOLERANCES.jpeg)
      }
    },
  )

  it.each(upright)('EXIF orientation %i is applied to a WebP', async (orientation, corners) => {
    const { bitmap, width, height } = await picture(await orientedWebp(orientation))
    expect([width, height]).toEqual(orientation < 5 ? [32, 16] : [16, 32])
    const [r, g, b, w] = [RED, GREEN, BLUE, WHITE].map((color) => corners.indexOf(color))
    const seen = cornersOf(bitmap)
    // the test file has these colors in the corners where the upright image has red, green, blue and white
    expect([r, g, b, w].map((i) => seen[i ?? -1])).toEqual([GREEN, BLUE, RED, BLUE])
  })

  it.each(upright)(
    'EXIF orientation %i moves the pixels of a PNG without changing their values',
    async (orientation, corners) => {
      for (const alpha of [255, 90]) {
        const rgba = new Uint8Array(4 * 32 * 16)
        for (let i = 0; i < 32 * 16; i++) {
          const [r, g, b] = [RED, GREEN, BLUE, WHITE][(i % 32 >= 16 ? 1 : 0) + (i >= 32 * 8 ? 2 : 0)]!
          rgba.set([r!, g!, b!, alpha], 4 * i)
        }
        const extra = [chunk('eXIf', exifBlock(orientation))]
        const file = named(await writePng({ width: 32, height: 16 }, rgba, { extra }), 'turned.png')
        const { bitmap, width, height } = await picture(file)
        expect([width, height]).toEqual(orientation < 5 ? [32, 16] : [16, 32])
        expectCorners(
          bitmap,
          corners.map(([r, g, b]) => [r!, g!, b!, alpha]),
        )
      }
    },
  )

  async function orientedWebp(orientation: number): Promise<File> {
    const bytes = new Uint8Array(await (await fixture('exif6.webp')).arrayBuffer())
    const tag = bytes.findIndex((byte, i) => byte === 0x01 && bytes[i + 1] === 0x12 && i > 60)
    bytes[tag + 9] = orientation
    return named(bytes, 'turned.webp')
  }
})

describe('the file type of an import', () => {
  it('the import detects the file type from the bytes, not from the name', async () => {
    const imported = await picture(await fixture('palette.png', 'really-a-png.jpg'))
    expect([imported.type, imported.name, imported.blob.type]).toEqual(['png', 'really-a-png.jpg', 'image/png'])
  })

  it('a JPEG with the file extension .heic is imported without asking for consent to convert', async () => {
    expect((await picture(await fixture('progressive.jpg', 'wrong.heic'))).type).toBe('jpeg')
  })

  it('the import returns the SHA-256 of the file', async () => {
    const file = await fixture('grey.jpg')
    const known = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    const hex = Array.from(known, (byte) => byte.toString(16).padStart(2, '0')).join('')
    expect((await picture(file)).sha256).toBe(hex)
  })

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg', 'image/svg+xml', 'unsupported-type'],
    ['an SVG named .png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png', '', 'wrong-content'],
    ['a text named .jpg', 'this is no picture', 'a.jpg', 'image/jpeg', 'wrong-content'],
    ['a GIF named .webp', 'GIF89a\x01\0\x01\0', 'a.webp', '', 'wrong-content'],
    ['an empty file', '', 'a.jpg', 'image/jpeg', 'decode-failed'],
    ['a file with only the first marker of a JPEG', '\xff\xd8\xff', 'a.jpg', '', 'decode-failed'],
  ])('the import rejects %s', async (_, text, name, type, error) => {
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0))
    expect(await bring(named(bytes, name, type))).toEqual({ ok: false, error })
  })

  it.each(['progressive.jpg', 'palette.png', 'lossy.webp'])('the import rejects %s truncated to half', async (name) => {
    const file = await fixture(name)
    expect(await bring(named(file.slice(0, file.size / 2), name))).toEqual({ ok: false, error: 'decode-failed' })
  })
})

describe('the limits of an import', () => {
  it.each([
    ['pixels', { maxPixels: 511 }],
    ['px on one side', { maxSide: 31 }],
    ['bytes', { maxBytes: 100 }],
  ])('a photo with too many %s is rejected', async (_, less) => {
    const file = await fixture('grey.jpg')
    expect(await bring(file, { limits: { ...LIMITS, ...less } })).toEqual({ ok: false, error: 'too-large' })
  })

  it('a photo exactly at the limits is accepted', async () => {
    const limits = { maxPixels: 512, maxSide: 32, maxBytes: (await fixture('grey.jpg')).size }
    expect((await bring(await fixture('grey.jpg'), { limits })).ok).toBe(true)
  })

  it('an image with 60 000 × 60 000 px in its header is rejected without decoding', async () => {
    const png = new Uint8Array(await (await fixture('palette.png')).arrayBuffer())
    new DataView(png.buffer).setUint32(16, 60_000)
    new DataView(png.buffer).setUint32(20, 60_000)
    let stages = 0
    const refused = await bring(named(png, 'bomb.png'), { onStage: () => void stages++ })
    expect([refused, stages]).toEqual([{ ok: false, error: 'too-large' }, 0])
  })
})

it("an aborted import returns the error 'aborted'", async () => {
  const file = await fixture('rgba16.png')
  const before = new AbortController()
  before.abort()
  expect(await bring(file, { signal: before.signal })).toEqual({ ok: false, error: 'aborted' })
  const during = new AbortController()
  const stopped = bring(file, { signal: during.signal, onStage: () => during.abort() })
  expect(await stopped).toEqual({ ok: false, error: 'aborted' })
})

describe('the import of HEIC', () => {
  const heic = () =>
    named(
      Uint8Array.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', (char) => char.charCodeAt(0)),
      'a.heic',
    )

  /** Imports a HEIC with the user's consent and the given decoders. */
  const convert = (options: Partial<ImportOptions>, ...decoders: HeicDecoder['decode'][]) => {
    const heicDecoders = decoders.map((decode) => ({ name: 'fake', decode }))
    return bring(heic(), { consentToConvert: async () => true, heicDecoders, ...options })
  }
  const working = () => fourCorners('image/png')
  const broken = () => Promise.reject(new Error('no'))

  it("the import doesn't convert a HEIC if the user declines", async () => {
    const decode = vi.fn(working)
    expect(await convert({ consentToConvert: async () => false }, decode)).toEqual({
      ok: false,
      error: 'heic-declined',
    })
    expect(decode).not.toHaveBeenCalled()
  })

  it('an image converted from HEIC has the name and the type of the HEIC file', async () => {
    const stages: string[] = []
    const converted = await convert({ onStage: (stage) => void stages.push(stage) }, working)
    expect(converted).toMatchObject({ ok: true, value: { name: 'a.heic', type: 'heic', width: 32, height: 16 } })
    expect(stages).toEqual(['converting', 'decoding'])
  })

  it('after a decoder fails, the next decoder is tried', async () => {
    expect((await convert({}, broken, working)).ok).toBe(true)
    expect(await convert({}, broken, broken)).toEqual({ ok: false, error: 'heic-failed' })
  })

  it("the import doesn't try another decoder after an abort", async () => {
    const stop = new AbortController()
    const aborting = vi.fn(() => {
      stop.abort()
      return broken()
    })
    expect(await convert({ signal: stop.signal }, aborting, aborting)).toEqual({ ok: false, error: 'aborted' })
    expect(aborting).toHaveBeenCalledOnce()
  })
})
