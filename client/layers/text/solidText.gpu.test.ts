/** Tests the size and position of 3D text. */
import { beforeAll, expect, it } from 'vitest'
import { loadFont } from '#client/kit/fonts/load.ts'
import { contains } from '#client/kit/geometry/rect.ts'
import { uprightBox } from '#client/render/kind.ts'
import { documentOf, layerOf } from './paint/testing.ts'
import { applyPreset, FIRST_PRESET, PRESETS, presetEffect } from './panel/presets.ts'
import { fitIntoPicture, paintedBox, setFontSize } from './transform.ts'

beforeAll(() => void loadFont('Inter', 700))

const canvas = { width: 1000, height: 500 }
const doc = documentOf(canvas)

it('enlarging and shrinking 3D text restores its original depth', () => {
  const layer = layerOf({ text: 'HI', fontSize: 600 })
  layer.threeDEffect = presetEffect(FIRST_PRESET, layer, 1200)
  const before = structuredClone(layer.threeDEffect)
  setFontSize(layer, 2000)
  setFontSize(layer, 600)
  expect(layer.threeDEffect).toEqual(before)
})

it('the Fit button fits the letters and sides of 3D text into the image', () => {
  const layer = layerOf({ text: 'SUMMER', fontSize: 600 })
  layer.threeDEffect = presetEffect(FIRST_PRESET, layer, 2300)
  fitIntoPicture(layer, () => ({ ...doc, layers: { [layer.id]: layer } }))
  const { center, size } = paintedBox(layer, canvas)!
  expect(center.x).toBeCloseTo(500, 0)
  expect(size.width).toBeGreaterThan(800)
  expect(size.width).toBeLessThan(910)
})

it('the Fit button centers upright text, but not rotated text', () => {
  const centerAfterFit = (rotation: number) => {
    const layer = layerOf({ text: 'SUMMER', rotation, position: { horizontal: 30, vertical: 50 } })
    fitIntoPicture(layer, () => ({ ...doc, layers: { [layer.id]: layer } }))
    return layer.position.horizontal
  }
  expect(centerAfterFit(0)).toBeCloseTo(50, 1)
  expect(centerAfterFit(90)).toBeCloseTo(30, 1)
})

it("applying a 3D preset doesn't move text beyond the image", () => {
  const layer = layerOf({ text: 'ENCORE', fontSize: 600 })
  const now = () => ({ ...doc, layers: { [layer.id]: layer } })
  layer.threeDEffect = presetEffect(FIRST_PRESET, layer, 2300)
  fitIntoPicture(layer, now)
  for (const preset of PRESETS.toReversed()) {
    applyPreset(layer, preset, now)
    const box = uprightBox(paintedBox(layer, canvas)!)
    expect(contains({ x: -1, y: -1, width: 1002, height: 502 }, box), preset.name).toBe(true)
    expect(layer.threeDEffect.rotateX).toBe(preset.turn[0])
  }
})
