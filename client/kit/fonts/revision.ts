/** Names the folder of the font files after the content of scripts/fonts/lock.json, so that they can be cached for ever. */
export const FONTS_REVISION = 'd20d5521b5082e32'
