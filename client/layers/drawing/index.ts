import { defineKind } from '../../render/kind.ts'
import { naturalMap } from '../../render/photo/place.ts'
import { drawingFields } from './schema.ts'
import { drawingTransform } from './transform.ts'

export const drawingKind = defineKind({
  kind: 'drawing',
  label: 'Drawing',
  slot: 'placed',
  fields: drawingFields,
  placement: 'background',
  inputs: (doc) => Object.values(naturalMap(doc)),
  transform: drawingTransform,
})
