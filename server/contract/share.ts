/**
 * The address to which a device posts a photo shared with the installed app (Web Share Target). The service worker
 * answers, so no server receives the photo.
 */
export const SHARE_PATH = '/share-target'

/** Name of the form field that contains the shared file. */
export const SHARED_FIELD = 'photo'

/** The address that the service worker redirects to: the editor opens the shared photo. */
export const SHARED_PHOTO = '/custom-editor?shared=photo'

/**
 * The address at which the editor says that no photo was received. Without a service worker the server redirects every
 * shared photo there.
 */
export const SHARED_LOST = '/custom-editor?shared=lost'
