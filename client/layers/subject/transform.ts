import type { LayerTransform } from '../../render/kind.ts'
import { subjectPlaceFields } from '../../render/objects/subjectFields.ts'
import { placedSubjectTransform } from '../../render/photo/placedSubjectTransform.ts'
import { isMovable } from '../../render/photo/subjectPlacement.ts'
import type { SubjectLayer } from './schema.ts'

/** How the subject is moved, scaled, rotated and hit on the canvas. */
export const subjectTransform: LayerTransform<SubjectLayer> = {
  ...placedSubjectTransform<SubjectLayer>({
    fields: { position: subjectPlaceFields.foregroundPosition, size: subjectPlaceFields.foregroundSize },
    placementOf: ({ foregroundPosition, foregroundSize }) => ({ position: foregroundPosition, size: foregroundSize }),
    positionOf: ({ foregroundPosition }) => foregroundPosition,
    setSize: (layer, size) => {
      layer.foregroundSize = size
    },
  }),
  isFixed: (_, doc) => !isMovable(doc),
}
