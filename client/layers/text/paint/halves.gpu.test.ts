import { expect, it } from 'vitest'
import type { Half } from '#client/render/halves.ts'
import type { TextValues } from '../schema.ts'
import { inkOf, layerOf, type RenderedPixels, SIZE, textStudio, type View } from './testing.ts'

const studio = textStudio()

async function paintHalf(half: Half | undefined, values: Partial<TextValues>, view?: View): Promise<RenderedPixels> {
  const layer = layerOf(values)
  return studio.paintWith(studio.node(), half ? { ...layer, half } : layer, view)
}

/**
 * Returns the largest difference between the whole text and its two halves painted over each other, in 8-bit levels.
 */
async function largestDifference(values: Partial<TextValues>): Promise<number> {
  const [whole, behind, front] = [
    await paintHalf(undefined, values),
    await paintHalf('behind', values),
    await paintHalf('front', values),
  ]
  let most = 0
  for (let i = 0; i < whole.pixels.length; i += 4) {
    const left = 1 - (front.pixels[i + 3] ?? 0) / 255
    for (let c = 0; c < 4; c++) {
      const over = Math.round((front.pixels[i + c] ?? 0) + left * (behind.pixels[i + c] ?? 0))
      most = Math.max(most, Math.abs(over - (whole.pixels[i + c] ?? 0)))
    }
  }
  return most
}

it.each<[string, Partial<TextValues>]>([
  ['a word', { text: 'MAGIC', front: '2,4' }],
  ['a word with kerning', { text: 'AVATAR To', front: '2,4,7' }],
  ['two lines with letter spacing', { text: 'WOVEN\nletters', front: '1,3-4,7,9', letterSpacing: 20, fontSize: 90 }],
  ['aligned lines', { text: 'left\naligned', front: '1,6', alignment: 'left' }],
  ['a curved text', { text: 'curved text', front: '2,4-6', curve: 120 }],
  [
    'a rotated text with a gradient',
    { text: 'GRADE', front: '2,4', rotation: 30, gradient: { enabled: true, color: '#ff0000', angle: 60 } },
  ],
  ['Hebrew', { text: 'שלום עולם', front: '2,5-6' }],
  ['Hebrew with Latin and digits', { text: 'אבג abc 123', front: '2,4,6,8', fontSize: 70 }],
  ['Arabic', { text: 'مرحبا بكم', front: '2' }],
  ['Devanagari', { text: 'नमस्ते दुनिया', front: '1', fontSize: 70 }],
  ['capitals', { text: 'straße', front: '5-6', isUpperCase: true }],
  ['translucent letters', { text: 'MAGIC', front: '1,3', opacity: 60 }],
  [
    'a background box',
    { text: 'BOX', front: '2', background: { ...layerOf({}).background, enabled: true, fitsText: true } },
  ],
])('painting both halves of %s on top of each other gives the same pixels as the whole text', async (_, values) => {
  expect(await largestDifference(values)).toBe(0)
})

it.each<[string, Partial<TextValues>]>([
  ['a stroke', { stroke: { enabled: true, color: '#000000', width: 6 } }],
  ['a drop shadow', { dropShadow: { ...layerOf({}).dropShadow, enabled: true } }],
  ['letters that touch', { letterSpacing: -12 }],
])('painting both halves of text with %s differs from painting the whole text only by rounding', async (_, values) => {
  expect(await largestDifference({ text: 'MAGIC', front: '2,4', ...values })).toBeLessThanOrEqual(1)
})

it('each half of woven text paints only the glow of its own letters', async () => {
  const glow = { enabled: true, color: '#ff0000', intensity: 30 } as const
  const shot = await paintHalf('front', { text: 'II', front: '2', letterSpacing: 100, glow })
  expect(inkOf(shot).left).toBeGreaterThan(SIZE.width / 2)
})
