import { UserRound } from 'lucide-react'
import { defineKind, type LayerTransform } from '#client/render/kind.ts'
import { liftedKey } from '#client/render/objects/lifted.ts'
import { type SubjectLayer, subjectFields, subjectPlaceFields } from '#client/render/objects/subjectFields.ts'
import { subjectBranch } from '#client/render/photo/branches.ts'
import { isMovable } from '#client/render/photo/subjectPlacement.ts'
import { cutoutTransform } from '../placement/cutoutTransform.ts'

export const subjectTransform: LayerTransform<SubjectLayer> = {
  ...cutoutTransform<SubjectLayer>({
    fields: { position: subjectPlaceFields.foregroundPosition, size: subjectPlaceFields.foregroundSize },
    placementOf: ({ foregroundPosition, foregroundSize }) => ({ position: foregroundPosition, size: foregroundSize }),
    positionOf: ({ foregroundPosition }) => foregroundPosition,
    setSize: (layer, size) => {
      layer.foregroundSize = size
    },
  }),
  isFixed: (_, doc) => !isMovable(doc),
}

export const subjectKind = defineKind({
  kind: 'subject',
  label: 'Subject',
  icon: UserRound,
  lengths: ['cutout.width'],
  photoFields: ['fill.strokes'],
  slot: 'subject',
  showsPhoto: true,
  fields: subjectFields,
  placement: 'foreground',
  limit: 1,
  inputs: (doc) => [doc.photo, doc.separation, doc.mend, doc.backdrop, subjectBranch(doc)?.set, liftedKey(doc)],
  transform: subjectTransform,
})
