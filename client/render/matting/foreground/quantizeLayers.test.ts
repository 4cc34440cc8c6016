import { expect, it } from 'vitest'
import { painted } from './quantizeLayers.ts'

/** Every coverage, with whatever a photo and an estimate may be. */
function all() {
  const codes = [0, 1, 77, 128, 200, 254, 255]
  const estimates = [0, 0.3, 0.7, 1]
  const cases = Array.from({ length: 256 }, (_, share) =>
    codes.flatMap((code) => estimates.map((estimate) => ({ share, code, estimate }))),
  ).flat()
  const front = Float32Array.from(cases.flatMap(({ estimate }) => [estimate, 1 - estimate, 0.5]))
  const given = {
    rgba: cases.flatMap(({ code }) => [code, code, code, 255]),
    coverage: cases.map(({ share }) => share),
    parted: { front, behind: new Float32Array(front.length) },
  }
  return { cases, given, bytes: painted(given) }
}

it('gives the photo back to a code, whatever was estimated', () => {
  const { cases, bytes } = all()
  const off = cases.map(({ share, code }, at) =>
    Math.max(
      ...[0, 1, 2].map((c) => {
        const sum = (share * bytes.front[4 * at + c]! + (255 - share) * bytes.behind[4 * at + c]!) / 255
        return Math.abs(Math.round(sum) - code)
      }),
    ),
  )
  expect(Math.max(...off)).toBeLessThanOrEqual(1)
})

it('is the photo itself where all is subject, and where nothing is', () => {
  const { cases, bytes } = all()
  cases.forEach(({ share, code }, at) => {
    if (share === 255) expect([...bytes.front.subarray(4 * at, 4 * at + 3)]).toEqual([code, code, code])
    if (share === 0) expect([...bytes.behind.subarray(4 * at, 4 * at + 3)]).toEqual([code, code, code])
  })
})

it('counts a pixel in a mean by how much of it is seen', () => {
  const { cases, bytes } = all()
  cases.forEach(({ share }, at) => {
    expect(bytes.front[4 * at + 3]).toBe(Math.max(1, share))
    expect(bytes.behind[4 * at + 3]).toBe(Math.max(1, 255 - share))
  })
})

it('keeps an estimate that is possible', () => {
  const { front, behind } = painted({
    rgba: [128, 128, 128, 255],
    coverage: [128],
    parted: { front: Float32Array.of(0.8, 0.5, 0.2), behind: new Float32Array(3) },
  })
  expect([...front.subarray(0, 3)]).toEqual([204, 128, 51])
  expect([...behind.subarray(0, 3)]).toEqual([51, 128, 206])
})
