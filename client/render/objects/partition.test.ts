import { expect, it } from 'vitest'
import { partOf } from './partition.ts'

const SIZE = { width: 40, height: 30 }
const coverageOf = (value: (x: number, y: number) => number) => ({
  ...SIZE,
  coverage: Uint8Array.from({ length: 1200 }, (_, i) => value(i % 40, Math.floor(i / 40))),
})
const rectangle = (left: number, top: number, right: number, bottom: number) =>
  coverageOf((x, y) => (x >= left && x < right && y >= top && y < bottom ? 255 : 0))
const boxOf = (x: number, y: number, right: number, bottom: number) => ({ x, y, width: right - x, height: bottom - y })
const at = (coverage: Uint8Array, x: number, y: number) => coverage[y * 40 + x]

it('lifts from the plane that has more of the object', () => {
  const subject = rectangle(10, 5, 30, 25)
  expect(partOf(rectangle(5, 10, 20, 20), subject, boxOf(5, 10, 20, 20))?.home).toBe('subject')
  expect(partOf(rectangle(0, 10, 14, 20), subject, boxOf(0, 10, 14, 20))?.home).toBe('background')
  expect(partOf(rectangle(0, 0, 5, 5), null, boxOf(0, 0, 5, 5))?.home).toBe('background')
  expect(partOf(rectangle(0, 0, 0, 0), subject, boxOf(0, 0, 1, 1))).toBeNull()
})

it('takes nothing of the subject with an object of the background', () => {
  const subject = coverageOf((x) => (x < 20 ? 0 : x === 20 ? 100 : 255))
  const part = partOf(rectangle(0, 10, 24, 20), subject, boxOf(0, 10, 24, 20))
  expect([19, 20, 21].map((x) => at(part!.coverage, x, 15))).toEqual([255, 155, 0])
})

it('takes the narrow strip between an object of the subject and the background, and nothing wider', () => {
  const subject = rectangle(4, 4, 36, 26)
  const part = partOf(rectangle(6, 6, 16, 16), subject, boxOf(6, 6, 16, 16))
  expect(at(part!.coverage, 5, 10), 'the strip to the left').toBe(255)
  expect(at(part!.coverage, 10, 4), 'the strip above').toBe(255)
  expect(at(part!.coverage, 3, 10), 'the background').toBe(0)
  expect(at(part!.coverage, 17, 10), 'the rest of the subject').toBe(0)
})
