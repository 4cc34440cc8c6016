import type { DBSchema, IDBPDatabase } from 'idb'
import type { TextField } from '#client/engine/template/withTexts.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { SubjectState } from '#server/contract/render.ts'
import { connect, createFileWriter, inTransaction, type Stored, toBlob } from './connection.ts'

/**
 * A photo of the batch. The item and its files are written in one transaction. If the browser terminates the tab, the
 * stored state is therefore either the state before or after a step.
 */
export interface BatchItem {
  id: string
  /** Id of the account that owns the batch. */
  owner: string
  /** Position in the batch. Items are shown and processed in this order. */
  place: number
  /** File name of the photo. */
  name: string
  /** `opened`: the photo was opened as a project, so the batch doesn't export it. */
  state: 'waiting' | 'done' | 'failed' | 'opened'
  /** Error code in the state 'failed', otherwise null. */
  error: string | null
  /** How certain the found subject is. Null if the photo isn't segmented yet. */
  subject: SubjectState | null
  /** Size (px) of the stored matte and the network that made it. Null if there is no matte. */
  matte: (Size & { model: string }) | null
  /** The thumbnail, as a data URL. */
  thumbnail: string | null
  /** Scripts in the text that no font on the device supports, as `missingScripts` returns them. */
  missingScripts?: readonly string[]
  /** True if the subject hides more than half of a text layer. */
  hidesText?: boolean
  /**
   * The settings of the stored image, serialized. Null if no image is stored. The image is deleted after its export.
   */
  picture: string | null
  /** Idempotency key for the image's credit. */
  creditKey: string
  /** `requested`: the credit may have been spent, but no file was delivered for it. */
  payment: 'none' | 'requested' | 'delivered'
  /**
   * The settings of the last delivered image, serialized. Exporting again with these settings is free. Null if no image
   * was delivered.
   */
  delivered: string | null
  /** Idempotency key for counting the photo toward the plan's limit. */
  countKey: string
  isCounted: boolean
  /** Text and placeholder values for this photo, by column. */
  texts?: Columns
}

/**
 * Text by the role of its text layer (`TextField.key`), and values of placeholders such as `{name}` by their names. If
 * a value is '', the template's text is used. A space leaves the text out.
 */
export type Columns = Readonly<Record<string, string>>

/**
 * A template of a batch. `ours`: id of a built-in template (an older term that stored batches contain). `file`: a
 * stored project file.
 */
export interface BatchTemplate {
  kind: 'ours' | 'file'
  id: string
  name: string
  fields?: readonly TextField[]
  /** The open document whose layers were copied, as `designOf` returns it. */
  source?: DocumentSnapshot
  /** Interface language of the previews. A built-in template has its text in this language. */
  language?: string
}

/** The data shared by all photos in an account's batch. */
export interface BatchRecord {
  owner: string
  /** The chosen template, or null. The name `design` is an older term that stored batches contain. */
  design: BatchTemplate | null
  /** Text for all photos. If absent, the template's text is used. */
  texts?: Columns
  /** The export settings. Not validated. */
  settings: Readonly<Record<string, unknown>>
  isPaused: boolean
  /**
   * Keys of credits that may have been spent on photos that were later removed or opened in the editor. These credits
   * can pay for other images.
   */
  spareKeys: readonly string[]
}

/** A change to a stored batch. All its parts are written in one transaction. */
export interface BatchChange {
  /** Replaces the account's batch. */
  record?: BatchRecord
  /** Items to add. A stored item with the same id is replaced. */
  items?: readonly BatchItem[]
  /** Names of files to delete. */
  removedFiles?: readonly string[]
  /** Ids of items to delete, with all their files. */
  removedItems?: readonly string[]
  /** Files to store, by name. */
  files?: ReadonlyMap<string, Blob>
}

/**
 * `full`: the storage quota is exhausted. `unreadable`: a file was moved or deleted. `unavailable`: this window can't
 * store data.
 */
export type BatchStoreError = 'full' | 'unreadable' | 'unavailable'

/** Returns the name of the file that contains an item's photo. */
export const photoFileName = (id: string): string => `${id}/photo`
/** Returns the name of the file that contains an item's matte: one coverage byte per px, deflated. */
export const matteFileName = (id: string): string => `${id}/matte`
/** Returns the name of the file that contains an item's exported image. */
export const pictureFileName = (id: string): string => `${id}/picture`
/**
 * Returns the name of the file that contains the template of an account's batch. The name "design" is an older term for
 * a template.
 */
export const templateFileName = (owner: string): string => `${owner}/design`

const filesOf = (id: string) => [photoFileName(id), matteFileName(id), pictureFileName(id)]

/** The stored batches, one per account. The methods never reject. */
export interface BatchStore {
  /** Resolves with false if this window can't store data. */
  isAvailable(): Promise<boolean>
  /** Resolves with an account's batch and its items in order. Empty if no batch is stored or reading fails. */
  read(owner: string): Promise<{ record: BatchRecord | null; items: BatchItem[] }>
  /** Resolves with a stored file, or null if it doesn't exist. */
  file(name: string): Promise<Blob | null>
  /** Writes the change in one transaction. If the write fails, the store doesn't change. */
  write(change: BatchChange): Promise<Result<void, BatchStoreError>>
  /** Resolves with the accounts that own a stored batch with photos. */
  list(): Promise<{ owner: string }[]>
  /** Deletes an account's batch with its items and files. */
  removeOwnedBy(owner: string): Promise<void>
}

interface Schema extends DBSchema {
  queues: { key: string; value: BatchRecord }
  items: { key: string; value: BatchItem }
  files: { key: string; value: Stored }
}

const createStores = (db: IDBPDatabase<Schema>) => {
  db.createObjectStore('queues', { keyPath: 'owner' })
  db.createObjectStore('items', { keyPath: 'id' })
  db.createObjectStore('files')
}

export function createBatchStore(name = 'midground-batch'): BatchStore {
  const { open, attempt } = connect(name, createStores, 'the batch cannot be read')
  const writeFiles = createFileWriter()

  async function write(change: BatchChange): Promise<Result<void, BatchStoreError>> {
    try {
      await writeFiles(change.files ?? new Map(), async (stored) => put(await open(), change, stored))
      return ok(undefined)
    } catch (error) {
      console.warn('the batch was not saved', error)
      return err(errorOf(error))
    }
  }

  const read = (owner: string) =>
    attempt(
      async (db) => {
        const tx = db.transaction(['queues', 'items'])
        const [record, items] = await Promise.all([
          tx.objectStore('queues').get(owner),
          tx.objectStore('items').getAll(),
        ])
        return { record: record ?? null, items: ownedBy(owner, items) }
      },
      { record: null, items: [] },
    )

  return {
    isAvailable: () => attempt(async () => true, false),
    read,
    file: (file) =>
      attempt(async (db) => {
        const stored = await db.get('files', file)
        return stored ? toBlob(stored) : null
      }, null),
    write,
    list: () => attempt(async (db) => ownersOf(await db.getAll('items')), []),
    async removeOwnedBy(owner) {
      await write(removalOf(owner, (await read(owner)).items))
      await attempt((db) => db.delete('queues', owner), undefined)
    },
  }
}

const ownedBy = (owner: string, items: readonly BatchItem[]) =>
  items.filter((item) => item.owner === owner).sort((a, b) => a.place - b.place)

const removalOf = (owner: string, items: readonly BatchItem[]): BatchChange => ({
  removedItems: items.map(({ id }) => id),
  removedFiles: [templateFileName(owner)],
})

const ownersOf = (items: readonly BatchItem[]) =>
  [...new Set(items.map(({ owner }) => owner))].map((owner) => ({ owner }))

async function put(
  db: IDBPDatabase<Schema>,
  { record, items = [], removedFiles = [], removedItems = [] }: BatchChange,
  files: ReadonlyMap<string, Stored>,
): Promise<void> {
  const tx = db.transaction(['queues', 'items', 'files'], 'readwrite')
  const store = tx.objectStore('files')
  await inTransaction(tx, async () => {
    if (record) await tx.objectStore('queues').put(record)
    for (const item of items) await tx.objectStore('items').put(item)
    for (const id of removedItems) await tx.objectStore('items').delete(id)
    for (const name of [...removedFiles, ...removedItems.flatMap(filesOf)]) await store.delete(name)
    for (const [name, stored] of files) await store.put(stored, name)
  })
}

function errorOf(error: unknown): BatchStoreError {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'QuotaExceededError') return 'full'
  return ['NotReadableError', 'NotFoundError', 'DataError'].includes(name) ? 'unreadable' : 'unavailable'
}

/** Creates an in-memory store for windows that can't store data. */
export function createMemoryBatchStore(): BatchStore {
  const queues = new Map<string, BatchRecord>()
  const items = new Map<string, BatchItem>()
  const files = new Map<string, Blob>()
  const own = (owner: string) => ownedBy(owner, [...items.values()])
  async function write(change: BatchChange): Promise<Result<void, BatchStoreError>> {
    const { record, removedFiles = [], removedItems = [] } = change
    if (record) queues.set(record.owner, record)
    for (const item of change.items ?? []) items.set(item.id, item)
    for (const id of removedItems) items.delete(id)
    for (const name of [...removedFiles, ...removedItems.flatMap(filesOf)]) files.delete(name)
    for (const [name, file] of change.files ?? []) files.set(name, file)
    return ok(undefined)
  }
  return {
    isAvailable: async () => true,
    read: async (owner) => ({ record: queues.get(owner) ?? null, items: own(owner) }),
    file: async (name) => files.get(name) ?? null,
    write,
    list: async () => ownersOf([...items.values()]),
    async removeOwnedBy(owner) {
      await write(removalOf(owner, own(owner)))
      queues.delete(owner)
    },
  }
}

/**
 * The page's batch store. The feature Batch doesn't contain this module, because signing out deletes the stored
 * batches, and the site's pages don't import features.
 */
export const batchStore = createBatchStore()
