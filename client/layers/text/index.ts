import { loadedFonts } from '../../kit/fonts/load.ts'
import { defineKind } from '../../render/kind.ts'
import { placedInputs } from '../shared/placed.ts'
import { nameOf } from './nameOf.ts'
import { textFields } from './schema.ts'
import { textTransform } from './transform.ts'

export const textKind = defineKind({
  kind: 'text',
  label: 'Text',
  nameOf: ({ text }) => nameOf(text),
  style: [
    'fontFamily',
    'fontWeight',
    'alignment',
    'lineHeight',
    'letterSpacing',
    'curve',
    'color',
    'opacity',
    'gradient',
    'stroke',
    'dropShadow',
    'glow',
    'threeDEffect',
  ],
  slot: 'placed',
  fields: textFields,
  placement: 'background',
  // A font that comes is painted with at once, whoever asked for it.
  inputs: (doc) => [...placedInputs(doc), loadedFonts()],
  transform: textTransform,
})
