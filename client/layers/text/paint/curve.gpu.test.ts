import { expect, it } from 'vitest'
import { defaults } from '#client/kit/base/fields.ts'
import { textFields } from '../schema.ts'
import { textTransform } from '../transform.ts'
import { alphaAt, documentOf, inkOf, layerOf, type RenderedPixels, SIZE, textStudio } from './testing.ts'

const studio = textStudio()

const { gradient, threeDEffect } = defaults(textFields)
const BENT = { text: 'CURVED WORDS', fontSize: 50, curve: 150 }

it('curved text is centred in a box that contains all letters', async () => {
  for (const curve of [200, -90]) {
    const values = { ...BENT, curve }
    const { size } = textTransform.placed(layerOf(values), documentOf())
    const { left, right, top, bottom } = inkOf(await studio.paint(values))
    expect(left).toBeGreaterThanOrEqual(SIZE.width / 2 - size.width / 2 - 1)
    expect(right).toBeLessThanOrEqual(SIZE.width / 2 + size.width / 2 + 1)
    expect(top).toBeGreaterThanOrEqual(SIZE.height / 2 - size.height / 2 - 1)
    expect(bottom).toBeLessThanOrEqual(SIZE.height / 2 + size.height / 2 + 1)
    expect(size.height).toBeGreaterThan(80)
  }
})

/** Returns the mean painted row in the given columns. */
function middleRow(shot: RenderedPixels, from: number, to: number): number {
  let [sum, count] = [0, 0]
  for (let y = 0; y < shot.height; y++)
    for (let x = from; x < to; x++)
      if (alphaAt(shot, x, y) > 0) {
        sum += y
        count++
      }
  return sum / count
}

it('text curves up for positive values and down for negative ones', async () => {
  for (const [curve, sign] of [
    [120, 1],
    [-120, -1],
  ] as const) {
    const shot = await studio.paint({ ...BENT, curve })
    const { left, right } = inkOf(shot)
    const [edge, middle] = [middleRow(shot, left, left + 20), middleRow(shot, 310, 330)]
    expect(sign * (edge - middle), String(curve)).toBeGreaterThan(30)
    expect(Math.abs(edge - middleRow(shot, right - 20, right))).toBeLessThan(12)
  }
})

it('paints one gradient across all rotated letters', async () => {
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

it('bends words in 3D', async () => {
  const solid = { ...threeDEffect, enabled: true, depth: 10, rotateX: 0, rotateY: 0, shadowOpacity: 0 }
  const [flat, bent] = [
    inkOf(await studio.paint({ ...BENT, curve: 0, threeDEffect: solid })),
    inkOf(await studio.paint({ ...BENT, threeDEffect: solid })),
  ]
  expect(bent.bottom - bent.top).toBeGreaterThan(1.5 * (flat.bottom - flat.top))
})
