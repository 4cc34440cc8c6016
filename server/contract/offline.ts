/** Path of the service worker: at the root, so that all pages are in its scope. It is never cached by HTTP. */
export const WORKER_PATH = '/offline.js'

/** Name of the page's meta element with the build's revision; `scripts/offline` writes it. */
export const REVISION_META = 'revision'
