/** Names, paths and links that both client and server use. */

/** The installed app's address for photos that other apps share. The service worker responds, not the server. */
export const SHARE_PATH = '/share-target'

/** Name of the form field that contains the shared file. */
export const SHARED_FIELD = 'photo'

/** The service worker redirects to this address. The editor then opens the shared photo. */
export const SHARED_PHOTO = '/custom-editor?shared=photo'

/** Address where the editor says that no photo was received, for example because no service worker runs. */
export const SHARED_LOST = '/custom-editor?shared=lost'

/** The product's name in page titles, the watermark and file names. The setting BRAND_NAME replaces it. */
export const BRAND_NAME = 'Midground'

/** Returns true for a path with a content hash (under /assets, as a folder or in the name): its file never changes. */
export const isImmutable = (path: string): boolean =>
  path.startsWith('/assets/') || /\/[0-9a-f]{12,64}\//.test(path) || /[.-][0-9a-f]{8,64}\.[a-z0-9]+$/.test(path)

export type SecretLinkKind = 'reset-password' | 'verify-email'

/** Returns the link `origin/#kind=token`. `origin` has no trailing slash. */
export const secretLink = (origin: string, kind: SecretLinkKind, token: string): string => `${origin}/#${kind}=${token}`

/** Parses `location.hash`. Returns null if the hash isn't a secret link. */
export function readSecretLink(hash: string): { kind: SecretLinkKind; token: string } | null {
  const found = /^#(reset-password|verify-email)=([A-Za-z0-9_-]{20,100})$/.exec(hash)
  return found ? { kind: found[1] as SecretLinkKind, token: found[2] as string } : null
}

/** Start of a design link's fragment. Browsers don't send the fragment to the server. */
export const DESIGN_FRAGMENT = '#design='

/** Returns true for localhost, 127.x.x.x and ::1, with or without brackets. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|\[::1\])$/.test(host)

/** Path of the third-party notices, a text file. */
export const NOTICES_PATH = '/third-party-notices.txt'

/** Path of Node.js's license, which only the single executable contains. */
export const NODE_LICENCE_PATH = '/node-licence.txt'

/** Path of the service worker. At the root, the service worker controls all pages. */
export const WORKER_PATH = '/offline.js'

/** Name of the meta element with the build's revision, which `scripts/offline` writes into the page. */
export const REVISION_META = 'revision'
