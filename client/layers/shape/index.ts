import { defineKind } from '../../render/kind.ts'
import { placedInputs } from '../shared/placed.ts'
import { shapeFields } from './schema.ts'
import { shapeName } from './shapeName.ts'
import { shapeTransform } from './transform.ts'

export const shapeKind = defineKind({
  kind: 'shape',
  label: 'Shape',
  nameOf: ({ type }) => shapeName(type),
  style: ['color', 'isFilled', 'strokeWidth', 'opacity', 'glow'],
  slot: 'placed',
  fields: shapeFields,
  placement: 'background',
  inputs: placedInputs,
  transform: shapeTransform,
})
