/** Checks that a document's values are valid, by the tables of its fields. */

import type { Immutable } from '#client/kit/values/immutable.ts'
import { type KindName, kinds } from '#client/layers/registry.ts'
import {
  colorBackdropFields,
  floorFields,
  gradientFields,
  imageBackdropFields,
} from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { isBlendMode } from '#shaders/blend/modes.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { schemaViolations } from '../kinds/testedKind.ts'

/** Returns the paths of all invalid values, or an empty list for a valid document. */
export function illegalDocument(doc: DocumentSnapshot): string[] {
  const ids = Object.keys(doc.layers)
  return [
    ...Object.values(doc.layers).flatMap(illegalLayer),
    ...Object.entries(doc.tune).flatMap(([target, set]) => schemaViolations(tuneFields, set, `tune.${target}.`)),
    ...illegalBackdrop(doc.backdrop),
    ...(ids.length === doc.order.length && new Set(doc.order).size === ids.length
      ? []
      : ['order is not of its layers']),
    ...doc.order.flatMap((id) => (doc.layers[id]?.id === id ? [] : [`order names ${id}`])),
  ]
}

function illegalLayer({
  id,
  kind,
  placement,
  name,
  isHidden,
  isLocked,
  blendMode,
  anchor,
  ...values
}: Immutable<LayerBase>): string[] {
  if (!(kind in kinds)) return [`${id} is of the kind ${kind}`]
  const { fields } = kinds[kind as KindName]
  const isBase =
    ['background', 'foreground'].includes(placement) &&
    (name === undefined || name.trim() !== '') &&
    [isHidden, isLocked].every((flag) => flag === undefined || flag) &&
    (blendMode === undefined || isBlendMode(blendMode)) &&
    (anchor === undefined || anchor === 'subject')
  return [...(isBase ? [] : [`${kind} ${id} has no legal base`]), ...schemaViolations(fields, values, `${kind} ${id}.`)]
}

function illegalBackdrop(backdrop: DocumentSnapshot['backdrop']): string[] {
  switch (backdrop.type) {
    case 'original':
    case 'transparent':
      return Object.keys(backdrop).length === 1 ? [] : ['backdrop has more than its type']
    case 'color': {
      const { type: _, gradient, floor, hadFloor, ...values } = backdrop
      return [
        ...(hadFloor === undefined || hadFloor ? [] : ['backdrop.hadFloor is false']),
        ...schemaViolations(colorBackdropFields, values, 'backdrop.'),
        ...(gradient ? schemaViolations(gradientFields, gradient, 'backdrop.gradient.') : []),
        ...(floor ? schemaViolations(floorFields, floor, 'backdrop.floor.') : []),
      ]
    }
    case 'image': {
      const { type: _, asset: __, width, height, hasAlpha: ___, isExtended, ...values } = backdrop
      const hasSize = width >= 1 && height >= 1
      return [
        ...(hasSize ? [] : ['backdrop has no size']),
        ...(isExtended === undefined || isExtended ? [] : ['backdrop.isExtended is false']),
        ...schemaViolations(imageBackdropFields, values, 'backdrop.'),
      ]
    }
  }
}
