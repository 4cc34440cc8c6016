/** The names of our templates, without their layers. */

/** A template as the gallery lists it, before its layers are loaded. */
export interface GalleryEntry {
  id: string
  /** English; translated when shown. */
  name: string
}

/** Our templates, in the order of the gallery: one file in `ours/` each. */
export const GALLERY: readonly GalleryEntry[] = [
  { id: 'poster', name: 'Poster' },
  { id: 'thumbnail', name: 'Video thumbnail' },
  { id: 'story', name: 'Story' },
  { id: 'product', name: 'Product' },
  { id: 'magazine', name: 'Magazine cover' },
  { id: 'quote', name: 'Quote' },
  { id: 'sale', name: 'Sale' },
  { id: 'sports-card', name: 'Sports card' },
  { id: 'event', name: 'Event' },
  { id: 'travel', name: 'Travel' },
  { id: 'podcast', name: 'Podcast cover' },
  { id: 'birthday', name: 'Birthday' },
]
