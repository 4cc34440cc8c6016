/**
 * What the network finds in a picture is found once in a run. Most stories begin with a photo whose subject is known and
 * tell of something else: the first that shows a picture has the network look at it, whoever shows the same pixels later
 * gets the same answer at once. The network itself is not asked twice, for it answers the same.
 */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import type { SegmenterCommand, SegmenterMessage } from '../../client/media/segmenter/segmenterProtocol.ts'

/** Names the folder of one run to all its workers. */
const FOLDER = 'KNOWN_SUBJECTS'

/** Creates the folder with the mattes of this run, which all workers share. Returns a function that deletes it. */
export function knowSubjects(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'midground-subjects-'))
  process.env[FOLDER] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** How a context's pages get the mattes of pictures that no test of the run has shown before. */
export interface SubjectMemory {
  /** True: such a picture gets the upper half as its subject, and no network runs. */
  imagines: boolean
}

/**
 * Replaces the segmenters' workers in all pages of a new context: a picture that was segmented before in this run gets
 * the same matte at once. `memory` may change later.
 */
export async function rememberSubjects(context: BrowserContext, memory: Readonly<SubjectMemory>): Promise<void> {
  const fileOf = (picture: string) => join(process.env[FOLDER] ?? '', picture)
  await context.exposeFunction('recallSubject', (picture: string) => {
    const file = fileOf(picture)
    if (existsSync(file)) return readFileSync(file, 'latin1')
    return memory.imagines ? upperHalf(picture) : null
  })
  await context.exposeFunction('keepSubject', (picture: string, coverage: string) => {
    const part = `${fileOf(picture)}.${process.pid}`
    writeFileSync(part, coverage)
    renameSync(part, fileOf(picture)) // whole, for a neighbour may be reading
  })
  await context.addInitScript(standInForSegmenters)
}

/** Of a picture by its name, which begins with its size. */
function upperHalf(picture: string): string {
  const [width = 0, height = 0] = picture.split(/\D/, 2).map(Number)
  return Buffer.alloc(width * height)
    .fill(255, 0, width * (height >> 1))
    .toString('base64')
}

/** Runs in the page: its segmenters' workers start when they are shown a picture that nobody has seen. */
function standInForSegmenters() {
  const memory = window as unknown as {
    recallSubject(picture: string): Promise<string | null>
    keepSubject(picture: string, coverage: string): Promise<void>
  }

  /** Names the pixels, and the size that the coverage is wanted in. */
  async function nameOf({ image, size }: SegmenterCommand & { type: 'segment' }): Promise<string> {
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
    return `${size.width}x${size.height}-${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }

  function standIn(start: () => Worker) {
    let worker: Worker | null = null
    let greeting: SegmenterCommand | null = null
    let newestJob = 0
    /** The pictures that the worker looks at, by job. */
    const unknown = new Map<number, string>()
    const port: Pick<Worker, 'onmessage' | 'onerror' | 'onmessageerror' | 'postMessage' | 'terminate'> = {
      onmessage: null,
      onerror: null,
      onmessageerror: null,
      postMessage(message: SegmenterCommand) {
        if (message.type === 'start') greeting = message
        else if (message.type === 'segment')
          void segment(message) // whoever waits for its answer sees that it fails
        else if (message.type === 'measure' && !worker)
          answer({ type: 'memory', memory: { backend: null, tensors: 0, bytes: 0, bytesInGpu: 0 } })
        else worker?.postMessage(message)
        if (message.type === 'abort' && message.job === newestJob) newestJob = 0
      },
      terminate() {
        newestJob = 0
        worker?.terminate()
      },
    }
    const answer = (data: SegmenterMessage) =>
      port.onmessage?.call(port as Worker, new MessageEvent('message', { data }))

    async function segment(message: SegmenterCommand & { type: 'segment' }) {
      const { job, image } = message
      newestJob = job
      const picture = await nameOf(message)
      const known = await memory.recallSubject(picture)
      if (job !== newestJob) return image.close()
      if (known === null) {
        unknown.set(job, picture)
        return begun().postMessage(message, [image])
      }
      image.close()
      const coverage = Uint8Array.from(atob(known), (letter) => letter.charCodeAt(0))
      answer({ type: 'done', job, coverage, backend: 'webgl' }) // it needs no fresh worker
    }

    function begun(): Worker {
      if (worker) return worker
      worker = start()
      worker.onerror = (event) => port.onerror?.call(worker!, event)
      worker.onmessageerror = (event) => port.onmessageerror?.call(worker!, event)
      worker.onmessage = ({ data }: MessageEvent<SegmenterMessage>) => {
        const picture = data.type === 'done' && unknown.get(data.job)
        if (picture) void memory.keepSubject(picture, textOf(data.coverage))
        answer(data)
      }
      worker.postMessage(greeting)
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
