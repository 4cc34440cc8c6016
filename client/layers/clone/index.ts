import { Copy } from 'lucide-react'
import { t } from '../../kit/i18n/translate.ts'
import { defineKind } from '../../render/kind.ts'
import { liftedKey } from '../../render/objects/lifted.ts'
import { cutoutOf } from './cutoutOf.ts'
import { cloneFields } from './schema.ts'
import { cloneTransform } from './transform.ts'

/** The kind of layers that are copies of the subject. */
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
      text: 'Repeat the subject as often as you like: moved, resized, turned or mirrored.',
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
