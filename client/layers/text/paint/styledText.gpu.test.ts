import { expect, it } from 'vitest'
import { loadFont } from '#client/kit/fonts/load.ts'
import { browserCanvas, rasterizeTile, type ScaledSketch } from '#client/render/canvas2d/rasterize.ts'
import type { TextValues } from '../schema.ts'
import { cachedLayoutOf, fontOf } from './measure.ts'
import { paragraphStyleOf } from './paintOptions.ts'
import { paintStyledText, type StyledText, styledTextExtent } from './styledText.ts'
import {
  alphaAt,
  differences,
  documentOf,
  inkOf,
  layerOf,
  type RenderedPixels,
  SIZE,
  textStudio,
  type View,
  WHOLE,
} from './testing.ts'

const studio = textStudio()

const paint = (values: Partial<TextValues>, view?: View): Promise<RenderedPixels> => studio.paint(values, view)

/** Returns the longest run of partly covered pixels in any row. This is a measure of the blur of a vertical edge. */
function widestEdge(shot: RenderedPixels): number {
  let widest = 0
  for (let y = 0; y < shot.height; y++)
    for (let x = 0, run = 0; x < shot.width; x++) {
      const alpha = alphaAt(shot, x, y)
      run = alpha > 0 && alpha < 255 ? run + 1 : 0
      widest = Math.max(widest, run)
    }
  return widest
}

it.each([
  ['Latin', 'Hello'],
  ['Arabic', 'مرحبا'],
  ['Hebrew', 'שלום'],
  ['Chinese', '你好世界'],
  ['Thai', 'สวัสดี'],
  ['Devanagari', 'नमस्ते'],
])('text in %s is painted in the middle of the canvas', async (_, text) => {
  const ink = inkOf(await paint({ text }))
  expect(ink.count).toBeGreaterThan(300)
  expect(Math.abs((ink.left + ink.right) / 2 - SIZE.width / 2)).toBeLessThan(30)
})

it('a joined Arabic word is narrower than its separate letters', async () => {
  const width = (shot: RenderedPixels) => inkOf(shot).right - inkOf(shot).left
  const word = width(await paint({ text: 'ببب' }))
  const apart = width(await paint({ text: 'ب\u200cب\u200cب' }))
  expect(word).toBeLessThan(apart * 0.9)
})

it('right-to-left text is painted from right to left', async () => {
  // The text is a wide letter and a period. In a right-to-left line, the period is on the left.
  const shot = await paint({ text: 'ש.' })
  const { left, right, bottom } = inkOf(shot)
  const columnInk = (from: number, to: number) => {
    let top = shot.height
    for (let y = 0; y < shot.height; y++)
      for (let x = from; x <= to; x++) if (alphaAt(shot, x, y) > 0) top = Math.min(top, y)
    return bottom - top
  }
  expect(columnInk(left, left + 6)).toBeLessThan(columnInk(right - 6, right))
})

it.each([0, 30])('the edges of text at 2000 px are sharp at a rotation of %d°', async (rotation) => {
  const region = { x: 1100, y: 800, width: 800, height: 300 }
  const shot = await paint(
    { text: 'HIHIHIHI', fontSize: 2000, rotation },
    { size: { width: 4000, height: 3000 }, region },
  )
  expect(inkOf(shot).count).toBeGreaterThan(1000)
  // at 30°, an edge of 1 px is 1 / cos 30° = 1.15 px wide in a row, so it touches at most 3 pixels
  expect(widestEdge(shot)).toBeLessThanOrEqual(rotation ? 3 : 2)
})

it('a line wider than the maximum texture size is painted', async () => {
  const region = { x: 0, y: 1400, width: 640, height: 200 }
  const text = 'MIDGROUND '.repeat(100)
  const shot = await paint({ text, fontSize: 2000 }, { size: { width: 4000, height: 3000 }, region })
  expect(inkOf(shot).count).toBeGreaterThan(1000)
})

const turnedBox: Partial<TextValues> = {
  text: 'Strips\nمرحبا',
  fontSize: 150.5,
  rotation: -17,
  position: { horizontal: 47.123, vertical: 52.7 },
  background: { ...layerOf({}).background, enabled: true, color: '#204060', width: 500, height: 333, borderRadius: 40 },
  opacity: 70,
}

const { gradient, stroke, dropShadow, threeDEffect } = layerOf({})
const on = { enabled: true } as const
const paints = { stroke: { ...stroke, ...on }, gradient: { ...gradient, ...on }, dropShadow: { ...dropShadow, ...on } }
const curved = { text: 'CURVED WORDS', fontSize: 50, curve: 150, rotation: 20 }
const LOOKS: Record<string, Partial<TextValues>> = {
  'in a turned box': turnedBox,
  'with all effects': { ...turnedBox, ...paints },
  curved,
  'curved, with all effects': { ...curved, ...paints },
  'with a thin glow': { ...turnedBox, glow: { ...on, color: '#00ff00', intensity: 6 } },
  'with a wide glow': { ...turnedBox, glow: { ...on, color: '#00ff00', intensity: 50 } },
  'in 3D': { ...turnedBox, fontSize: 120, threeDEffect: { ...threeDEffect, ...on, shadowOpacity: 0.6 } },
  'of three close lines': { text: 'Strips and\nlines\nשלום', alignment: 'right', lineHeight: 0.8, letterSpacing: -7 },
}
it.each(Object.entries(LOOKS))(
  'exporting a text layer %s in strips gives the same bytes as exporting the layer as a whole',
  async (_, values) => {
    const whole = await paint(values)
    expect(inkOf(whole).count).toBeGreaterThan(1000)
    expect(differences(await studio.strips(values, 37), whole.pixels)).toBe(0)
  },
)

it('text painted as several bitmaps has no seams', async () => {
  const values = { text: 'Midground', fontSize: 200, rotation: 33 }
  const tiled = await paint(values)
  const words: StyledText = {
    layout: cachedLayoutOf(values.text, 'Inter', 700, paragraphStyleOf(layerOf(values))),
    font: fontOf('Inter', 700),
    color: '#ffffff',
    fontSize: values.fontSize,
    box: null,
    stroke: null,
    gradient: null,
    shadow: null,
  }
  const drawing: ScaledSketch = {
    extent: styledTextExtent(words),
    rotation: values.rotation,
    scale: 1,
    fraction: { x: 320, y: 240 },
    paint: (context) => paintStyledText(context, words),
  }
  const once = rasterizeTile(drawing, WHOLE, browserCanvas)!.getContext('2d')!
  const { data } = once.getImageData(0, 0, SIZE.width, SIZE.height)
  const alpha = (bytes: Uint8ClampedArray) => bytes.filter((_, i) => i % 4 === 3)
  expect(inkOf(tiled).count).toBeGreaterThan(10_000)
  expect(differences(alpha(tiled.pixels), alpha(data))).toBe(0)
})

it("painting white text on a white background doesn't change any pixel", async () => {
  const { pixels } = await paint({ text: 'Agy', rotation: 12 }, { backdrop: [1, 1, 1, 1] })
  expect(pixels.every((byte) => byte === 255)).toBe(true)
  const half = await paint({ text: 'Agy', rotation: 12, opacity: 50 })
  for (let i = 0; i < half.pixels.length; i += 4) expect(half.pixels[i]).toBe(half.pixels[i + 3])
  // Pixi stores an alpha of 0.5 as 127 in 8 bits
  expect(half.pixels.reduce((most, byte) => Math.max(most, byte), 0)).toBe(127)
})

it('dragging a text layer moves its bitmaps without painting the text again', async () => {
  let drawn = 0
  const counting = {
    makeCanvas: (width: number, height: number) => {
      drawn++
      return new OffscreenCanvas(width, height)
    },
  }
  const node = studio.node(counting)
  await studio.paintWith(node, layerOf({ text: 'drag' }))
  const atRest = drawn
  const at = (horizontal: number) => layerOf({ text: 'drag', position: { horizontal, vertical: 50 } })
  const before = inkOf(await studio.paintWith(node, at(50.1), { isDraft: true }))
  const after = inkOf(await studio.paintWith(node, at(60.1), { isDraft: true }))
  expect(drawn).toBe(atRest)
  expect(after.left - before.left).toBe(64)
})

it('if a font loads after two updates of a text layer, the newer text is painted', async () => {
  const waiting: (() => void)[] = []
  let isReady = false
  const node = studio.node({
    isLoaded: () => isReady,
    load: () => new Promise((done) => waiting.push(() => done(true))),
  })
  const older = node.update(layerOf({ text: 'OLD' }), { region: WHOLE, scale: 1, isDraft: false }, documentOf())
  const newer = node.update(layerOf({ text: 'I' }), { region: WHOLE, scale: 1, isDraft: false }, documentOf())
  for (const arrive of waiting.reverse()) arrive()
  await Promise.all([older, newer])
  isReady = true
  const shown = inkOf(await studio.paintWith(node, layerOf({ text: 'I' })))
  expect(shown.right - shown.left).toBeLessThan(60)
})

it('a missing font is replaced, reported once and requested again later', async () => {
  studio.reports.length = 0
  let asked = 0
  const node = studio.node({
    isLoaded: () => false,
    load: async () => false,
    retry: () => {
      asked++
    },
  })
  expect(inkOf(await studio.paintWith(node, layerOf({ text: 'Hello' }))).count).toBeGreaterThan(300)
  await studio.paintWith(node, layerOf({ text: 'Hello!' }))
  expect(studio.reports).toEqual(['font-failed'])
  expect(asked).toBe(1)
})

it('text is painted in Inter while its font loads, even if a local font has the same name', async () => {
  await loadFont('Anton', 700)
  let isHere = false
  const node = studio.node({ isLoaded: () => isHere, load: async () => false })
  const data = layerOf({ text: 'Hello', fontFamily: 'Anton' })
  const waiting = await studio.paintWith(node, data)
  const inInter = await studio.paint({ text: 'Hello' })
  expect(differences(waiting.pixels, inInter.pixels)).toBe(0)
  isHere = true
  const come = await studio.paintWith(node, data)
  expect(differences(come.pixels, (await studio.paint({ text: 'Hello', fontFamily: 'Anton' })).pixels)).toBe(0)
  expect(differences(come.pixels, inInter.pixels)).toBeGreaterThan(1000)
})

it("text whose full style can't be drawn is painted as plain text and reported once", async () => {
  studio.reports.length = 0
  let failures = 1
  const flaky = {
    makeCanvas: (width: number, height: number) => {
      if (failures-- > 0) throw new RangeError('out of memory')
      return new OffscreenCanvas(width, height)
    },
  }
  const node = studio.node(flaky)
  const data = layerOf({
    text: 'Hello',
    background: { ...layerOf({}).background, enabled: true, color: '#ff0000', width: 600, height: 400 },
  })
  const shot = await studio.paintWith(node, data)
  expect(alphaAt(shot, 30, 60)).toBe(0)
  expect(inkOf(shot).count).toBeGreaterThan(300)
  await studio.paintWith(node, data, { region: { x: 0, y: 0, width: 640, height: 400 } })
  expect(studio.reports).toEqual(['layer-failed'])
})
