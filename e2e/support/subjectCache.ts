/**
 * Replaces the segmentation network in tests of other features. For the astronaut photo, the first test runs the
 * network, and the other tests of the run use its matte from a cache. All other photos get their upper half as the
 * subject. The better matte equals the quick matte, and arrives immediately afterwards.
 */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { FoundSubject, Outcome } from '#client/media/segmenter/segmentationTypes.ts'
import type { Coverage } from '#client/model/assets/store.ts'

/** Environment variable with the path of the cache folder, which all workers of a run share. */
const FOLDER = 'KNOWN_SUBJECTS'

/** Creates the cache folder. Returns a function that deletes it. */
export function knowSubjects(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'midground-subjects-'))
  process.env[FOLDER] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Keys of 512 × 512 px images, such as the astronaut photo, start with this prefix. */
const ASTRONAUT = '512x512-'

/** Makes all pages of the context use the cached subjects. */
export async function rememberSubjects(context: BrowserContext): Promise<void> {
  const fileOf = (picture: string) => join(process.env[FOLDER] ?? '', picture)
  await context.exposeFunction('recallSubject', (picture: string) => {
    if (!picture.startsWith(ASTRONAUT)) return upperHalf(picture)
    const file = fileOf(picture)
    return existsSync(file) ? readFileSync(file, 'latin1') : null
  })
  await context.exposeFunction('keepSubject', (picture: string, coverage: string) => {
    const part = `${fileOf(picture)}.${process.pid}`
    writeFileSync(part, coverage)
    renameSync(part, fileOf(picture)) // replaces the file atomically, because another worker may be reading it
  })
  await context.addInitScript(standInForSegmenters)
}

/** Returns the matte of an image's upper half, base64. The image's key starts with its size. */
function upperHalf(picture: string): string {
  const [width = 0, height = 0] = picture.split(/\D/, 2).map(Number)
  return Buffer.alloc(width * height)
    .fill(255, 0, width * (height >> 1))
    .toString('base64')
}

/**
 * Replaces the segmenter's worker. Starts a real worker only for images without a cached matte, and for tasks of the
 * refiner. Runs in the page.
 */
function standInForSegmenters() {
  const memory = window as unknown as {
    recallSubject(picture: string): Promise<string | null>
    keepSubject(picture: string, coverage: string): Promise<void>
  }

  /** A message to the segmenter's worker, in Comlink's format. */
  interface Call {
    id: string
    path?: string[]
    argumentList: { value: unknown }[]
  }
  type Answer = { id: string; value: Outcome<Coverage['coverage']> }
  /** A call with the objects that it transfers, such as the port of a callback. */
  interface Sent {
    call: Call
    transfer: Transferable[]
  }
  /** A photo that the page has sent. `name`: its cache key. */
  interface Photo extends Sent {
    name: Promise<string>
  }

  /**
   * Returns the cache key: the coverage's size and a hash of the image's pixels, which plain HTTP pages can't compute.
   */
  async function nameOf(image: ImageBitmap, size: Size): Promise<string> {
    if (!isSecureContext) return `${size.width}x${size.height}-`
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
    return `${size.width}x${size.height}-${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }

  function standIn(start: () => Worker) {
    let worker: Worker | null = null
    let isTerminated = false
    /** Calls that the real worker needs before its first task: `load`, and the photos by their ids. */
    let load: Sent | null = null
    const photos = new Map<unknown, Photo>()
    /** The cache keys and ids of the photos that the worker is segmenting, by the id of the call. */
    const unknown = new Map<string, { picture: string; photo: unknown }>()
    /** The quick mattes, by the ids of their photos. */
    const mattes = new Map<unknown, Coverage['coverage']>()
    const port = Object.assign(new EventTarget(), {
      postMessage(call: Call, transfer: Transferable[]) {
        const method = call.path?.[0] // a message without a path releases the worker
        const photo = call.argumentList?.[0]?.value
        if (method === 'load') load = { call, transfer }
        else if (method === 'putPhoto') put(call, transfer)
        else if (method === 'releasePhoto' && photos.delete(photo)) answer(call.id, undefined)
        else if (method === 'segment')
          void segment(call, transfer) // a rejection becomes a page error, which fails the test
        else if (method === 'find' && mattes.has(photo)) find(call.id, mattes.get(photo)!)
        else if (method === 'measureEncoder')
          answer(call.id, { ok: true, value: null }) // the same response as for a photo without an embedding
        else if (method === 'memory' && !worker) answer(call.id, { encoder: null, tensors: 0 })
        else if (method) void forward(call, transfer)
      },
      terminate() {
        isTerminated = true
        worker?.terminate()
      },
    })
    const answer = (id: string, value: unknown) =>
      port.dispatchEvent(new MessageEvent('message', { data: { id, type: 'RAW', value } }))

    function find(id: string, coverage: Coverage['coverage']) {
      const found: FoundSubject = { coverage: coverage.slice(), isInDoubt: false, candidates: [] }
      answer(id, { ok: true, value: found })
    }

    function put(call: Call, transfer: Transferable[]) {
      const [id, image, size] = call.argumentList.map(({ value }) => value) as [number, ImageBitmap, Size]
      photos.set(id, { call, transfer, name: nameOf(image, size) })
    }

    async function segment(call: Call, transfer: Transferable[]) {
      const photo = call.argumentList[0]?.value
      const picture = await photos.get(photo)?.name
      if (!picture) return forward(call, transfer)
      const known = await memory.recallSubject(picture)
      if (isTerminated) return
      if (known === null) {
        unknown.set(call.id, { picture, photo })
        return forward(call, transfer)
      }
      const coverage = Uint8Array.from(atob(known), (letter) => letter.charCodeAt(0))
      mattes.set(photo, coverage)
      answer(call.id, { ok: true, value: coverage })
    }

    /** Sends a call to the real worker. First sends the photos that the worker doesn't have yet. */
    async function forward(call: Call, transfer: Transferable[]) {
      await Promise.all([...photos.values()].map(({ name }) => name)) // the images must be read before their transfer
      if (isTerminated) return
      const begun = worker ?? begin()
      for (const photo of photos.values()) begun.postMessage(photo.call, photo.transfer)
      photos.clear()
      begun.postMessage(call, transfer)
    }

    function begin(): Worker {
      worker = start()
      worker.onerror = ({ message }) => port.dispatchEvent(new ErrorEvent('error', { message }))
      worker.onmessageerror = () => port.dispatchEvent(new MessageEvent('messageerror'))
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        const segmented = unknown.get(data.id)
        if (segmented && data.value?.ok) {
          mattes.set(segmented.photo, data.value.value)
          void memory.keepSubject(segmented.picture, textOf(data.value.value))
        }
        port.dispatchEvent(new MessageEvent('message', { data }))
      }
      if (load) worker.postMessage(load.call, load.transfer)
      return worker
    }

    return port
  }

  const textOf = (bytes: Uint8Array): string => {
    let letters = ''
    for (const byte of bytes) letters += String.fromCharCode(byte)
    return btoa(letters)
  }

  window.Worker = new Proxy(Worker, {
    construct: (Real, [url, options]: [URL, WorkerOptions?]) =>
      options?.name === 'segmenter' ? standIn(() => new Real(url, options)) : new Real(url, options),
  })
}
