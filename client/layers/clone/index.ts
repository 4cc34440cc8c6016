import { Copy } from 'lucide-react'
import { formatPercent } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { defineKind } from '#client/render/kind.ts'
import { liftedKey } from '#client/render/objects/lifted.ts'
import { cloneBranch } from '#client/render/photo/branches.ts'
import { rotatedCutoutTransform } from '../placement/cutoutTransform.ts'
import { type CloneLayer, cloneFields, cutoutOf } from './schema.ts'

export const cloneKind = defineKind({
  kind: 'clone',
  label: 'Clone',
  icon: Copy,
  tab: {
    id: 'clone-image',
    place: 60,
    label: 'Clone',
    shortcut: 'K',
    prompt: 'Please upload an image first to use the clone feature.',
    words: 'Copy subject',
    mode: 'clone-image-only',
    tour: {
      title: 'Clone',
      text: 'Add copies of the subject, then move, resize, rotate or flip them.',
    },
  },
  describe: ({ size }, index) => ({
    name: t('Clone {number}', { number: index + 1 }),
    about: formatPercent(size),
  }),
  slot: 'clones',
  needsSubject: true,
  showsPhoto: true,
  fields: cloneFields,
  placement: 'background',
  inputs: (doc) => [
    doc.photo,
    doc.separation,
    doc.mend,
    doc.backdrop,
    doc.tune.foreground,
    cloneBranch(doc).fill,
    cutoutOf(doc),
    liftedKey(doc),
  ],
  transform: rotatedCutoutTransform<CloneLayer>(cloneFields),
})
