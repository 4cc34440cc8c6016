/**
 * The background layer has no fields of its own: it paints the photo, the colour or the image that the document's
 * backdrop names.
 */
export const backgroundFields = {} as const
