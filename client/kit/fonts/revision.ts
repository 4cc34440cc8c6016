/**
 * Name of the folder of the font files: a hash of scripts/fonts/lock.json, so that browsers may cache the files
 * forever.
 */
export const FONTS_REVISION = 'd20d5521b5082e32'
