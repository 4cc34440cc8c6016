/** Name of the fonts' folder: a hash of scripts/fonts/lock.json, so browsers may cache the fonts forever. */
export const FONTS_REVISION = '8ca6d8961315a0c1'
