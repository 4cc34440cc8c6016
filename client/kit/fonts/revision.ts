/** Name of the fonts' folder: a hash of scripts/fonts/lock.json, so browsers may cache the fonts forever. */
export const FONTS_REVISION = 'd20d5521b5082e32'
