/**
 * Path of the document that decodes HEIC files. The decoders are old C++ libraries that need eval, and their input is
 * untrusted, so the document isolates them. Its origin is opaque, so a decoder can't reach the page, cookies or
 * storage. Its policy forbids requests, so the page sends the decoder's script in a message. The decoder runs in a
 * worker, because a document could leak data by navigation: browsers resolve a host name before they block the
 * navigation.
 */
export const HEIC_SANDBOX_PATH = '/heic-sandbox.html'

/** Flags of the iframe and the document's policy: only scripts are allowed. */
export const HEIC_SANDBOX_FLAGS = 'allow-scripts'

/** The page's request, sent with a port for the response. The page may be an older version than the sandbox. */
export interface SandboxRequest {
  /** Script of a CommonJS module that exports the convert function. */
  decoder: string
  /** The photo. Older pages send a `blob` instead, and expect a Blob as the result. */
  bytes: ArrayBuffer
  /** PNG if the image has transparency, otherwise JPEG. */
  type: 'image/jpeg' | 'image/png'
  /** Quality of a JPEG, 0..1. */
  quality: number
  /** true: the page understands `SandboxProgress`. Older pages don't, and treat the first message as the result. */
  wantsProgress?: true
}

/** A message that the sandbox sends once a second until the result, if `wantsProgress` is true. */
export interface SandboxProgress {
  /** true: a worker has started, and is too busy to respond to the last ping */
  isBusy: boolean
}

/**
 * A message of the sandbox. Check it before use, because the sandbox isn't trusted. `picture` contains the bytes of a
 * file, not a Blob: browsers delete the content of a Blob with the document that created it, sometimes before the page
 * has read the content. `preview`: a file with the photo's thumbnail, sent before the picture.
 */
export type SandboxResponse = { picture: ArrayBuffer } | { error: string } | { preview: ArrayBuffer } | SandboxProgress

/**
 * Code that runs first in every worker of a decoder. An idle worker responds to a ping. A busy worker can't. The first
 * response means that the worker has started. On an overloaded machine, a browser may never start a worker.
 */
const ANSWER_PINGS = `
postMessage('pong')
addEventListener('message', (event) => {
  if (event.data !== 'ping') return
  event.stopImmediatePropagation()
  postMessage('pong')
});
`

/**
 * Code that prepares a decoder's worker. It provides the canvas element that decoders expect. It also makes nested
 * workers run ANSWER_PINGS and report their errors, because decoders don't listen for errors.
 */
const ENVIRONMENT = `
self.window = self
// A canvas encodes on another thread. During this time the worker is busy, so it doesn't respond to pings.
let encoding = Promise.resolve()
const { convertToBlob } = OffscreenCanvas.prototype
OffscreenCanvas.prototype.convertToBlob = function (options) {
  const file = convertToBlob.call(this, options)
  encoding = file.catch(() => {})
  return file
}
self.document = {
  createElement() {
    const canvas = new OffscreenCanvas(1, 1)
    canvas.toBlob = (done, type, quality) => canvas.convertToBlob({ type, quality }).then(done, () => done(null))
    return canvas
  },
}
const nestedWorkers = []
const createObjectURL = URL.createObjectURL.bind(URL)
URL.createObjectURL = (blob) =>
  createObjectURL(/javascript/.test(blob.type) ? new Blob([${JSON.stringify(ANSWER_PINGS)}, blob], { type: blob.type }) : blob)
self.Worker = class extends Worker {
  constructor(...args) {
    super(...args)
    nestedWorkers.push(this)
    this.addEventListener('error', ({ message }) => self.postMessage({ error: message || 'a nested worker failed' }))
    this.addEventListener('message', (event) => {
      if (event.data !== 'pong') return
      event.stopImmediatePropagation()
      this.hasBegun = true
      this.onPong?.()
    })
  }
  ping() {
    if (!this.hasBegun) return
    return new Promise((resolve) => {
      this.onPong = resolve
      this.postMessage('ping')
    })
  }
  terminate() {
    super.terminate()
    this.hasBegun = false // a terminated worker doesn't respond to pings
    this.onPong?.()
  }
}
const module = { exports: {} }, exports = module.exports
self.postMessage('pong')
`

/**
 * The worker's code that converts a HEIC file. heic2any takes the options `blob` and `toType`, and libheif `bytes` and
 * `type`. The worker responds to the message 'ping' once it and its nested workers are idle.
 */
const CONVERT = `
const reply = self.postMessage.bind(self)
onmessage = ({ data }) => {
  if (data === 'ping')
    return void Promise.all([encoding, ...nestedWorkers.map((worker) => worker.ping())]).then(() => reply('pong'))
  const { bytes, blob = new Blob([bytes]), type, quality } = data
  const convert = async () => {
    const converted = await module.exports({ bytes, blob, type, toType: type, quality })
    const picture = Array.isArray(converted) ? converted[0] : converted
    return bytes ? await picture.arrayBuffer() : picture
  }
  convert().then(
    (picture) => reply({ picture }, bytes ? [picture] : []),
    (reason) => reply({ error: String(reason?.message ?? reason) }),
  )
}
`

/**
 * Maximum time until a worker begins its work, ms. Then another worker starts, up to MAX_WORKERS. Workers sometimes
 * never start in Firefox, and in Chromium on an overloaded machine. The first worker that begins does the work, and the
 * others stop: a second decoder would only slow down the first, and needs the same memory again.
 */
const HANG_MS = 5000
const MAX_WORKERS = 3
const PING_MS = 1000

/** The only script of the document. The document's policy allows it by its hash. */
export const HEIC_SANDBOX_SCRIPT = `
addEventListener('message', ({ source, data: { decoder, wantsProgress, ...picture }, ports: [port] }) => {
  if (source !== parent || !port) return
  const parts = [${JSON.stringify(ENVIRONMENT)}, decoder, ${JSON.stringify(CONVERT)}]
  const script = URL.createObjectURL(new Blob(parts, { type: 'text/javascript' }))
  self.workers = [] // Firefox terminates a worker without references, even while it is working
  const [begun, unanswered] = [new Set(), new Set()]
  let isDone = false
  const finish = (result, moved = []) => {
    if (isDone) return
    isDone = true
    clearInterval(pinging)
    port.postMessage(result, moved)
  }
  const begin = (worker) => {
    if (begun.size === 0) for (const other of self.workers) if (other !== worker) other.terminate()
    begun.add(worker)
    unanswered.delete(worker)
  }
  const start = () => {
    if (isDone || begun.size > 0 || self.workers.length === ${MAX_WORKERS}) return
    const worker = new Worker(script)
    self.workers.push(worker)
    worker.onmessage = ({ data }) => {
      if (data === 'pong') begin(worker)
      else if (data.preview) port.postMessage(data, [data.preview])
      else finish(data, data.picture instanceof ArrayBuffer ? [data.picture] : [])
    }
    worker.onerror = ({ message }) => finish({ error: message })
    worker.postMessage(picture)
    setTimeout(start, ${HANG_MS})
  }
  const pinging = setInterval(() => {
    if (wantsProgress) port.postMessage({ isBusy: unanswered.size > 0 })
    for (const worker of begun) {
      if (unanswered.has(worker)) continue
      unanswered.add(worker)
      worker.postMessage('ping')
    }
  }, ${PING_MS})
  start()
})
`

/** The document's HTML with its only script. */
export const HEIC_SANDBOX_HTML = `<!doctype html><meta charset="utf-8"><title>HEIC decoder</title><script>${HEIC_SANDBOX_SCRIPT}</script>`
