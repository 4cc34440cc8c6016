/**
 * Path of the document in which HEIC files are decoded. The decoders are large, old C++ libraries in wrappers that need
 * eval, and their input is untrusted. The document isolates a compromised decoder. Its origin is opaque, so the page,
 * cookies and storage are out of reach. Its policy forbids every request, so the message contains the decoder's script.
 * The decoder runs in a worker, because a document could leak data by navigation: the browser resolves the host's name
 * before it refuses.
 */
export const HEIC_SANDBOX_PATH = '/heic.html'

/** Sandbox flags of the frame and of the document's policy: scripts only. */
export const HEIC_SANDBOX_FLAGS = 'allow-scripts'

/** Request of the page, sent with a port for the response. A tab of an older version may send it to a newer sandbox. */
export interface SandboxRequest {
  /** Script of a CommonJS module whose one export converts. */
  decoder: string
  blob: Blob
  /** JPEG, or PNG if the image has transparency. */
  type: 'image/jpeg' | 'image/png'
  /** Quality of a JPEG, 0..1. */
  quality: number
  /** The page understands `SandboxProgress`. Absent in older pages, which treat the first message as the result. */
  wantsProgress?: true
}

/** Message of the sandboxed iframe: sent once a second until the result, if `wantsProgress` is set. */
export interface SandboxProgress {
  /** True: a thread is computing, because it has started and did not answer the last ping. */
  isBusy: boolean
}

/** A message of the sandbox. The sender is not trusted: check the message before use. */
export type SandboxResponse = { picture: Blob } | { error: string } | SandboxProgress

/**
 * Runs before the script of every worker that a decoder starts: an idle thread answers a ping, a busy one cannot. The first
 * answer says that the script has begun. Until then a thread is not computing: a browser short of resources may never start it.
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
 * Prepares a decoder's worker. The decoders expect a canvas element, and start nested workers from blobs. A nested worker
 * runs ANSWER_PINGS first and reports its errors, because the decoders don't listen for them.
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

/** Converts the file. heic2any reads `toType`, heic-to `type`. Answers a ping when no nested worker is computing. */
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
 * A worker occasionally hangs for ever, or never begins: in Firefox, and in Chromium on an overloaded machine. After
 * this time, another worker starts beside it, and the first result is used. The time is twice the decoding time of a
 * photo of that size on two slow cores.
 */
const HANG_MS = { always: 3000, perMegabyte: 2000 }
const MAX_WORKERS = 3
const PING_MS = 1000

/** The only script of the document; its policy permits it by its hash. */
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

/** The document's HTML: one inline script, which the page's policy permits by its hash. */
export const HEIC_SANDBOX_HTML = `<!doctype html><meta charset="utf-8"><title>HEIC decoder</title><script>${HEIC_SANDBOX_SCRIPT}</script>`
