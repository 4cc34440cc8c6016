import { expect, it } from 'vitest'
import type { TextValues } from '../schema.ts'
import { differences, inkOf, layerOf, SIZE, textStudio } from './testing.ts'

const studio = textStudio()

const glowing = (intensity: number, values: Partial<TextValues> = {}): Partial<TextValues> => ({
  text: 'Glow',
  glow: { enabled: true, color: '#00ff00', intensity },
  ...values,
})

it('the glow extends around the text by up to twice its intensity', async () => {
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

it('the glow does not change the text itself', async () => {
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

it('half-transparent text hides the glow behind its letters', async () => {
  const { pixels } = await studio.paint(glowing(20, { color: '#ff0000', opacity: 50 }))
  const plain = await studio.paint({ text: 'Glow' })
  // Neighbours of a pixel that must be opaque too. At the text's edge, 8 bits round a coverage of 254.6 / 255 to
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

it('dragging a text only translates its glow', async () => {
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

it('turning off the glow removes the painted glow', async () => {
  const node = studio.node()
  const plain = await studio.paintWith(node, layerOf({ text: 'Glow' }))
  await studio.paintWith(node, layerOf(glowing(20)))
  const again = await studio.paintWith(node, layerOf({ text: 'Glow' }))
  expect(differences(again.pixels, plain.pixels)).toBe(0)
  expect(inkOf(await studio.paintWith(node, layerOf(glowing(0)))).count).toBe(inkOf(plain).count)
})
