/** What the page and the cage say to each other; the answer comes through the port sent along. */
export type CagedDecoder = 'heic2any' | 'heic-to'
export interface CageOrder {
  decoder: CagedDecoder
  blob: Blob
  /** Of the coded picture: 0-255 rather than 16-235. */
  isFullRange: boolean
  /** JPEG, or PNG where the picture has transparency. */
  type: 'image/jpeg' | 'image/png'
}
export type CageAnswer = { picture: Blob } | { error: string }
