/**
 * Path of the document in which HEIC files are decoded. The decoders are old C++ libraries that need eval, and their
 * input is untrusted, so the document isolates them. Its origin is opaque, so a decoder can't reach the page, cookies
 * or storage. Its policy forbids requests, so the page sends the decoder's script in a message. The decoder runs in a
 * worker, because a document could leak data by navigation: browsers resolve a host name before they refuse to
 * navigate.
 */
export const HEIC_SANDBOX_PATH = '/heic.html'

/** Flags of the iframe and of the document's policy: only scripts are allowed. */
export const HEIC_SANDBOX_FLAGS = 'allow-scripts'

/** The page's request, sent with a port for the response. The page may be an older version than the sandbox. */
export interface SandboxRequest {
  /** Script of a CommonJS module that exports the convert function. */
  decoder: string
  blob: Blob
  /** PNG if the image has transparency, otherwise JPEG. */
  type: 'image/jpeg' | 'image/png'
  /** Quality of a JPEG, 0..1. */
  quality: number
  /** true: the page understands `SandboxProgress`. Older pages don't, and treat the first message as the result. */
  wantsProgress?: true
}

/** A message that the sandbox sends once a second until the result, if `wantsProgress` is true. */
export interface SandboxProgress {
  /** true: a worker has started, and is too busy to answer the last ping */
  isBusy: boolean
}

/** A message of the sandbox. Check it before use, because the sandbox isn't trusted. */
export type SandboxResponse = { picture: Blob } | { error: string } | SandboxProgress

/**
 * Code that runs first in every worker of a decoder. An idle worker answers a ping. A busy worker can't. The first
 * answer means that the worker has started. On an overloaded machine, a browser may never start a worker.
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
    this.hasBegun = false // a terminated worker doesn't answer pings
    this.onPong?.()
  }
}
const module = { exports: {} }, exports = module.exports
self.postMessage('pong')
`

/** Converts the file. heic2any reads `toType`, heic-to `type`. Answers a ping when all nested workers are idle. */
const CONVERT = `
const reply = self.postMessage.bind(self)
onmessage = ({ data }) => {
  if (data === 'ping') return void Promise.all(nestedWorkers.map((worker) => worker.ping())).then(() => reply('pong'))
  const { blob, type, quality } = data
  const convert = async () => {
    const converted = await module.exports({ blob, type, toType: type, quality })
    return Array.isArray(converted) ? converted[0] : converted
  }
  convert().then(
    (picture) => reply({ picture }),
    (reason) => reply({ error: String(reason?.message ?? reason) }),
  )
}
`

/**
 * Time in ms after which another worker starts, up to MAX_WORKERS. The first result is used. Workers sometimes hang or
 * never start in Firefox, and in Chromium on an overloaded machine. On two slow cores, decoding takes half this time.
 */
const HANG_MS = { always: 3000, perMegabyte: 2000 }
const MAX_WORKERS = 3
const PING_MS = 1000

/** The only script of the document. The document's policy allows it by its hash. */
export const HEIC_SANDBOX_SCRIPT = `
addEventListener('message', ({ source, data: { decoder, wantsProgress, ...picture }, ports: [port] }) => {
  if (source !== parent || !port) return
  const parts = [${JSON.stringify(ENVIRONMENT)}, decoder, ${JSON.stringify(CONVERT)}]
  const script = URL.createObjectURL(new Blob(parts, { type: 'text/javascript' }))
  const hangMs = ${HANG_MS.always} + ${HANG_MS.perMegabyte} * (picture.blob.size / 1e6)
  self.workers = [] // Firefox ends a worker without references, even while it is working
  const [begun, unanswered] = [new Set(), new Set()]
  let isDone = false
  const finish = (result) => {
    if (isDone) return
    isDone = true
    clearInterval(pinging)
    port.postMessage(result)
  }
  const start = () => {
    if (isDone || self.workers.length === ${MAX_WORKERS}) return
    const worker = new Worker(script)
    self.workers.push(worker)
    worker.onmessage = ({ data }) => {
      if (data !== 'pong') return finish(data)
      begun.add(worker)
      unanswered.delete(worker)
    }
    worker.onerror = ({ message }) => finish({ error: message })
    worker.postMessage(picture)
    setTimeout(start, hangMs)
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
