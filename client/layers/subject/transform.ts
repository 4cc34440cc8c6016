import type { LayerTransform } from '../../render/kind.ts'
import { subjectPlaceFields } from '../../render/matting/subjectFields.ts'
import { isMovable } from '../../render/photo/place.ts'
import { standingTransform } from '../../render/photo/placedSubjectTransform.ts'
import type { SubjectLayer } from './schema.ts'

export const subjectTransform: LayerTransform<SubjectLayer> = {
  ...standingTransform<SubjectLayer>({
    fields: { position: subjectPlaceFields.foregroundPosition, size: subjectPlaceFields.foregroundSize },
    standingOf: ({ foregroundPosition, foregroundSize }) => ({ position: foregroundPosition, size: foregroundSize }),
    positionOf: ({ foregroundPosition }) => foregroundPosition,
    setSize: (layer, size) => {
      layer.foregroundSize = size
    },
  }),
  isFixed: (_, doc) => !isMovable(doc),
}
