import { expect, it } from 'vitest'
import { placeholderFill } from './placeholderFill.ts'

it('the placeholder fills the hole with the colours around the hole', () => {
  const [width, height] = [6, 5]
  const photo = new Uint8ClampedArray(4 * width * height)
  const coverage = new Uint8Array(width * height)
  for (let at = 0; at < width * height; at++) {
    const isHole = at % width > 1 && at % width < 5 && at > width && at < 4 * width
    coverage[at] = isHole ? 255 : 0
    photo.set(isHole ? [255, 0, 0, 255] : [40, 80, 120, 255], 4 * at)
  }
  const out = placeholderFill(photo, { width, height, coverage })
  for (let at = 0; at < width * height; at++)
    expect([...out.slice(4 * at, 4 * at + 4)]).toEqual(coverage[at] ? [40, 80, 120, 255] : [0, 0, 0, 0])
})
