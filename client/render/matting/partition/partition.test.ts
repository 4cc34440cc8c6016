import { expect, it } from 'vitest'
import type { Coverage } from '#client/model/assets/store.ts'
import { homeOf, partOf } from './partition.ts'

const SIZE = { width: 40, height: 30 }
const coverageOf = (value: (x: number, y: number) => number) => ({
  ...SIZE,
  coverage: Uint8Array.from({ length: 1200 }, (_, i) => value(i % 40, Math.floor(i / 40))),
})
const rectangle = (left: number, top: number, right: number, bottom: number) =>
  coverageOf((x, y) => (x >= left && x < right && y >= top && y < bottom ? 255 : 0))
const divided = (found: Coverage, subject: Coverage | null) => partOf({ found, subject })
const at = (coverage: Uint8Array, x: number, y: number) => coverage[y * 40 + x]

it('partOf assigns an object to the subject if the subject contains most of the object', () => {
  const subject = rectangle(10, 5, 30, 25)
  expect(divided(rectangle(5, 10, 20, 20), subject)?.home).toBe('subject')
  expect(divided(rectangle(0, 10, 14, 20), subject)?.home).toBe('background')
  expect(divided(rectangle(0, 0, 5, 5), null)?.home).toBe('background')
  expect(divided(rectangle(0, 0, 0, 0), subject)).toBeNull()
})

it("an object includes the subject's small remainder at the photo's edge, but no other part of the subject", () => {
  const subject = rectangle(10, 2, 30, 30)
  const lowest = (found: Coverage, takesRest: boolean) => {
    const { y, height } = partOf({ found, subject, takesRest })!.box
    return y + height
  }
  expect(lowest(rectangle(10, 2, 30, 28), true)).toBe(30)
  expect(lowest(rectangle(10, 2, 30, 28), false)).toBe(28)
  expect(lowest(rectangle(10, 2, 30, 26), true), 'the rest is larger than a tenth').toBe(26)
  const together = (...parts: Coverage[]) =>
    coverageOf((x, y) => Math.max(...parts.map((part) => at(part.coverage, x, y) ?? 0)))
  const [body, bag] = [rectangle(10, 2, 30, 28), rectangle(30, 10, 35, 15)]
  expect(at(partOf({ found: body, subject: together(body, bag), takesRest: true })!.coverage, 34, 12)).toBe(0)
  const far = rectangle(36, 26, 39, 30)
  expect(at(partOf({ found: body, subject: together(body, far), takesRest: true })!.coverage, 37, 28)).toBe(0)
})

it('partOf removes faint and tiny pieces of an object', () => {
  const [object, faint, dot] = [rectangle(4, 4, 34, 18), rectangle(2, 20, 8, 24), rectangle(30, 24, 31, 25)]
  const found = coverageOf(
    (x, y) => at(object.coverage, x, y) || at(dot.coverage, x, y) || (at(faint.coverage, x, y) ? 5 : 0),
  )
  expect(divided(found, null)?.box).toEqual({ x: 4, y: 4, width: 30, height: 14 })
  expect(divided(faint, null), 'a small object alone stays').not.toBeNull()
})

it('partOf removes a tiny piece of an object in a long, narrow photo', () => {
  const size = { width: 5, height: 8000 }
  const covered = (row: number) => row < 4000 || row === 7000
  const coverage = Uint8Array.from({ length: 40_000 }, (_, i) => (covered(Math.floor(i / 5)) ? 255 : 0))
  expect(divided({ ...size, coverage }, null)?.box).toEqual({ x: 0, y: 0, width: 5, height: 4000 })
})

it("an object lifted from the background doesn't contain pixels of the subject", () => {
  const subject = coverageOf((x) => (x < 20 ? 0 : x === 20 ? 100 : 255))
  const part = divided(rectangle(0, 10, 24, 20), subject)
  expect(part?.box).toEqual({ x: 0, y: 10, width: 21, height: 10 })
  expect([19, 20, 21].map((x) => at(part!.coverage, x, 15))).toEqual([255, 155, 0])
})

it('erasing an object changes the subject only if the subject contains the object', () => {
  const subject = rectangle(10, 5, 30, 25)
  const partKeeping = (found: Coverage) => partOf({ found, subject, keepsSubject: true })
  expect(partKeeping(rectangle(5, 10, 20, 20))).toMatchObject({ home: 'background', box: { x: 5, width: 5 } })
  expect(partKeeping(rectangle(12, 10, 20, 20))?.home).toBe('subject')
})

it("an erased object includes its own separate piece of the subject's matte, but not the subject's arm", () => {
  const [glove, body, arm] = [rectangle(26, 8, 30, 12), rectangle(2, 2, 12, 28), rectangle(12, 18, 24, 21)]
  const subject = coverageOf((x, y) =>
    Math.max(...[glove, body, arm].map((part) => at(part.coverage, x, y) ?? 0), x === 25 && y === 9 ? 60 : 0),
  )
  const part = partOf({ found: rectangle(18, 2, 36, 28), subject, keepsSubject: true })
  expect(at(part!.coverage, 28, 10), 'the glove').toBe(255)
  expect(at(part!.coverage, 25, 9), 'the soft edge of the glove').toBe(255)
  expect(at(part!.coverage, 20, 19), 'the arm').toBe(0)
  expect(at(part!.coverage, 34, 20), 'the rest of the object').toBe(255)
})

it("an erased person next to the subject includes that person's legs in the subject's matte", () => {
  const [neighbor, legs] = [rectangle(2, 2, 14, 28), rectangle(14, 20, 26, 28)]
  const subject = coverageOf((x, y) => Math.max(at(neighbor.coverage, x, y) ?? 0, at(legs.coverage, x, y) ?? 0))
  const found = rectangle(16, 2, 30, 28)
  for (const keepsSubject of [true, false]) {
    const part = partOf({ found: { ...found, isPerson: true }, subject, keepsSubject })
    expect(part?.home).toBe('background')
    expect([at(part!.coverage, 20, 24), at(part!.coverage, 20, 10), at(part!.coverage, 8, 10)]).toEqual([255, 255, 0])
    expect(at(partOf({ found, subject, keepsSubject })!.coverage, 20, 24), 'a thing').toBe(0)
  }
})

it("erasing a mask of several people next to the subject doesn't erase the subject in the mask", () => {
  const subject = rectangle(4, 2, 16, 28)
  const part = partOf({ found: { ...rectangle(4, 2, 30, 28), isPerson: true }, subject, keepsSubject: true })
  expect([at(part!.coverage, 10, 15), at(part!.coverage, 24, 15)]).toEqual([0, 255])
})

it('an object in a box around the subject includes the whole subject', () => {
  const [found, subject] = [rectangle(10, 8, 30, 28), rectangle(10, 2, 32, 30)]
  expect(partOf({ found, subject, takesSubject: true })?.box).toEqual({ x: 10, y: 2, width: 22, height: 28 })
  expect(partOf({ found: rectangle(30, 2, 38, 30), subject, takesSubject: true })?.home).toBe('background')
})

it('both pieces of an erased object are erased if the subject contains both pieces', () => {
  const [body, strap] = [rectangle(4, 4, 20, 24), rectangle(24, 4, 28, 8)]
  const both = (part: Coverage) =>
    coverageOf((x, y) => Math.max(at(part.coverage, x, y) ?? 0, at(strap.coverage, x, y) ?? 0))
  const part = partOf({ found: both(body), subject: both(rectangle(2, 2, 22, 26)), keepsSubject: true })
  expect(part?.home).toBe('subject')
  expect(at(part!.coverage, 10, 10)).toBe(255)
})

it("erasing an object that surrounds the subject doesn't erase any pixels of the subject", () => {
  const part = partOf({ found: rectangle(5, 2, 36, 28), subject: rectangle(20, 10, 24, 14), keepsSubject: true })
  expect(at(part!.coverage, 22, 12)).toBe(0)
})

it('an object lifted from the subject includes narrow strips of the subject along its outline', () => {
  const subject = rectangle(4, 4, 36, 26)
  const part = divided(rectangle(6, 6, 16, 16), subject)
  expect(at(part!.coverage, 5, 10), 'the strip to the left').toBe(255)
  expect(at(part!.coverage, 10, 4), 'the strip above').toBe(255)
  expect(at(part!.coverage, 3, 10), 'the background').toBe(0)
  expect(at(part!.coverage, 17, 10), 'the rest of the subject').toBe(0)
})

it('homeOf assigns a flat object in a large photo to the subject if the subject contains most of the object', () => {
  const [width, height] = [8, 1200]
  const rows = (top: number, bottom: number): Coverage => ({
    ...{ width, height },
    coverage: Uint8Array.from({ length: width * height }, (_, i) => (i >= top * width && i < bottom * width ? 255 : 0)),
  })
  expect([homeOf(rows(501, 504), rows(400, 600)), homeOf(rows(501, 504), rows(503, 600))]).toEqual([
    'subject',
    'background',
  ])
  expect([homeOf(rows(0, 1200), rows(600, 1200)), homeOf(rows(0, 1200), rows(640, 1200))]).toEqual([
    'subject',
    'background',
  ])
})
