/**
 * The document in which HEIC is decoded. The decoders are large, old C++ in wrappers that need eval, fed with a stranger's
 * file: whoever breaks one is alone in here. The origin is opaque, so neither the page around it, nor cookies, nor storage
 * can be reached, and nothing may be loaded, not even from us: the decoder comes with the order.
 */
export const CAGE_PATH = '/heic.html'

/** Sandbox flags, for the frame and for the policy the document is served with: scripts, and nothing else. */
export const CAGE_SANDBOX = 'allow-scripts'

/** What the page sends, with a port for the answer. Tabs outlive upgrades: an older page may send it to a newer cage. */
export interface CageOrder {
  /** Script of a CommonJS module whose one export converts. */
  decoder: string
  blob: Blob
  /** JPEG, or PNG where the picture has transparency. */
  type: 'image/jpeg' | 'image/png'
  /** Of a JPEG, 0-1. */
  quality: number
}

/** What comes back through the port. From inside the cage anything may come: look before you believe. */
export type CageAnswer = { picture: Blob } | { error: string }

/**
 * The one script of the document; the policy knows its hash. Policies say nothing of WebRTC, so it goes before a decoder
 * comes; no other realm can give it back, for frames in here have other opaque origins and workers have none of it. Each
 * decoder calls the type differently.
 */
export const CAGE_SCRIPT = `
for (const name of Object.getOwnPropertyNames(self)) if (/rtcpeer/i.test(name)) delete self[name]
addEventListener('message', ({ source, data, ports: [port] }) => {
  if (source !== parent || !port) return
  const convert = async () => {
    const decoder = { exports: {} }
    new Function('module', 'exports', data.decoder)(decoder, decoder.exports)
    const { blob, type, quality } = data
    const converted = await decoder.exports({ blob, type, toType: type, quality })
    return Array.isArray(converted) ? converted[0] : converted
  }
  convert().then(
    (picture) => port.postMessage({ picture }),
    (reason) => port.postMessage({ error: String(reason?.message ?? reason) }),
  )
})
`

export const CAGE_HTML = `<!doctype html><meta charset="utf-8"><title>HEIC decoder</title><script>${CAGE_SCRIPT}</script>`
