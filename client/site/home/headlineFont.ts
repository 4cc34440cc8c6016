/** The font of the home page's headline. Only the home page preloads it (scripts/pages). */
export const HEADLINE_FONT = 'Anton'

/** Width of the first word, HORIZON, in this font, em; used while nothing can be measured. */
export const WORD_EM = 3.083

/** Whether the headline can be drawn at once: the page preloaded the font, or it is being prerendered. */
export const isHeadlineFontLoaded = (fonts = globalThis.document?.fonts): boolean =>
  !fonts || [...fonts].some(({ family, status }) => family.replaceAll('"', '') === HEADLINE_FONT && status === 'loaded')
