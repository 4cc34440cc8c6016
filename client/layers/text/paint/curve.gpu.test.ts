import { expect, it } from 'vitest'
import { defaults } from '#client/kit/base/fields.ts'
import { textFields } from '../schema.ts'
import { inkOf, textStudio } from './testing.ts'

const studio = textStudio()

const { gradient, threeDEffect } = defaults(textFields)
const BENT = { text: 'CURVED WORDS', fontSize: 50, curve: 150 }

it('one gradient runs across all rotated letters', async () => {
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

it('a curve bends 3D words', async () => {
  const solid = { ...threeDEffect, enabled: true, depth: 10, rotateX: 0, rotateY: 0, shadowOpacity: 0 }
  const [flat, bent] = [
    inkOf(await studio.paint({ ...BENT, curve: 0, threeDEffect: solid })),
    inkOf(await studio.paint({ ...BENT, threeDEffect: solid })),
  ]
  expect(bent.bottom - bent.top).toBeGreaterThan(1.5 * (flat.bottom - flat.top))
})
