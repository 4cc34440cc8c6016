import type { LayerTransform } from '../kind.ts'
import { isMovable } from '../photo/place.ts'
import { standingTransform } from '../photo/standingTransform.ts'
import { subjectPlaceFields } from '../photo/subjectFields.ts'
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
