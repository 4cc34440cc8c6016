import { expect, it } from 'vitest'
import { divideSubject } from './divideSubject.ts'

const SIZE = { width: 60, height: 40 }
type Rectangle = readonly [left: number, top: number, right: number, bottom: number, value?: number]
const maskOf = (...parts: readonly Rectangle[]) =>
  Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) => {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    const inside = parts.findLast(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom)
    return inside ? (inside[4] ?? 255) : 0
  })
const [BODY, ARM, HAND, OTHER, GLOVE] = [
  [0, 0, 10, 40],
  [10, 16, 23, 24],
  [22, 16, 28, 24],
  [28, 2, 52, 38],
  [52, 10, 57, 16],
] as const
const subject = maskOf(BODY, ARM, HAND, OTHER, GLOVE)
const dividing = (...found: readonly Rectangle[]) => {
  const object = divideSubject({ object: maskOf(...found), subject, size: SIZE, strip: 2 })
  return (x: number, y: number) => object[y * SIZE.width + x]
}

it('an object includes a small piece of the subject that touches only the object', () => {
  const at = dividing(OTHER, [52, 10, 57, 16, 60])
  expect([at(54, 13), at(40, 20)]).toEqual([255, 255])
})

it('an object includes narrow strips of the subject along its outline, but not a neighboring arm', () => {
  const at = dividing([30, 4, 52, 38])
  expect([at(25, 20), at(20, 20), at(5, 20)], 'hand, arm and body').toEqual([0, 0, 0])
  expect(at(40, 3), 'the strip above the object').toBe(255)
})

it('a hand in front of an object stays with its arm, not with the object', () => {
  const at = dividing(OTHER, [22, 16, 28, 24, 180], [20, 17, 22, 23, 60])
  expect([at(24, 20), at(27, 17), at(20, 20)]).toEqual([0, 0, 0])
  expect(at(30, 20), 'the object').toBe(255)
})

it('an uncertain area away from the rest of the subject becomes part of the object', () => {
  const at = dividing(OTHER, [52, 10, 57, 16, 180])
  expect(at(54, 13)).toBe(255)
})
