/** Pure functions on the record of a photo in a batch. */

import {
  type BatchChange,
  type BatchItem,
  type BatchRecord,
  type BatchTemplate,
  type Columns,
  pictureFileName,
} from '#client/editor/storage/batchStore.ts'
import type { ComposeError } from '#client/engine/photoRenderer.ts'
import type { TextField } from '#client/engine/template/withTexts.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import type { ExportError } from '#client/media/exporter/formats/format.ts'
import { isAccepted } from '#client/media/file/sniff.ts'
import { PHOTO_LIMITS } from '#client/media/importer/importer.ts'
import { placeholdersIn } from '#server/contract/tables/placeholders.ts'

/** The reasons why a photo of the batch has no image. `ERRORS` in `batchTexts.ts` has their messages. */
export type BatchError =
  | Exclude<ComposeError | ExportError, 'too-large'>
  /** The photo exceeds `PHOTO_LIMITS`. */
  | 'photo-too-large'
  /** The image is too large for the format of the export. */
  | 'picture-too-large'
  /** The file has no bytes. */
  | 'empty'
  /** The template can't be read. */
  | 'template-lost'
  /** The storage quota is exhausted. */
  | 'no-room'
  /** This window can't store the image. */
  | 'not-stored'

/**
 * Returns the record of a new photo, which is waiting, unpaid and undelivered. `newKey` returns a new idempotency key.
 * The record gets two keys: for spending the credit, and for counting the photo.
 */
export const newItem = (
  photo: Pick<BatchItem, 'id' | 'owner' | 'place' | 'name'>,
  newKey: () => string,
): BatchItem => ({
  ...photo,
  state: 'waiting',
  error: null,
  subject: null,
  matte: null,
  thumbnail: null,
  picture: null,
  creditKey: newKey(),
  payment: 'none',
  delivered: null,
  countKey: newKey(),
  isCounted: false,
})

/**
 * Returns the text of a photo. A field that is empty for the photo has the text for all photos. If both are empty, the
 * template's text remains.
 */
export const columnsOf = (record: Pick<BatchRecord, 'texts'>, item: Pick<BatchItem, 'texts'>): Columns =>
  Object.fromEntries(
    [record.texts, item.texts].flatMap((texts) => Object.entries(texts ?? {}).filter(([, text]) => text)),
  )

/**
 * Returns the values of placeholders for a photo: its text by column, and `n`, its place in the batch, which
 * doesn't change when other photos are removed. A column of the batch without text for the photo is ''.
 */
export const placeholdersOf = (record: BatchRecord, item: BatchItem): Columns => ({
  ...filledColumns(record, item),
  n: String(item.place),
})

/** Returns the columns with text, and '' for each other column whose placeholder a text layer contains. */
function filledColumns(record: BatchRecord, item: BatchItem): Columns {
  const texts = columnsOf(record, item)
  const words = [...(record.design?.fields ?? []).map(({ words }) => words), ...Object.values(texts)]
  const used = new Set(words.flatMap(placeholdersIn))
  const columns = Object.keys({ ...record.texts, ...item.texts }).filter((name) => used.has(name.toLowerCase()))
  return { ...Object.fromEntries(columns.map((name) => [name, ''])), ...texts }
}

/** Returns the fields whose sample text is in at least one image, because neither the photo nor the batch has text. */
export function sampleFields({ record, items }: { record: BatchRecord; items: readonly BatchItem[] }): TextField[] {
  const { kind, fields = [] } = record.design ?? {}
  const texts = items
    .filter(({ state }) => state === 'waiting' || state === 'done')
    .map((item) => columnsOf(record, item))
  return fields.filter(
    ({ key, words, isSample = kind === 'ours' }) =>
      isSample && /[\p{L}\p{N}]/u.test(words) && texts.some((each) => !each[key]),
  )
}

export const markFailed = (item: BatchItem, error: BatchError): BatchItem => ({ ...item, state: 'failed', error })

/** Returns the item in the state 'waiting'. Its segmentation and credit don't change. */
export const markWaiting = (item: BatchItem): BatchItem => ({ ...item, state: 'waiting', error: null })

/**
 * Returns the item for another template, which makes a new image that costs another credit. A credit that hasn't paid
 * for a delivered file pays for the new image. The state doesn't change if the photo can't be opened or has its own
 * project.
 */
export function resetForTemplate(item: BatchItem, newKey: () => string): BatchItem {
  const next: BatchItem = { ...clearPayment(item, newKey), thumbnail: null, picture: null }
  return item.state === 'opened' || (item.state === 'failed' && item.subject === null) ? next : markWaiting(next)
}

/**
 * Returns the record with the changed text, and the items whose text differs, reset by `resetForTemplate`. `changes`:
 * text by photo id; the key '' stands for all photos. The old thumbnail is shown until a new thumbnail is made.
 */
export function rewriteBatch(
  before: { record: BatchRecord; items: readonly BatchItem[] },
  changes: ReadonlyMap<string, Columns>,
  newKey: () => string,
): { record: BatchRecord; items: BatchItem[] } {
  // the record has all columns, because a photo without text for a column doesn't show the column's placeholder
  const columns = Object.fromEntries([...changes.values()].flatMap(Object.keys).map((name) => [name, '']))
  const record = { ...before.record, texts: { ...columns, ...before.record.texts, ...changes.get('') } }
  const items = before.items.flatMap((item) => {
    const next = { ...item, texts: { ...item.texts, ...changes.get(item.id) } }
    const isSame = isEqual(filledColumns(before.record, item), filledColumns(record, next))
    return isSame ? [] : [{ ...resetForTemplate(next, newKey), thumbnail: item.thumbnail }]
  })
  return { record, items }
}

/** Returns true for equal templates. Ignores the language, because templates stored by older versions have none. */
export const isSameTemplate = (a: BatchTemplate, b: BatchTemplate | null): boolean =>
  b !== null && isEqual({ ...a, language: null }, { ...b, language: null })

/**
 * Returns a change that stores the language of a built-in template's text. If the previews have the text in a different
 * language, the change also makes their images again. The images don't cost another credit. Returns null if the
 * language is already stored. Older versions stored no language; their images stay valid.
 */
export function retranslate(
  { record, items }: { record: BatchRecord; items: readonly BatchItem[] },
  language: string,
): Pick<Required<BatchChange>, 'record' | 'items' | 'removedFiles'> | null {
  const { design } = record
  if (design?.kind !== 'ours' || design.language === language) return null
  const isTranslated = ({ state, ...item }: BatchItem) => {
    const texts = columnsOf(record, item)
    return state === 'done' && !design.fields?.every(({ key }) => texts[key])
  }
  const changed = design.language === undefined ? [] : items.filter(isTranslated)
  return {
    record: { ...record, design: { ...design, language } },
    items: changed.map((item) => ({ ...markWaiting(item), picture: null })),
    removedFiles: changed.map(({ id }) => pictureFileName(id)),
  }
}

/**
 * Returns the item for an export with these settings. If the image was delivered with other settings, the item gets a
 * new credit key, because another file costs another credit.
 */
export const prepareCharge = (item: BatchItem, settings: string, newKey: () => string): BatchItem =>
  item.delivered === settings ? item : clearPayment(item, newKey)

const clearPayment = (item: BatchItem, newKey: () => string): BatchItem =>
  item.payment === 'delivered' ? { ...item, payment: 'none', delivered: null, creditKey: newKey() } : item

export const exportedItems = (items: readonly BatchItem[]): BatchItem[] => items.filter(({ state }) => state === 'done')

type Spare = Pick<BatchRecord, 'spareKeys'>

/** Returns the number of credits that an export with these settings costs in a plan with limited credits. */
export function creditsFor(items: readonly BatchItem[], { spareKeys }: Spare, settings: string): number {
  const isCharged = ({ payment, delivered }: BatchItem) =>
    payment === 'none' || (payment === 'delivered' && delivered !== settings)
  return Math.max(0, exportedItems(items).filter(isCharged).length - spareKeys.length)
}

/** Returns true if a credit may have been spent on an image that isn't delivered yet. */
export const isOwed = (items: readonly BatchItem[], { spareKeys }: Spare): boolean =>
  spareKeys.length > 0 || keysToSpare(items).length > 0

/** Returns the credit keys of items that are being removed. These keys can pay for other images. */
export const keysToSpare = (items: readonly BatchItem[]): string[] =>
  items.filter(({ payment }) => payment === 'requested').map(({ creditKey }) => creditKey)

/**
 * Counts the items by the action that is possible for them. `unsure`: finished photos whose subject or text the
 * user should check.
 */
export function countItems(items: readonly BatchItem[]) {
  const of = (isIt: (item: BatchItem) => boolean) => items.filter(isIt).length
  return {
    total: items.length,
    done: of(({ state }) => state === 'done'),
    unsure: of(isUnsure),
    failed: of(({ state }) => state === 'failed'),
    waiting: of(({ state }) => state === 'waiting'),
  }
}

/** Returns true for a finished image whose subject was not found, is uncertain, or hides text. */
export const isUnsure = ({ state, subject, hidesText }: Pick<BatchItem, 'state' | 'subject' | 'hidesText'>): boolean =>
  state === 'done' && (subject === 'unsure' || subject === 'none' || hidesText === true)

/** Returns true for a waiting photo whose preview is complete except for changed text. */
export const isTextUpdate = ({ state, subject, thumbnail }: Pick<BatchItem, 'state' | 'subject' | 'thumbnail'>) =>
  state === 'waiting' && subject !== null && thumbnail !== null

/** Returns true for a finished image with letters that no font on the device supports. */
export const lacksFont = ({ state, missingScripts }: Pick<BatchItem, 'state' | 'missingScripts'>): boolean =>
  state === 'done' && missingScripts !== undefined && missingScripts.length > 0

/**
 * Returns the item as waiting if its letters lacked a font, so that the image is made again with the font. Otherwise
 * returns the same item.
 */
export const recheckFonts = (item: BatchItem): BatchItem =>
  lacksFont(item) ? { ...markWaiting(item), picture: null } : item

/** Returns the name if it isn't taken. Otherwise adds the first unused number before the extension: `a (2).png`. */
export async function freeName(name: string, isTaken: (name: string) => boolean | Promise<boolean>): Promise<string> {
  let free = name
  for (let n = 2; await isTaken(free); n++) free = numbered(name, n)
  return free
}

export const numbered = (name: string, n: number): string => name.replace(/(\.[^.]*)?$/, ` (${n})$1`)

/** Returns the reason why the batch rejects a file, or null if it accepts the file. */
export function rejection(file: File): BatchError | null {
  if (!isAccepted(file)) return 'unsupported-type'
  if (file.size === 0) return 'empty'
  return file.size > PHOTO_LIMITS.maxBytes ? 'photo-too-large' : null
}
