/** The names of our designs, without their layers. */

/** A design as the gallery lists it, before its layers are loaded. */
export interface GalleryEntry {
  id: string
  /** English; translated when shown. */
  name: string
}

/** Our designs, in the order of the gallery. `tests` compare them with the table of designs. */
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
