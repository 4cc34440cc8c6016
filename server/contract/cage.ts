/**
 * The document in which HEIC is decoded. The decoders are large, old C++ in wrappers that need eval, fed with a stranger's
 * file: whoever breaks one is alone in here. The origin is opaque, so neither the page around it, nor cookies, nor storage
 * can be reached, and nothing may be loaded, not even from us: the decoder comes with the order. It runs in a worker, for
 * a document has doors that no policy shuts: going to another address asks for that name before it is refused.
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

/** What a decoder finds around it in its worker. Each draws on what it takes for an element. */
const AROUND = `
self.window = self
self.document = {
  createElement() {
    const canvas = new OffscreenCanvas(1, 1)
    canvas.toBlob = (done, type, quality) => canvas.convertToBlob({ type, quality }).then(done, () => done(null))
    return canvas
  },
}
const module = { exports: {} }, exports = module.exports
`

/** Hands it what is to be converted. Each calls the type differently. */
const CONVERT = `
onmessage = ({ data: { blob, type, quality } }) => {
  const convert = async () => {
    const converted = await module.exports({ blob, type, toType: type, quality })
    return Array.isArray(converted) ? converted[0] : converted
  }
  convert().then(
    (picture) => postMessage({ picture }),
    (reason) => postMessage({ error: String(reason?.message ?? reason) }),
  )
}
`

/**
 * Now and then a worker of Firefox stays for good in the midst of its work. One that has said nothing for so long, twice
 * what a photo of so many bytes takes on two slow cores, gets another beside it, and whichever is done first is heard.
 */
const PATIENCE_MS = { always: 3000, perMegabyte: 2000 }
const MOST_WORKERS = 3

/** The one script of the document; the policy knows its hash. */
export const CAGE_SCRIPT = `
addEventListener('message', ({ source, data: { decoder, ...picture }, ports: [port] }) => {
  if (source !== parent || !port) return
  const parts = [${JSON.stringify(AROUND)}, decoder, ${JSON.stringify(CONVERT)}]
  const script = URL.createObjectURL(new Blob(parts, { type: 'text/javascript' }))
  const patience = ${PATIENCE_MS.always} + ${PATIENCE_MS.perMegabyte} * (picture.blob.size / 1e6)
  self.workers = [] // Firefox ends one that nobody refers to in the midst of its work
  let isHeard = false
  const answer = (said) => {
    if (isHeard) return
    isHeard = true
    port.postMessage(said)
  }
  const begin = () => {
    if (isHeard || self.workers.length === ${MOST_WORKERS}) return
    const worker = new Worker(script)
    self.workers.push(worker)
    worker.onmessage = ({ data }) => answer(data)
    worker.onerror = ({ message }) => answer({ error: message })
    worker.postMessage(picture)
    setTimeout(begin, patience)
  }
  begin()
})
`

export const CAGE_HTML = `<!doctype html><meta charset="utf-8"><title>HEIC decoder</title><script>${CAGE_SCRIPT}</script>`
