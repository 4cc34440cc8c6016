import { clamp } from '../../kit/base/fields.ts'
import type { LayerTransform } from '../../render/kind.ts'
import { placedSubjectTransform } from '../../render/photo/placedSubjectTransform.ts'
import { normalizeDegrees } from '../shared/placed.ts'
import { type CloneLayer, cloneFields } from './schema.ts'

/** How clones are moved, scaled, rotated and hit on the canvas. */
export const cloneTransform: LayerTransform<CloneLayer> = {
  ...placedSubjectTransform<CloneLayer>({
    fields: cloneFields,
    placementOf: (layer) => layer,
    positionOf: (layer) => layer.position,
    setSize: (layer, size) => {
      layer.size = size
    },
  }),
  rotateTo(layer, degrees) {
    layer.rotation = clamp(cloneFields.rotation, Math.round(normalizeDegrees(degrees, 0) * 10) / 10)
  },
}
