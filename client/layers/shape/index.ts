import { Shapes } from 'lucide-react'
import { t } from '#client/kit/i18n/translate.ts'
import { defineKind } from '#client/render/kind.ts'
import { placedInputs } from '../placement/placed.ts'
import { shapeFields, shapeName } from './schema.ts'
import { isStroked, shapeTransform } from './transform.ts'

export const shapeKind = defineKind({
  kind: 'shape',
  label: 'Shape',
  icon: Shapes,
  tab: {
    id: 'shapes',
    place: 90,
    label: 'Shapes',
    shortcut: 'H',
    prompt: 'Please upload an image first to add shapes behind objects',
    words: 'Rectangle, Circle, Arrow, Line, Star',
    mode: 'shapes-only',
    tour: {
      title: 'Shapes',
      text: 'Add circles, stars, hearts and arrows, filled or outlined, behind the subject or in front of it.',
    },
  },
  describe: (layer) => ({ name: shapeName(layer.type), about: isStroked(layer) ? t('outlined') : t('filled') }),
  style: ['color', 'isFilled', 'strokeWidth', 'dash', 'ends', 'opacity', 'gradient', 'outline', 'glow'],
  lengths: ['scale', 'strokeWidth', 'outline.width', 'glow.intensity'],
  slot: 'placed',
  fields: shapeFields,
  placement: 'background',
  inputs: placedInputs,
  transform: shapeTransform,
})
