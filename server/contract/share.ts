/** Sharing with the installed app, as the manifest tells the device. The service worker answers, so no server sees a photo. */
export const SHARE_PATH = '/share-target'

/** The form's part with the file. */
export const SHARED_FIELD = 'photo'

/** Where it goes on: the editor takes the file, */
export const SHARED_PHOTO = '/custom-editor?shared=photo'

/** or says that there is none. Without a service worker the server sends everybody here. */
export const SHARED_LOST = '/custom-editor?shared=lost'
