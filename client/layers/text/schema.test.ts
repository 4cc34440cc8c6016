import { expect, it } from 'vitest'
import { defaults, type Fields } from '#client/kit/base/fields.ts'
import { textFields } from './schema.ts'

it("a new text layer has the specification's values", () => {
  expect(defaults(textFields)).toMatchObject({
    text: 'new text',
    fontFamily: 'Inter',
    fontWeight: 700,
    fontSize: 600,
    color: '#ffffff',
    position: { horizontal: 50, vertical: 50 },
    alignment: 'center',
    lineHeight: 1.2,
    letterSpacing: 0,
    opacity: 100,
    rotation: 0,
    background: { enabled: false },
    glow: { enabled: false, color: '#ffffff', intensity: 20 },
    gradient: { enabled: false },
    stroke: { enabled: false },
    dropShadow: { enabled: false },
    threeDEffect: { enabled: false },
  })
})

it('contains the fields of the specification, line settings and text paint', () => {
  const namesOf = (fields: Fields) => Object.keys(fields).sort()
  expect(namesOf(textFields)).toEqual(
    `alignment background color curve dropShadow fontFamily fontSize fontWeight glow gradient letterSpacing lineHeight opacity
    position rotation stroke text threeDEffect`.split(/\s+/),
  )
  expect(namesOf(textFields.background.fields)).toEqual('borderRadius color enabled height width'.split(' '))
  expect(namesOf(textFields.glow.fields)).toEqual('color enabled intensity'.split(' '))
  expect(namesOf(textFields.threeDEffect.fields)).toEqual(
    `depth enabled extrudeColor lightAngle lightIntensity perspective rotateX rotateY rotateZ
    shadowBlur shadowColor shadowOffsetX shadowOffsetY shadowOpacity`.split(/\s+/),
  )
})

const { position, background, glow, threeDEffect } = textFields
it.each([
  [textFields.fontSize, 12, 2000],
  [textFields.opacity, 0, 100],
  [textFields.rotation, -180, 180],
  [position.fields.horizontal, 0, 100],
  [position.fields.vertical, 0, 100],
  [background.fields.width, 50, 3000],
  [background.fields.height, 20, 1000],
  [background.fields.borderRadius, 0, 50],
  [glow.fields.intensity, 0, 50],
  [threeDEffect.fields.depth, 1, 100],
  [threeDEffect.fields.perspective, 100, 2000],
  [threeDEffect.fields.rotateX, -180, 180],
  [threeDEffect.fields.rotateY, -180, 180],
  [threeDEffect.fields.rotateZ, -180, 180],
  [threeDEffect.fields.shadowOpacity, 0, 1],
  [threeDEffect.fields.shadowBlur, 0, 50],
  [threeDEffect.fields.shadowOffsetX, -50, 50],
  [threeDEffect.fields.shadowOffsetY, -50, 50],
  [threeDEffect.fields.lightAngle, 0, 360],
  [threeDEffect.fields.lightIntensity, 0, 2],
] as const)("has the specification's range: %o", (field, min, max) => {
  expect([field.min, field.max]).toEqual([min, max])
})

it('a handle can shrink text to 8 px', () => {
  expect([textFields.fontSize.hardMin, textFields.fontSize.hardMax]).toEqual([8, 2000])
})
