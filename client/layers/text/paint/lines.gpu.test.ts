/** Tests of alignment, line height and letter spacing of text layers with several lines. */
import { expect, it } from 'vitest'
import type { TextValues } from '../schema.ts'
import { textTransform } from '../transform.ts'
import { documentOf, inkOf, layerOf, type RenderedPixels, textStudio } from './testing.ts'

const studio = textStudio()

const paint = (values: Partial<TextValues>): Promise<RenderedPixels> => studio.paint({ fontSize: 100, ...values })

it.each([
  ['Latin', 'HHH'],
  ['Hebrew', 'ההה'],
])("letter spacing doesn't move the center of %s text", async (_, text) => {
  const plain = inkOf(await paint({ text }))
  const wide = inkOf(await paint({ text, letterSpacing: 50 }))
  expect(Math.abs(wide.right - wide.left - (plain.right - plain.left) - 100)).toBeLessThanOrEqual(2)
  expect(Math.abs(wide.right + wide.left - plain.right - plain.left)).toBeLessThanOrEqual(3)
})

it.each(['المدينة', 'الربيع في المدينة'])(
  'letters of %s with letter spacing are centered in the selection box',
  async (text) => {
    // wide enough for Arabic with letter spacing: in some systems' fonts, it is wider than 640 px
    const frame = { width: 1600, height: 480 }
    const layer = layerOf({ text, letterSpacing: 24, fontSize: 80 })
    const { center, size } = textTransform.placed(layer, documentOf(frame))
    const view = { size: frame, region: { x: 0, y: 0, ...frame } }
    const ink = inkOf(await studio.paint({ text, letterSpacing: 24, fontSize: 80 }, view))
    expect(Math.abs((ink.left + ink.right) / 2 - center.x)).toBeLessThanOrEqual(4)
    expect(ink.right - ink.left).toBeGreaterThan(0.94 * size.width)
    expect(ink.right - ink.left).toBeLessThanOrEqual(size.width + 4)
  },
)

const set: Partial<TextValues> = {
  text: 'Strips and\nlines\nשלום',
  alignment: 'right',
  lineHeight: 0.8,
  letterSpacing: -7,
  rotation: 12,
}

it('the selection box of a text layer with several lines surrounds the painted lines', async () => {
  const layer = layerOf({ fontSize: 90, ...set, rotation: 0 })
  const { center, size } = textTransform.placed(layer, documentOf())
  const ink = inkOf(await paint({ fontSize: 90, ...set, rotation: 0 }))
  expect(ink.left).toBeGreaterThanOrEqual(center.x - size.width / 2 - 10)
  expect(ink.right).toBeLessThanOrEqual(center.x + size.width / 2 + 10)
})

it('the lines of 3D text have the same positions as the lines of flat text', async () => {
  const flat = { depth: 1, rotateX: 0, rotateY: 0, rotateZ: 0, shadowOpacity: 0, perspective: 2000 }
  const threeDEffect = { ...layerOf({}).threeDEffect, ...flat, enabled: true }
  const [solid, plain] = [
    inkOf(await paint({ ...set, rotation: 0, threeDEffect })),
    inkOf(await paint({ ...set, rotation: 0 })),
  ]
  for (const side of ['left', 'right', 'top', 'bottom'] as const)
    expect(Math.abs(solid[side] - plain[side]), side).toBeLessThanOrEqual(3)
})
