/** Family of the headline font. Only the home page preloads it (scripts/pages). */
export const HEADLINE_FONT = 'Anton'

/**
 * Width of the default word HORIZON in the headline font, em. Used where text can't be measured, for example when the
 * page is prerendered.
 */
export const WORD_EM = 3.083

/**
 * Returns true if the headline can be drawn immediately, because the font is loaded or the page is being prerendered
 * without fonts.
 */
export const isHeadlineFontLoaded = (fonts = globalThis.document?.fonts): boolean =>
  !fonts || [...fonts].some(({ family, status }) => family.replaceAll('"', '') === HEADLINE_FONT && status === 'loaded')
