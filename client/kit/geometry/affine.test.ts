import { expect, it } from 'vitest'
import {
  type Affine,
  axisScales,
  compose,
  IDENTITY,
  invert,
  rotatedBounds,
  rotationMatrix,
  scalingMatrix,
  transformPoint,
  translationMatrix,
} from './affine.ts'

const close = (a: Affine, b: Affine) => {
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f'] as const) expect(a[key]).toBeCloseTo(b[key], 12)
}

it('compose applies its last map first', () => {
  expect(transformPoint(compose(translationMatrix(10, 0), scalingMatrix(2)), { x: 1, y: 3 })).toEqual({ x: 12, y: 6 })
  expect(transformPoint(compose(scalingMatrix(2), translationMatrix(10, 0)), { x: 1, y: 3 })).toEqual({ x: 22, y: 6 })
})

it('a rotation by a positive angle is clockwise, because y points down', () => {
  const { x, y } = transformPoint(rotationMatrix(90), { x: 1, y: 0 })
  expect(x).toBeCloseTo(0)
  expect(y).toBeCloseTo(1)
})

it('a map composed with its inverse is the identity', () => {
  const map = compose(translationMatrix(3, -7), rotationMatrix(33), scalingMatrix(-0.4, 2))
  close(compose(map, invert(map)), IDENTITY)
  close(compose(invert(map), map), IDENTITY)
})

it('axisScales returns the scale factor of each axis', () => {
  const { x, y } = axisScales(compose(rotationMatrix(70), scalingMatrix(-3, 0.5)))
  expect(x).toBeCloseTo(3)
  expect(y).toBeCloseTo(0.5)
})

it('rotatedBounds returns the bounding box of a rotated rectangle', () => {
  const { x, y, width, height } = rotatedBounds({ x: 0, y: 0, width: 4, height: 2 }, 90)
  for (const [value, expected] of [
    [x, -2],
    [y, 0],
    [width, 2],
    [height, 4],
  ] as const)
    expect(value).toBeCloseTo(expected)
})
