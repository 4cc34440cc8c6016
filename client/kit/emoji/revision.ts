/**
 * Name of the folder of the emoji images: a hash of the packages that contain the images (scripts/emoji/revision.ts).
 */
export const EMOJI_REVISION = '7a21ed1c4f89cd01'
