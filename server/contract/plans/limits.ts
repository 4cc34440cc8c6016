/** Limits that the client shows and the server enforces. */

/** Number of images that a free account may ever process. */
export const FREE_IMAGES = 2
/** Free days at the start of an account's first subscription. */
export const TRIAL_DAYS = 7
/** Download credits of a new account, unless the operator sets FREE_DOWNLOAD_CREDITS. */
export const DEFAULT_FREE_CREDITS = 2
/** Days that the server stores the hash of a deleted account's address. The privacy page states this number. */
export const DEPARTED_DAYS = 365

/** Maximum size of a photo's file, bytes. */
export const MAX_PHOTO_BYTES = 256 * 2 ** 20
/** Maximum number of pixels of a photo. 50 MP includes the 48 and 50 MP modes of phones. */
export const MAX_PHOTO_PIXELS = 50_000_000

/** Maximum size of an uploaded trial export, bytes. */
export const TRIAL_IMAGE_MAX_BYTES = 25 * 1024 * 1024
/** Maximum length of the longer side of an uploaded trial export, px. */
export const TRIAL_IMAGE_MAX_SIDE = 16_384
/** Maximum area of an uploaded trial export, px². */
export const TRIAL_IMAGE_MAX_AREA = 100_000_000
/** The only value of the form field `editorType`. */
export const EDITOR_TYPE = 'custom_editor'

/** Maximum number of download credits that an operator can give an account. */
export const MOST_CREDITS = 1_000_000
/** Maximum duration of a grant of Pro, days. */
export const MOST_GRANT_DAYS = 36_500
