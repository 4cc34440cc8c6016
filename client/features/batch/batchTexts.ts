/** Messages and errors of the batch, in English. They are translated when they are shown. */

import { DOWNLOAD_ERRORS, IMPORT_ERRORS, NOT_ANALYZED, UNEXPECTED } from '#client/editor/flows/messages.ts'
import type { BatchItem } from '#client/editor/storage/batchStore.ts'
import { formatList, locale } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { scriptName } from '#client/layers/text/missingScripts.ts'
import type { ImportError } from '#client/media/importer/importer.ts'
import type { TableErrorCode } from '#server/contract/tables/tableText.ts'
import { TEMPLATE_LOST } from '../templates/templateMessages.ts'
import { type BatchError, isTextUpdate, lacksFont } from './items.ts'
import type { TableWords } from './readWords.ts'

export const CONFIRM_EMPTY = {
  title: 'Clear the batch?',
  text: 'The photos will be removed from the batch. Your files aren’t affected.',
  confirm: 'Clear batch',
  cancel: 'Cancel',
} as const

export const CONFIRM_CLOSE = {
  title: 'Close Batch edit?',
  text: 'Some photos haven’t been added yet. If you close Batch edit now, they’ll be left out.',
  confirm: 'Close',
  cancel: 'Keep editing',
} as const

/** The text of each notice about the whole batch. */
export const NOTICES = {
  'image-limit': 'You’ve reached your plan’s photo limit. Upgrade to process the rest.',
  'template-lost': TEMPLATE_LOST.title,
  full: 'Not enough storage on this device. Photos you’ve already added are saved.',
  'not-stored': UNEXPECTED.description,
  /** An unexpected error has stopped the processing. */
  failed: UNEXPECTED.description,
  /** The export stopped early because no credits are left. */
  'no-credits': 'You’re out of credits. The images you’ve paid for were exported.',
  /** The export stopped early because the server did not respond. */
  'not-counted': 'We couldn’t check your credits. You won’t be charged twice. Please try again.',
  'no-words':
    'No text was added. Name the columns as shown in this table, or paste the cells in the same order as the photos.',
  'altered-pixels': 'Your browser is altering images',
  'not-written': 'Failed to save the images. You haven’t lost any credits. Please try again.',
  /** At least one image was delivered, but other photos were still being processed when the export began. */
  'delivered-part': 'The photos that were ready have been exported. Export again when the others are ready.',
}

/** A notice with translated text. It says that rows of a table weren't used, or that images were delivered. */
export interface WordedNotice {
  code: TableErrorCode | 'no-words' | 'unused-rows' | 'delivered'
  text: string
}

/** Maximum number of names in a notice. */
const MAX_NAMES = 5

/** Returns a list in the interface language, with at most `MAX_NAMES` items. */
export const listOf = (all: readonly string[]): string =>
  all.length > MAX_NAMES ? `${formatList(all.slice(0, MAX_NAMES - 1))} …` : formatList(all)

/** Returns the text about the rows of a table that weren't used, in the interface language. Empty if all were used. */
export function unusedRowsText({ unmatched, repeated }: Pick<TableWords, 'unmatched' | 'repeated'>): string {
  const named = unmatched.filter((name) => name !== '')
  return [
    ...(repeated.length > 0
      ? [t('Several rows are for {names}. Each photo uses only one row.', { names: listOf(repeated) })]
      : []),
    ...(named.length < unmatched.length ? [t('Rows without a photo weren’t used.')] : []),
    ...(named.length > 0
      ? [t('These photos aren’t in the batch, so their rows weren’t used: {names}', { names: listOf(named) })]
      : []),
  ].join(' ')
}

const textOf = (shown: (typeof IMPORT_ERRORS)[ImportError]) =>
  shown.as === 'nothing' ? UNEXPECTED.description : shown.text

/** The text about a photo without an image. `isFinal`: a retry would fail again. */
interface ErrorEntry {
  text: string
  isFinal?: true
}

const UNKNOWN: ErrorEntry = { text: UNEXPECTED.description }

const ERRORS: Readonly<Record<BatchError, ErrorEntry>> = {
  'unsupported-type': { text: textOf(IMPORT_ERRORS['unsupported-type']), isFinal: true },
  'wrong-content': { text: textOf(IMPORT_ERRORS['unsupported-type']), isFinal: true },
  'photo-too-large': { text: 'This photo is too large. Choose a photo of up to 50 megapixels.', isFinal: true },
  'decode-failed': { text: 'This file is damaged. Export it again, or remove it from the batch.' },
  'heic-failed': { text: 'Your browser can’t open this HEIC photo. Convert it to JPEG first.' },
  'heic-declined': { text: 'HEIC photo not converted. Retry to convert it.' },
  empty: { text: 'This file is empty.', isFinal: true },
  unreadable: { text: 'Can’t read this file. Add it again.', isFinal: true },
  'no-room': { text: 'Not enough storage on this device' },
  'model-unavailable': { text: NOT_ANALYZED },
  'out-of-memory': { text: NOT_ANALYZED },
  'no-subject': { text: textOf(DOWNLOAD_ERRORS['no-subject']) },
  'no-encoder': { text: textOf(DOWNLOAD_ERRORS['no-encoder']) },
  'picture-too-large': { text: 'This image is too large for this format. Choose a smaller size or another format.' },
  'no-image': UNKNOWN,
  'context-lost': UNKNOWN,
  'encode-failed': UNKNOWN,
  'template-lost': UNKNOWN,
  'not-stored': UNKNOWN,
  aborted: UNKNOWN,
}

/** Returns the entry of a stored code. Another version of the editor may have stored a code that isn't known here. */
const entryOf = (code: string | null): ErrorEntry => ERRORS[code as BatchError] ?? UNKNOWN

/** Returns true if the photo has failed and a retry may succeed. */
export const isRetryable = ({ state, error }: Pick<BatchItem, 'state' | 'error'>): boolean =>
  state === 'failed' && error !== null && !entryOf(error).isFinal

/** Returns the text about a photo's state, in the interface language. */
export function stateText(item: BatchItem): string {
  const { state, error, subject, hidesText, missingScripts = [] } = item
  if (state === 'failed') return t(entryOf(error).text)
  if (state === 'opened') return t('Opened in the editor')
  if (state === 'waiting') return isTextUpdate(item) ? t('Waiting to update') : t('Waiting')
  if (subject === 'none') return t('No subject found')
  if (subject === 'unsure') return t('Review subject')
  if (hidesText) return t('Text hidden by the subject')
  return lacksFont(item) ? t('No font for {scripts}', { scripts: scriptList(missingScripts) }) : t('Ready')
}

/** Returns the text about the photo that is being processed, in the interface language. */
export const workText = (item: BatchItem): string => (isTextUpdate(item) ? t('Updating text…') : t('Processing...'))

/** Returns the script names, translated and joined to a list in the interface language. */
export const scriptList = (scripts: readonly string[]): string =>
  formatList(scripts.map((script) => scriptName(script, locale())))
