import { expect, it } from 'vitest'
import { MAX_TAPS } from '../glow/plan.ts'
import { axesOf, projectedBounds, type Text3dFields } from './geometry.ts'
import { SHADOW_MARGIN, shadowGrid, type Text3dSurface, text3dUniforms } from './text3d.ts'

const fields: Text3dFields = {
  depth: 40,
  perspective: 800,
  rotateX: 0,
  rotateY: 0,
  rotateZ: 0,
  shadowColor: '#000000',
  shadowOpacity: 0,
  shadowBlur: 20,
  shadowOffsetX: 10,
  shadowOffsetY: -6,
  extrudeColor: '#804020',
  lightAngle: 0,
  lightIntensity: 1,
}
const size = { width: 400, height: 100 }
const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * 1e6) / 1e6 + 0)

it.each([
  ['about y with its right side away from the viewer', { rotateY: 90 }, 'x', [0, 0, -1]],
  ['about x with its top away from the viewer', { rotateX: 90 }, 'y', [0, 0, 1]],
  ['about z clockwise', { rotateZ: 90 }, 'x', [0, 1, 0]],
] as const)('3D text rotates %s', (_, turned, axis, expected) => {
  expect(rounded(axesOf({ ...fields, ...turned })[axis])).toEqual(expected)
})

it("the bounds of a 3D text layer without rotation equal the text's box", () => {
  expect(projectedBounds(fields, size)).toEqual({ x: -200, y: -50, width: 400, height: 100 })
})

it('the bounds of 3D text include the shadow with its offset and blur', () => {
  const bounds = projectedBounds({ ...fields, shadowOpacity: 0.5, shadowOffsetX: 50, depth: 1 }, size)
  const back = 800 / 801
  expect(bounds.x).toBeCloseTo(-200)
  expect(bounds.x + bounds.width).toBeCloseTo(230 * back + 50)
  expect(bounds.y).toBeCloseTo(-80 * back - 6)
})

it('rotating 3D text enlarges its bounds on the side that turns toward the viewer', () => {
  const bounds = projectedBounds({ ...fields, rotateY: 30 }, size)
  expect(-bounds.x).toBeGreaterThan(bounds.x + bounds.width)
})

it('the bounds of 3D text are finite even if a part of the text is behind the viewer', () => {
  const bounds = projectedBounds({ ...fields, perspective: 100, rotateY: 80 }, { width: 2000, height: 300 })
  for (const value of Object.values(bounds)) expect(Number.isFinite(value)).toBe(true)
  expect(bounds.width).toBeLessThan(100 * 16 * 20)
})

const surface = {
  face: { pixelWidth: 800, pixelHeight: 200 },
  field: { width: 400, height: 100 },
  size,
} as unknown as Text3dSurface // a test double, because the function reads only sizes

it('text3dUniforms converts document px, degrees and percent', () => {
  const target = { x: 30, y: 40, width: 10, height: 10, scale: 2 }
  const uniforms = text3dUniforms(
    { ...fields, shadowOpacity: 0.5, shadowBlur: 0, shadowColor: '#ff0000' },
    surface,
    { center: { x: 500, y: 300 }, rotation: 90 },
    target,
    4,
  )
  expect(uniforms.uCenter).toEqual([1000, 600])
  expect(uniforms.uPixel).toBe(0.5)
  expect(uniforms.uFieldTexel).toBe(1)
  expect(uniforms.uFaceTexels).toBe(2)
  expect(uniforms.uShadowArea).toEqual([-200, -50, 400, 100])
  expect(uniforms.uShadowInk).toEqual([0.5, 0, 0, 0.5])
  // one pixel to the right in the image is half a document px up in a layer rotated by 90 degrees
  expect(rounded([uniforms.uTurn[0], uniforms.uTurn[2]])).toEqual([0, -0.5])
})

it.each([
  [0, [0, -1]],
  [90, [1, 0]],
  [180, [0, 1]],
  [270, [-1, 0]],
] as const)('the light of 3D text with the light angle %i comes from that direction', (lightAngle, direction) => {
  const target = { x: 0, y: 0, width: 1, height: 1, scale: 1 }
  const { uLight } = text3dUniforms(
    { ...fields, lightAngle },
    surface,
    { center: { x: 0, y: 0 }, rotation: 0 },
    target,
    1,
  )
  const flat = Math.hypot(uLight[0], uLight[1])
  expect(rounded([uLight[0] / flat, uLight[1] / flat])).toEqual(direction)
  expect(Math.hypot(...uLight)).toBeCloseTo(1)
})

it.each([0.05, 0.3, 1, 2.2, 8])(
  'the blurred shadow of 3D text stays within its margin (at %d texels per px)',
  (scale) => {
    for (let blur = 0.5; blur <= 50; blur += 0.5) {
      const face = { pixelWidth: 4000, pixelHeight: 900 }
      const grid = shadowGrid(
        { ...surface, face, size: { width: 4000 / scale, height: 900 / scale } } as Text3dSurface,
        blur,
      )
      expect(grid.width + 2 * MAX_TAPS).toBeLessThanOrEqual(4000 + SHADOW_MARGIN)
      expect(grid.height + 2 * MAX_TAPS).toBeLessThanOrEqual(900 + SHADOW_MARGIN)
    }
  },
)
