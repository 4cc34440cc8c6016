/** Tests of a text's strokes, gradients and drop shadows. */
import { expect, it } from 'vitest'
import type { TextValues } from '../schema.ts'
import { alphaAt, inkOf, layerOf, type RenderedPixels, textStudio } from './testing.ts'

const studio = textStudio()

const base: Partial<TextValues> = { text: 'HI', fontSize: 200, color: '#ff0000' }
const paint = (values: Partial<TextValues> = {}): Promise<RenderedPixels> => studio.paint({ ...base, ...values })
const pixel = ({ pixels, width }: RenderedPixels, x: number, y: number) => [
  ...pixels.subarray(4 * (y * width + x)).slice(0, 4),
]

const { stroke, gradient, dropShadow, threeDEffect } = layerOf({})
const STROKE = { ...stroke, enabled: true, color: '#0000ff' as const, width: 5 }
const SHADOW = { ...dropShadow, enabled: true, blur: 0, opacity: 50, horizontal: 10, vertical: 0 }

it("a stroke doesn't change the interior of the letters", async () => {
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
] as const)('the gradient runs from the text’s colour to the second colour at %d°', async (angle, from, to) => {
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

it("the shadow's blur extends as far as its setting specifies", async () => {
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

it('3D text has a stroke but no drop shadow', async () => {
  const flat = { depth: 1, rotateX: 0, rotateY: 0, rotateZ: 0, shadowOpacity: 0, perspective: 2000 }
  const solid = { ...threeDEffect, ...flat, enabled: true }
  const ink = inkOf(await paint({ stroke: STROKE }))
  const space = inkOf(await paint({ stroke: STROKE, dropShadow: SHADOW, threeDEffect: solid }))
  for (const side of ['left', 'right', 'top', 'bottom'] as const)
    expect(Math.abs(space[side] - ink[side]), side).toBeLessThanOrEqual(3)
})
