/**
 * Name of the folder of the emoji images: a hash of the packages that they are made from (scripts/emoji/revision.ts).
 */
export const EMOJI_REVISION = '7a21ed1c4f89cd01'
