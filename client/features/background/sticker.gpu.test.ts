/** Tests an outlined subject (a sticker) in front of its original background and at the edge of the photo. */
import { expect, it } from 'vitest'
import { layerOfKind } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { sharedRenderer } from '../../../tests/helpers/gpu.ts'
import { painted } from '../../../tests/helpers/painted.ts'
import { separatedBy } from '../../../tests/helpers/scene.ts'
import { resizeSubject } from './subjectSize.ts'

const SIZE = { width: 240, height: 180 }
const [RED, BLUE] = [
  [220, 20, 20],
  [20, 40, 220],
] as const
const WIDTH = 10
const RADIUS = 50
const renderer = await sharedRenderer()

/**
 * Creates a session whose subject is a blue disc on red, with a soft edge of `soft` px. Along the edge, the photo's
 * pixels mix both colors, as in a real photo. `haze`: distance from the disc up to which the matte wrongly covers the
 * background in part, px. `most`: the disc's coverage. Resolves with the session and the subject's layer.
 */
async function discAt(center: { x: number; y: number }, soft = 6, haze = 0, most = 255) {
  const { width, height } = SIZE
  const coverage = new Uint8Array(width * height)
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let i = 0; i < coverage.length; i++) {
    const away = Math.hypot((i % width) + 0.5 - center.x, Math.floor(i / width) + 0.5 - center.y) - RADIUS
    const alpha = Math.min(1, Math.max(0, 0.5 - away / soft))
    coverage[i] = Math.max(Math.round(most * alpha), away < haze ? 140 : 0)
    for (let c = 0; c < 3; c++) rgba[4 * i + c] = alpha * BLUE[c]! + (1 - alpha) * RED[c]!
  }
  const session = await separatedBy({ ...SIZE, rgba, coverage })
  const subject = session.doc.layers[layerOfKind(session.doc, 'subject')!.id] as SubjectLayer
  return { session, subject }
}

function outline(session: Session, subject: SubjectLayer) {
  session.history.transact('Outline', () => {
    subject.cutout = { enabled: true, width: WIDTH, color: '#ffffff', intensity: 100 }
  })
}

const at = (pixels: Uint8Array, x: number, y: number) => [
  ...pixels.subarray(4 * (y * SIZE.width + x), 4 * (y * SIZE.width + x) + 4),
]
/** Returns by how much a pixel's red exceeds its blue and green, 0..255. The result is 0 for white and blue pixels. */
const redness = ([red = 0, green = 0, blue = 0]: number[]) => Math.max(0, red - Math.max(green, blue))

it.each([
  [2, 0],
  [6, 0],
  [12, 0],
  [2, 6],
])(
  'no pixel of the original background is visible between the outline and a subject with an edge of %i px and a haze of %i px',
  async (soft, haze) => {
    const center = { x: 120, y: 90 }
    const { session, subject } = await discAt(center, soft, haze)
    outline(session, subject)
    const pixels = await painted(renderer, session)
    let [worst, white] = [0, 0]
    for (let y = 0; y < SIZE.height; y++)
      for (let x = 0; x < SIZE.width; x++) {
        const away = Math.hypot(x + 0.5 - center.x, y + 0.5 - center.y) - RADIUS
        if (away > WIDTH - 2) continue // the outline of a soft edge starts up to 1 px inside the edge
        worst = Math.max(worst, redness(at(pixels, x, y)))
        if (at(pixels, x, y).every((byte) => byte > 250)) white++
      }
    expect(white, 'number of pixels of the outline').toBeGreaterThan(500)
    expect(worst, 'redness inside the outline').toBeLessThanOrEqual(haze ? 32 : 24)
  },
)

it('a translucent subject without any solid part has an outline', async () => {
  const { session, subject } = await discAt({ x: 120, y: 90 }, 2, 0, 140)
  const before = await painted(renderer, session)
  outline(session, subject)
  const after = await painted(renderer, session)
  expect(after.filter((byte, i) => byte !== before[i]).length).toBeGreaterThan(500)
})

it("a shrunken subject has no outline where the photo's edge cuts the subject off", async () => {
  const { session, subject } = await discAt({ x: 120, y: SIZE.height })
  session.doc.backdrop = { type: 'color', color: '#00ff00', opacity: 100 } as never
  outline(session, subject)
  session.history.transact('Size', () => resizeSubject(session, subject, 60))
  const pixels = await painted(renderer, session)
  const row = Array.from({ length: SIZE.width }, (_, x) => at(pixels, x, SIZE.height - 1))
  const isBlue = ([red = 0, green = 0, blue = 0]: number[]) => blue > 150 && red < 90 && green < 90
  expect(row.filter(isBlue).length, 'the subject reaches the edge').toBeGreaterThan(2 * 0.6 * RADIUS - 12)
  const inside = row.slice(120 - 20, 120 + 20)
  expect(inside.every(isBlue), 'there is no outline below the subject').toBe(true)
  const top = at(pixels, 120, Math.round(SIZE.height - 0.6 * RADIUS - WIDTH / 2))
  expect(top.slice(0, 3), 'the outline above the subject').toEqual([255, 255, 255])
})
