import { Copy } from 'lucide-react'
import { clamp } from '#client/kit/base/fields.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { defineKind, type LayerTransform } from '#client/render/kind.ts'
import { liftedKey } from '#client/render/objects/lifted.ts'
import { placedSubjectTransform } from '#client/render/photo/placedSubjectTransform.ts'
import { normalizeDegrees } from '../shared/placed.ts'
import { type CloneLayer, cloneFields, cutoutOf } from './schema.ts'

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

export const cloneKind = defineKind({
  kind: 'clone',
  label: 'Clone',
  icon: Copy,
  tab: {
    id: 'clone-image',
    label: 'Clone',
    shortcut: 'K',
    mode: 'clone-image-only',
    tour: {
      title: 'Clone',
      text: 'Add copies of the subject, then move, resize, rotate or flip them.',
    },
  },
  describe: ({ size }, index) => ({
    name: t('Clone {number}', { number: index + 1 }),
    about: `${Math.round(size)} %`,
  }),
  slot: 'clones',
  fields: cloneFields,
  placement: 'background',
  inputs: (doc) => [
    doc.photo,
    doc.separation,
    doc.mend,
    doc.backdrop,
    doc.tune.foreground,
    cutoutOf(doc),
    liftedKey(doc),
  ],
  transform: cloneTransform,
})
