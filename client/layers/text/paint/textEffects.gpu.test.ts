/** Tests of a text layer's strokes, gradients, drop shadows, glow and curve. */
import { expect, it, vi } from 'vitest'
import type { TextValues } from '../schema.ts'
import { alphaAt, differences, inkOf, layerOf, type RenderedPixels, SIZE, textStudio, type View } from './testing.ts'

const studio = textStudio()

const base: Partial<TextValues> = { text: 'HI', fontSize: 200, color: '#ff0000' }
const paint = (values: Partial<TextValues> = {}, view: View = {}): Promise<RenderedPixels> =>
  studio.paint({ ...base, ...values }, view)
const pixel = ({ pixels, width }: RenderedPixels, x: number, y: number) => [
  ...pixels.subarray(4 * (y * width + x)).slice(0, 4),
]

const { stroke, gradient, dropShadow, threeDEffect } = layerOf({})
const STROKE = { ...stroke, enabled: true, color: '#0000ff' as const, width: 5 }
const SHADOW = { ...dropShadow, enabled: true, blur: 0, opacity: 50, horizontal: 10, vertical: 0 }

it('a stroke is painted outside the letters only', async () => {
  const [plain, stroked] = [await paint(), await paint({ stroke: STROKE })]
  const [before, after] = [inkOf(plain), inkOf(stroked)]
  for (const side of ['left', 'right', 'top', 'bottom'] as const)
    expect(Math.abs(Math.abs(after[side] - before[side]) - 10), side).toBeLessThanOrEqual(1)
  const middle = Math.round((before.top + before.bottom) / 2)
  expect(pixel(stroked, before.left - 5, middle)).toEqual([0, 0, 255, 255])
  expect(pixel(stroked, before.left + 15, middle)).toEqual([255, 0, 0, 255])
})

it.each([
  [180, 'top', 'bottom'],
  [0, 'bottom', 'top'],
] as const)('the gradient runs from the text’s color to the second color at %d°', async (angle, from, to) => {
  const shot = await paint({ gradient: { ...gradient, enabled: true, color: '#0000ff', angle } })
  const ink = inkOf(shot)
  const inside = (side: 'top' | 'bottom') => (side === 'top' ? ink.top + 3 : ink.bottom - 3)
  const [start, end] = [pixel(shot, ink.left + 15, inside(from)), pixel(shot, ink.left + 15, inside(to))]
  expect(start[0]).toBeGreaterThan(235)
  expect(end[2]).toBeGreaterThan(235)
  expect(inkOf(await paint())).toEqual(ink)
})

it('overlapping strokes and letters cast one shadow with the set opacity', async () => {
  for (const values of [{}, { stroke: STROKE }]) {
    const [plain, shaded] = [await paint(values), await paint({ ...values, dropShadow: SHADOW })]
    const ink = inkOf(plain)
    expect(inkOf(shaded)).toMatchObject({ left: ink.left, top: ink.top, bottom: ink.bottom })
    expect(Math.abs(inkOf(shaded).right - ink.right - 20)).toBeLessThanOrEqual(1)
    let [lone, deepest] = [0, 0]
    for (let y = ink.top; y <= ink.bottom; y++)
      for (let x = ink.left; x <= ink.right + 20; x++)
        if (alphaAt(plain, x, y) === 0) {
          deepest = Math.max(deepest, alphaAt(shaded, x, y))
          if (alphaAt(shaded, x, y) > 120) lone++
        } else if (alphaAt(plain, x, y) === 255) expect(pixel(shaded, x, y)).toEqual(pixel(plain, x, y))
    expect(Math.abs(deepest - 128)).toBeLessThanOrEqual(1)
    expect(lone).toBeGreaterThan(1000)
  }
})

it('the blur of a drop shadow extends by about the set distance', async () => {
  const shaded = inkOf(await paint({ dropShadow: { ...SHADOW, horizontal: 0, blur: 10, opacity: 100 } }))
  const ink = inkOf(await paint())
  expect(ink.left - shaded.left).toBeGreaterThan(15)
  expect(ink.left - shaded.left).toBeLessThanOrEqual(33)
})

it('the drop shadow rotates with the text', async () => {
  const turned = inkOf(await paint({ rotation: 90, dropShadow: SHADOW }))
  const plain = inkOf(await paint({ rotation: 90 }))
  expect(Math.abs(turned.bottom - plain.bottom - 20)).toBeLessThanOrEqual(1)
  expect(turned.right).toBe(plain.right)
})

it("the drop shadow of strongly enlarged text doesn't need a large canvas", async () => {
  const areas: number[] = []
  const counted = class extends OffscreenCanvas {
    constructor(width: number, height: number) {
      super(width, height)
      areas.push(width * height)
    }
  }
  vi.stubGlobal('OffscreenCanvas', counted)
  const region = { x: 316, y: 328, width: 8, height: 8 } // below the letters, inside their shadow
  const soft = { ...SHADOW, horizontal: 0, vertical: 20, blur: 20, opacity: 100 }
  const [far, near] = [
    await paint({ dropShadow: soft }, { region, scale: 8 }),
    await paint({ dropShadow: soft }, { region, scale: 32 }),
  ]
  vi.unstubAllGlobals()
  expect(Math.max(...areas)).toBeLessThan(5e6)
  for (const at of [2, 30, 61]) {
    expect(alphaAt(far, at, at)).toBeGreaterThan(40)
    expect(Math.abs(alphaAt(near, 4 * at, 4 * at) - alphaAt(far, at, at))).toBeLessThanOrEqual(3)
  }
})

it('3D text has a stroke but no drop shadow', async () => {
  const flat = { depth: 1, rotateX: 0, rotateY: 0, rotateZ: 0, shadowOpacity: 0, perspective: 2000 }
  const solid = { ...threeDEffect, ...flat, enabled: true }
  const ink = inkOf(await paint({ stroke: STROKE }))
  const space = inkOf(await paint({ stroke: STROKE, dropShadow: SHADOW, threeDEffect: solid }))
  for (const side of ['left', 'right', 'top', 'bottom'] as const)
    expect(Math.abs(space[side] - ink[side]), side).toBeLessThanOrEqual(3)
})

const BENT = { text: 'CURVED WORDS', fontSize: 50, curve: 150 }

it('the gradient of curved text runs across the whole text, not across each letter', async () => {
  const across = { ...gradient, enabled: true, color: '#0000ff', angle: 90 } as const
  const shot = await studio.paint({ ...BENT, curve: 180, color: '#ff0000', gradient: across })
  const { left, right } = inkOf(shot)
  let worst = 0
  for (let i = 0; i < shot.width * shot.height; i++) {
    const [red = 0, , blue = 0, alpha = 0] = shot.pixels.subarray(4 * i, 4 * i + 4)
    if (alpha < 255) continue
    const expected = (255 * ((i % shot.width) + 0.5 - left)) / (right + 1 - left)
    worst = Math.max(worst, Math.abs(blue - expected), Math.abs(255 - red - expected))
  }
  expect(worst).toBeLessThan(6)
})

it('a curve bends 3D text', async () => {
  const solid = { ...threeDEffect, enabled: true, depth: 10, rotateX: 0, rotateY: 0, shadowOpacity: 0 }
  const [flat, bent] = [
    inkOf(await studio.paint({ ...BENT, curve: 0, threeDEffect: solid })),
    inkOf(await studio.paint({ ...BENT, threeDEffect: solid })),
  ]
  expect(bent.bottom - bent.top).toBeGreaterThan(1.5 * (flat.bottom - flat.top))
})

const glowing = (intensity: number, values: Partial<TextValues> = {}): Partial<TextValues> => ({
  text: 'Glow',
  glow: { enabled: true, color: '#00ff00', intensity },
  ...values,
})

it('the glow extends around the text by at most twice its intensity setting', async () => {
  const plain = inkOf(await studio.paint({ text: 'Glow' }))
  const shot = await studio.paint(glowing(20))
  const lit = inkOf(shot)
  for (const [near, far] of [
    [plain.left - lit.left, lit.right - plain.right],
    [plain.top - lit.top, lit.bottom - plain.bottom],
  ] as const) {
    expect(Math.min(near, far)).toBeGreaterThan(25)
    expect(Math.max(near, far)).toBeLessThanOrEqual(41)
  }
  const beside = (240 * SIZE.width + plain.left - 6) * 4
  expect(shot.pixels[beside]).toBe(0)
  expect(shot.pixels[beside + 1]).toBe(shot.pixels[beside + 3])
})

it('the glow does not change the pixels of opaque letters', async () => {
  const plain = await studio.paint({ text: 'Glow', color: '#ff0000' })
  const lit = await studio.paint(glowing(20, { color: '#ff0000' }))
  let compared = 0
  for (let i = 0; i < plain.pixels.length; i += 4)
    if (plain.pixels[i + 3] === 255) {
      compared++
      expect([...lit.pixels.subarray(i, i + 4)]).toEqual([255, 0, 0, 255])
    }
  expect(compared).toBeGreaterThan(1000)
})

it("the glow isn't visible through half-transparent letters", async () => {
  const { pixels } = await studio.paint(glowing(20, { color: '#ff0000', opacity: 50 }))
  const plain = await studio.paint({ text: 'Glow' })
  // Byte offsets to neighbors that must be opaque too. At the text's edge, a coverage of 254.6 / 255 is rounded to
  // opaque.
  const beside = [-4, 0, 4, -4 * SIZE.width, 4 * SIZE.width]
  let inside = 0
  for (let i = 0; i < pixels.length; i += 4)
    if (beside.every((step) => plain.pixels[i + step + 3] === 255)) {
      inside++
      expect(pixels[i + 1]).toBe(0)
    }
  expect(inside).toBeGreaterThan(1000)
})

it('dragging a text layer moves its glow without painting the glow again', async () => {
  const before = studio.textures()
  const node = studio.node()
  const at = (horizontal: number) => layerOf(glowing(10, { position: { horizontal, vertical: 50 } }))
  await studio.paintWith(node, at(50))
  await studio.paintWith(node, at(50.5), { isDraft: true })
  const painted = node.view.children[0]?.children[0]
  const first = inkOf(await studio.paintWith(node, at(51), { isDraft: true }))
  const second = inkOf(await studio.paintWith(node, at(53), { isDraft: true }))
  expect(node.view.children[0]?.children[0]).toBe(painted)
  expect(second.left - first.left).toBe(Math.round(0.02 * SIZE.width))
  expect(studio.textures()).toBeGreaterThan(before)
  node.destroy()
  expect(studio.textures()).toBe(before)
})

it('turning off the glow removes the glow from the image', async () => {
  const node = studio.node()
  const plain = await studio.paintWith(node, layerOf({ text: 'Glow' }))
  await studio.paintWith(node, layerOf(glowing(20)))
  const again = await studio.paintWith(node, layerOf({ text: 'Glow' }))
  expect(differences(again.pixels, plain.pixels)).toBe(0)
  expect(inkOf(await studio.paintWith(node, layerOf(glowing(0)))).count).toBe(inkOf(plain).count)
})
