import { Brush } from 'lucide-react'
import { t } from '#client/kit/i18n/translate.ts'
import { defineKind } from '#client/render/kind.ts'
import { containedMap } from '#client/render/photo/subjectPlacement.ts'
import { eraseStroke } from './eraseStroke.ts'
import { drawingFields } from './schema.ts'
import { drawingTransform } from './transform.ts'

export const drawingKind = defineKind({
  kind: 'drawing',
  label: 'Drawing',
  icon: Brush,
  describe: (_, index) => ({
    name: t('Stroke {number}', { number: index + 1 }),
  }),
  erase: eraseStroke,
  isBoundToPhoto: true,
  slot: 'placed',
  fields: drawingFields,
  placement: 'background',
  inputs: (doc) => Object.values(containedMap(doc)),
  transform: drawingTransform,
})
