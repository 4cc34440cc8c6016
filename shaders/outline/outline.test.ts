import { expect, it } from 'vitest'
import { compose, IDENTITY, scalingMatrix, translationMatrix } from '#client/kit/geometry/affine.ts'
import { outlineRange, outlineReach, outlineUniforms } from './outline.ts'

const grid = { x: 0, y: 0, width: 10, height: 10, scale: 1 }

it("outlineUniforms converts the outline's width from document px to output pixels", () => {
  const settings = { width: 40, color: '#ff0000', intensity: 50 }
  const view = { target: { ...grid, scale: 0.25 }, field: grid, subject: IDENTITY }
  expect(outlineUniforms(settings, view).uWidth).toBe(10)
  expect(outlineUniforms(settings, view).uStep).toBe(4)
})

it("outlineUniforms premultiplies the outline's color by its intensity", () => {
  const view = { target: grid, field: grid, subject: IDENTITY }
  expect(outlineUniforms({ width: 1, color: '#ff0000', intensity: 50 }, view).uInk).toEqual([0.5, 0, 0, 0.5])
})

it("scaling the subject does not change the outline's width", () => {
  const subject = compose(translationMatrix(30, 20), scalingMatrix(0.5))
  const view = { target: grid, field: grid, subject }
  const uniforms = outlineUniforms({ width: 10, color: '#fff', intensity: 100 }, view)
  expect(uniforms.uWidth).toBe(10)
  expect(uniforms.uStep).toBe(2)
  expect(uniforms.uShift).toEqual([-60, -40])
  expect(outlineRange(10, view)).toBe(48)
})

it("outlineReach returns the outline's width plus one output pixel", () => {
  expect(outlineReach(200, 1)).toBe(201)
  expect(outlineReach(200, 0.25)).toBe(204)
})
