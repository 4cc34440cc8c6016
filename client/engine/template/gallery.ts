/** A gallery entry of a template. Its layers aren't loaded yet. */
export interface GalleryEntry {
  id: string
  /** Name in English; translated when shown. */
  name: string
}

/** The built-in templates in the order of the gallery. Each is a file in `built-in/`. */
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
  { id: 'headline', name: 'Headline' },
  { id: 'news', name: 'News' },
  { id: 'invitation', name: 'Invitation' },
  { id: 'shop', name: 'Shop' },
]
