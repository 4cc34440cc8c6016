/** Family of the home page's headline font. Only the home page preloads this font (scripts/pages). */
export const HEADLINE_FONT = 'Anton'

/**
 * Width of the default word HORIZON in the headline font, em. Used where text cannot be measured, such as in the
 * prerendering.
 */
export const WORD_EM = 3.083

/**
 * Returns true if the headline can be drawn immediately: the font is loaded, or the page is prerendered without fonts.
 */
export const isHeadlineFontLoaded = (fonts = globalThis.document?.fonts): boolean =>
  !fonts || [...fonts].some(({ family, status }) => family.replaceAll('"', '') === HEADLINE_FONT && status === 'loaded')
