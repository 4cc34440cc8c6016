import { describe, expect, it } from 'vitest'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { type Crop, cropFields, pictureRect } from '#client/model/document/crop.ts'
import { straightenCrop } from '#client/model/document/cropEdits.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { difference, sharedRenderer } from '../helpers/gpu.ts'
import { paintedPicture } from '../helpers/painted.ts'
import { sceneOf, TEXTS } from '../helpers/scene.ts'

const SIZE = { width: 190, height: 143 }
const WHOLE: Crop = { ...defaults(cropFields), ...SIZE }

const renderer = await sharedRenderer()

function wholeOf(session: Session, crop: Crop | null, how: { rows?: number; scale?: number } = {}) {
  session.history.transact('Crop', () => {
    session.doc.crop = crop
  })
  return paintedPicture(renderer, session, how)
}

type Picture = Awaited<ReturnType<typeof wholeOf>>

/** Returns an image whose pixel (x, y) is the pixel at `from(x, y)` of another image. */
function picked(
  { pixels, width }: Picture,
  size: Pick<Rect, 'width' | 'height'>,
  from: (x: number, y: number) => number[],
) {
  const out = new Uint8Array(4 * size.width * size.height)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const [fromX = 0, fromY = 0] = from(x, y)
      const at = 4 * (fromY * width + fromX)
      out.set(pixels.subarray(at, at + 4), 4 * (y * size.width + x))
    }
  return out
}

const differing = (a: ArrayLike<number>, b: ArrayLike<number>) => difference(a, b).count

describe.each([
  ['an opaque photo', false],
  ['a photo with alpha', true],
])('%s with layers', (_, hasAlpha) => {
  it('the export of a cropped frame equals that part of the whole image', async () => {
    const { session } = await sceneOf({ size: SIZE, hasAlpha, texts: TEXTS })
    const whole = await wholeOf(session, null)
    const frame = { x: 37, y: 21, width: 101, height: 90 }
    const cropped = await wholeOf(session, { ...WHOLE, format: 'free', ...frame })
    expect([cropped.width, cropped.height]).toEqual([101, 90])
    const part = picked(whole, frame, (x, y) => [x + 37, y + 21])
    expect(differing(cropped.pixels, part)).toBe(0)
  })

  it.each([0, 1, 2, 3].flatMap((quarterTurns) => [false, true].map((isMirrored) => ({ quarterTurns, isMirrored }))))(
    "rotating and mirroring the crop doesn't change any pixel ($quarterTurns quarter turns, mirrored: $isMirrored)",
    async ({ quarterTurns, isMirrored }) => {
      // mirrored scenes have no text layers, because mirroring doesn't flip letters
      const { session } = await sceneOf({ size: SIZE, hasAlpha, texts: isMirrored ? [] : TEXTS })
      const whole = await wholeOf(session, null)
      const plane = quarterTurns % 2 ? { width: SIZE.height, height: SIZE.width } : SIZE
      const turned = await wholeOf(session, { ...WHOLE, ...plane, quarterTurns, isMirrored })
      const [right, bottom] = [SIZE.width - 1, SIZE.height - 1]
      const upright = (x: number, y: number): [number, number] => {
        if (quarterTurns === 1) return [y, bottom - x]
        if (quarterTurns === 2) return [right - x, bottom - y]
        return quarterTurns === 3 ? [right - y, x] : [x, y]
      }
      const expected = picked(whole, plane, (x, y) => {
        const [fromX, fromY] = upright(x, y)
        return [isMirrored ? right - fromX : fromX, fromY]
      })
      expect(differing(turned.pixels, expected)).toBe(0)
    },
  )

  it('a straightened image is equal in strips and as a whole', async () => {
    const { session } = await sceneOf({ size: SIZE, hasAlpha, texts: TEXTS })
    const crop = straightenCrop(WHOLE, 11.3, SIZE)
    const whole = await wholeOf(session, crop)
    expect(whole.width).toBe(pictureRect(snapshotOf(session)).width)
    const parts = await wholeOf(session, crop, { rows: 17 })
    expect(differing(parts.pixels, whole.pixels)).toBe(0)
    if (!hasAlpha) expect(whole.pixels.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 255)).toBe(true)
  })
})

it.each([0, 30, 90])(
  'mirroring the image moves text layers without mirroring their letters (rotation %i°)',
  async (rotation) => {
    const size = { width: 200, height: 143 }
    const word = { text: 'Flip', fontSize: 40, color: '#ff0000', placement: 'foreground', rotation } as const
    const redOf = ({ pixels }: Picture) =>
      Uint8Array.from({ length: pixels.length / 4 }, (_, i) =>
        pixels[4 * i]! > 250 && pixels[4 * i + 1]! < 5 && pixels[4 * i + 2]! < 5 ? 1 : 0,
      )
    const left = await sceneOf({ size, texts: [{ ...word, position: { horizontal: 30, vertical: 50 } }] })
    const right = await sceneOf({ size, texts: [{ ...word, position: { horizontal: 70, vertical: 50 } }] })
    const mirrored = redOf(await wholeOf(left.session, { ...WHOLE, ...size, isMirrored: true }))
    const expected = redOf(await wholeOf(right.session, null))
    const area = expected.reduce((sum, value) => sum + value, 0)
    expect(area).toBeGreaterThan(400)
    // red pixels are also in the photo's noise, and edges may move by half a pixel
    expect(differing(mirrored, expected)).toBeLessThan(0.02 * area)
  },
)

it("a crop exported at half scale has half the frame's size", async () => {
  const { session } = await sceneOf({ size: SIZE, texts: TEXTS })
  const crop: Crop = { ...WHOLE, format: 'free', x: 31, y: 11, width: 100, height: 80 }
  const half = await wholeOf(session, crop, { scale: 0.5 })
  expect([half.width, half.height]).toEqual([50, 40])
  const whole = await wholeOf(session, null, { scale: 0.5 })
  const part = picked(whole, half, (x, y) => [x + 16, y + 6])
  expect(differing(half.pixels, part)).toBe(0)
})
