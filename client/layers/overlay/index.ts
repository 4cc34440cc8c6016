import { Images } from 'lucide-react'
import { layerOfKind } from '../../model/document/document.ts'
import { defineKind } from '../../render/kind.ts'
import { placedInputs } from '../shared/placed.ts'
import { MAX_OVERLAYS, overlayFields } from './schema.ts'
import { overlayTransform } from './transform.ts'

/** The kind of overlay images. */
export const overlayKind = defineKind({
  kind: 'overlay',
  label: 'Overlay image',
  icon: Images,
  tab: {
    id: 'images',
    label: 'Image Overlay',
    shortcut: 'I',
    mode: 'overlay-only',
    takesImages: true,
    tour: {
      title: 'Image Overlay',
      text: 'Lay up to two more pictures over the background, with or without their own backgrounds.',
    },
  },
  assetOf: ({ content }) => content,
  style: ['opacity', 'borderRadius', 'glow', 'shadow'],
  lengths: ['glow.intensity'],
  slot: 'placed',
  staysReadable: true,
  fields: overlayFields,
  placement: 'background',
  limit: MAX_OVERLAYS,
  isRemovedWithBackdrop: true,
  inputs: placedInputs,
  // Removing the last overlay restores the original background (spec §4).
  afterRemoval(doc) {
    if (layerOfKind(doc, 'overlay') || doc.backdrop.type === 'original') return null
    doc.backdrop = { type: 'original' }
    return 'The original background is back'
  },
  transform: overlayTransform,
})
