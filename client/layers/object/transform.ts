import { clamp } from '../../kit/base/fields.ts'
import type { LayerTransform } from '../../render/kind.ts'
import { liftedMatteOf } from '../../render/matting/mask-edits/editedMattes.ts'
import { placedSubjectTransform } from '../../render/photo/placedSubjectTransform.ts'
import { normalizeDegrees } from '../shared/placed.ts'
import { type ObjectLayer, objectFields } from './schema.ts'

/** How objects are moved, scaled, rotated and hit on the canvas. */
export const objectTransform: LayerTransform<ObjectLayer> = {
  ...placedSubjectTransform<ObjectLayer>({
    fields: objectFields,
    placementOf: (layer) => layer,
    positionOf: (layer) => layer.position,
    setSize: (layer, size) => {
      layer.size = size
    },
    cutOut: {
      boxOf: ({ lifted }) => lifted.box,
      matteOf: (layer, doc, assets) => liftedMatteOf(doc, assets, layer),
    },
  }),
  rotateTo(layer, degrees) {
    layer.rotation = clamp(objectFields.rotation, Math.round(normalizeDegrees(degrees, 0) * 10) / 10)
  },
}
