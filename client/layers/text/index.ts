import { Type } from 'lucide-react'
import { loadedFonts } from '#client/kit/fonts/load.ts'
import { familyLabel } from '#client/kit/fonts/own/ownFonts.ts'
import { defineKind } from '#client/render/kind.ts'
import { placedInputs } from '../placement/placed.ts'
import { letterBoxes } from './letters.ts'
import { nameOfText, SOLID_LENGTHS, textFields } from './schema.ts'
import { textTransform } from './transform.ts'
import { isInFront } from './weave.ts'

export const textKind = defineKind({
  kind: 'text',
  label: 'Text',
  icon: Type,
  tab: {
    id: 'text',
    place: 10,
    label: 'Text',
    shortcut: 'T',
    prompt: 'Please upload an image first to add text behind objects',
    words: 'Font, Typeface, 3D text',
    mode: 'text-only',
    tour: {
      title: 'Text',
      text: 'Add text behind the subject or in front of it, in any of 250 fonts. Curve it, rotate it or make it 3D.',
    },
  },
  describe: ({ text, fontFamily }) => ({ name: nameOfText(text), about: familyLabel(fontFamily) }),
  isTextEditable: true,
  letters: letterBoxes,
  staysReadable: true,
  style: [
    'fontFamily',
    'fontWeight',
    'isUpperCase',
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
  styleOnlyEnables: ['threeDEffect'],
  lengths: [
    'fontSize',
    'background.width',
    'background.height',
    'background.borderRadius',
    'frame.width',
    'frame.height',
    'glow.intensity',
    ...SOLID_LENGTHS.map((name) => `threeDEffect.${name}`),
  ],
  slot: 'placed',
  fields: textFields,
  placement: 'background',
  // when a font loads, all text layers in that font are repainted, even if another layer has requested the font
  inputs: (doc) => [...placedInputs(doc), loadedFonts()],
  transform: textTransform,
  isInFront,
})
