/** Business constants that the client shows and the server enforces. */

/** Images a free account may process in its life. */
export const FREE_IMAGES = 2
/** Free days at the start of an account's first subscription. */
export const TRIAL_DAYS = 7
/** Credits of a fresh account unless the operator sets FREE_DOWNLOAD_CREDITS. */
export const DEFAULT_FREE_CREDITS = 2
/** Days for which the hash of a deleted account's address is kept. The privacy page states the number. */
export const DEPARTED_DAYS = 365

/** Largest image that a trial export may upload, bytes. */
export const TRIAL_IMAGE_MAX_BYTES = 25 * 1024 * 1024
/** Longest side of an image that a trial export may upload, px. */
export const TRIAL_IMAGE_MAX_SIDE = 16_384
/** Largest area of an image that a trial export may upload, px². */
export const TRIAL_IMAGE_MAX_AREA = 100_000_000
/** The one value of the form's `editorType`. */
export const EDITOR_TYPE = 'custom_editor'

/** Largest number of download credits that an operator can give an account. */
export const MOST_CREDITS = 1_000_000
/** Longest grant of Pro, days. */
export const MOST_GRANT_DAYS = 36_500
