/** Names, paths and links on which client and server agree. */

/** Address to which a device posts a photo shared with the installed app. The service worker answers, not the server */
export const SHARE_PATH = '/share-target'

/** Name of the form field that contains the shared file. */
export const SHARED_FIELD = 'photo'

/** The address that the service worker redirects to: the editor opens the shared photo. */
export const SHARED_PHOTO = '/custom-editor?shared=photo'

/** The address at which the editor says that no photo was received, as without a service worker. */
export const SHARED_LOST = '/custom-editor?shared=lost'

/** The product's own name: page title, watermark, file names. An operator may override it with BRAND_NAME. */
export const BRAND_NAME = 'Midground'

/** Returns true for a path with a content hash: under /assets, as a folder, or before the extension. Cached for ever */
export const isImmutable = (path: string): boolean =>
  path.startsWith('/assets/') || /\/[0-9a-f]{12,64}\//.test(path) || /[.-][0-9a-f]{8,64}\.[a-z0-9]+$/.test(path)

export type SecretLinkKind = 'reset-password' | 'verify-email'

/** Returns the link `origin/#kind=token`. `origin`: without a trailing slash. */
export const secretLink = (origin: string, kind: SecretLinkKind, token: string): string => `${origin}/#${kind}=${token}`

/** Parses `location.hash`; null if the hash isn't a secret link. */
export function readSecretLink(hash: string): { kind: SecretLinkKind; token: string } | null {
  const found = /^#(reset-password|verify-email)=([A-Za-z0-9_-]{20,100})$/.exec(hash)
  return found ? { kind: found[1] as SecretLinkKind, token: found[2] as string } : null
}

/** Returns true for localhost, 127.x.x.x and ::1, with or without brackets. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|\[::1\])$/.test(host)

/** Path of the licences of all software and data of others, a text file. */
export const NOTICES_PATH = '/third-party-notices.txt'

/** Path of the licences of Node.js, which only the executable contains. */
export const NODE_LICENCE_PATH = '/node-licence.txt'

/** Path of the service worker: at the root, so that all pages are in its scope. It is never cached by HTTP. */
export const WORKER_PATH = '/offline.js'

/** Name of the page's meta element with the build's revision; `scripts/offline` writes it. */
export const REVISION_META = 'revision'
