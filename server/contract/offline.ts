/** Where the service worker lies: at the root, so that all pages are in its scope. Never kept by the browser's own cache. */
export const WORKER_PATH = '/offline.js'

/** Name of the page's meta element that says which build it is of; `scripts/offline` writes it. */
export const REVISION_META = 'revision'
