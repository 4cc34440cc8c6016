/**
 * A batch for tests. Its renderer makes text files. Its server charges each key once. A test simulates a reload by
 * passing the store to a second batch.
 */
import { expect } from 'vitest'
import type { Allowance } from '#client/editor/flows/editorAccount.ts'
import { type BatchStore, createMemoryBatchStore } from '#client/editor/storage/batchStore.ts'
import type { ZipEntry } from '#client/engine/project-file/zip.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { Batch, type BatchDeps } from './batch.ts'
import type { BatchPhoto, BatchRenderer } from './createBatchRenderer.ts'
import type { BatchError } from './items.ts'

export const photo = (name: string, bytes = name) => new File([bytes], name, { type: 'image/jpeg' })

/** A server that counts photos and credits by idempotency key. A test can make the server lose a response. */
export class TestServer {
  readonly charged = new Set<string>()
  readonly counted = new Set<string>()
  losesAnswers = false
  private readonly credits: number | null
  private readonly photos: number | null

  constructor({ credits = null, photos = null }: Partial<Allowance> = {}) {
    this.credits = credits
    this.photos = photos
  }

  account(owed: boolean[] = []) {
    const left = (all: number | null, used: Set<string>) => (all === null ? null : all - used.size)
    const take = (all: number | null, used: Set<string>, key: string) => {
      if (!used.has(key) && left(all, used) === 0) return false
      used.add(key)
      return true
    }
    return {
      userId: () => 'anna',
      allowance: async () => ({ credits: left(this.credits, this.charged), photos: left(this.photos, this.counted) }),
      countImage: async (key: string) => (take(this.photos, this.counted, key) ? 'counted' : 'refused') as 'counted',
      spendCredit: async (key: string) => {
        const isGranted = take(this.credits, this.charged, key)
        if (this.losesAnswers) return 'unclear' as const
        return isGranted ? ('granted' as const) : ('refused' as const)
      },
      setOwed: (isOwed: boolean) => void owed.push(isOwed),
      openUpgrade: () => {},
    }
  }
}

/**
 * Renders photos to text files, and logs each request in `log`. Decoding fails for a photo named `broken`. A photo named
 * `none` has no subject. No font on the device supports the text of a photo named `khmer`. The subject hides the text of
 * a photo named `hidden`.
 */
export class TestRenderer implements BatchRenderer {
  readonly log: string[] = []
  /** names of photos that are never completely rendered */
  readonly hangs: Set<string>
  /** If true, the device has a font for Khmer. */
  hasKhmer = false
  private template = ''

  constructor(...hangs: string[]) {
    this.hangs = new Set(hangs)
  }

  async openTemplate({ id }: { id: string }, file: Blob | null) {
    this.template = file ? await file.text() : id
    return this.template !== 'lost'
  }

  async preview({ file, known, texts, onProgress }: BatchPhoto, signal: AbortSignal) {
    this.log.push(`${known ? 'compose' : 'separate'} ${file.name}`)
    onProgress?.(0.5)
    if (this.hangs.has(file.name)) return until(signal)
    if (file.name.startsWith('broken')) return err('decode-failed')
    const isEmpty = file.name.startsWith('none')
    const matte = isEmpty ? null : { width: 2, height: 1, coverage: Uint8Array.of(0, 255), model: 'test' }
    const subject = isEmpty ? 'none' : file.name.startsWith('unsure') ? 'unsure' : 'sure'
    const missingScripts = file.name.startsWith('khmer') && !this.hasKhmer ? ['Khmr'] : []
    return ok({
      thumbnail: `data:,${[this.template, ...Object.values(texts)]}`,
      subject,
      matte,
      missingScripts,
      hidesText: file.name.startsWith('hidden'),
    } as const)
  }

  async picture({ file, known }: BatchPhoto, { format }: { format: string }, signal: AbortSignal) {
    this.log.push(`export ${file.name}`)
    if (this.hangs.has(file.name)) return until(signal)
    return ok(new Blob([`${this.template} ${format} ${await file.text()} ${known?.matte?.coverage}`]))
  }

  async project({ file }: BatchPhoto) {
    return ok(new Blob([`project ${this.template} ${await file.text()}`]))
  }

  dispose() {}
}

const until = (signal: AbortSignal) =>
  new Promise<Result<never, BatchError>>((resolve) => signal.addEventListener('abort', () => resolve(err('aborted'))))

let keys = 0

/** Opens the batch as a new page does. If two batches share a `store`, they are on the same device. */
export function openBatch({
  store = createMemoryBatchStore(),
  server = new TestServer(),
  renderer = new TestRenderer(),
  owed = [] as boolean[],
  lock = async () => () => {},
  previewMs,
}: {
  store?: BatchStore
  server?: TestServer
  renderer?: TestRenderer
  owed?: boolean[]
  lock?: (owner: string, signal: AbortSignal) => Promise<() => void>
  previewMs?: BatchDeps['previewMs']
} = {}) {
  const batch = new Batch({
    store,
    account: server.account(owed),
    createRenderer: async () => renderer,
    ...(previewMs && { previewMs }),
    reconsider: () => {},
    lock,
    newKey: () => `key-${++keys}`,
    now: () => 1_795_132_800_123,
    brand: 'Midground',
    readsExactly: async () => true,
  })
  return { batch, store, server, renderer, owed }
}

export const BUILT_IN = { kind: 'ours', id: 'poster', name: 'Poster' } as const

/** Creates an export target that collects the delivered files as `name: text`. */
export function collector({
  isEach = false,
  fails = () => false,
}: {
  isEach?: boolean
  fails?(n: number): boolean
} = {}) {
  const delivered: string[] = []
  const target = {
    isEach,
    async deliver(next: () => Promise<ZipEntry | null>) {
      for (let picture = await next(); picture; picture = await next()) {
        if (fails(delivered.length)) throw new Error('disk full')
        delivered.push(`${picture.name}: ${await picture.file.text()}`)
      }
    },
  }
  return { delivered, target }
}

type Opened = ReturnType<typeof openBatch>

/** Returns 'name state' of each photo in the batch. */
export const states = ({ batch }: Opened): string[] => batch.state.items.map(({ name, state }) => `${name} ${state}`)

/** Returns the id of the photo with this file name, or '' if the batch doesn't contain it. */
export const idOf = ({ batch }: Opened, name: string): string =>
  batch.state.items.find((item) => item.name === name)?.id ?? ''

/** Resolves once no photo of the batch is being rendered. */
export const settled = ({ batch }: Opened): Promise<void> => expect.poll(() => batch.state.isRunning).toBe(false)

/** Resolves with a batch with photos that are stored and being rendered. */
export async function begun(names: readonly string[], options: Parameters<typeof openBatch>[0] = {}): Promise<Opened> {
  const opened = openBatch(options)
  await opened.batch.open()
  await opened.batch.chooseTemplate(BUILT_IN, null)
  await opened.batch.add(names.map((name) => photo(name)))
  return opened
}

/** Resolves with a batch with rendered photos. */
export async function made(names: readonly string[], options: Parameters<typeof openBatch>[0] = {}): Promise<Opened> {
  const opened = await begun(names, options)
  await settled(opened)
  return opened
}
