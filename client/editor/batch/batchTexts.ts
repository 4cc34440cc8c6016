/** Texts of the queue, English; translated when shown. */
import { t } from '../../kit/i18n/translate.ts'
import type { ExportError } from '../../media/exporter/formats/format.ts'
import type { ImportError } from '../../media/importer/importer.ts'
import { DOWNLOAD_ERRORS, IMPORT_ERRORS, NOT_ANALYZED, UNEXPECTED } from '../flows/messages.ts'
import type { BatchItem } from '../storage/batchStore.ts'
import type { BatchNotice } from './state.ts'

/** Question before the queue is emptied. */
export const CONFIRM_EMPTY = {
  title: 'Empty the queue?',
  text: 'The photos are removed from the queue. Your files stay.',
  confirm: 'Empty queue',
  cancel: 'Keep photos',
} as const

/** The sentence of each notice. English; translated when shown. */
export const NOTICES: Record<BatchNotice, string> = {
  'image-limit': 'Your plan allows no more photos. The others wait here.',
  'design-lost': 'This design is not on this device any more.',
  full: 'This device has no room left. What was added before is kept.',
  'not-stored': UNEXPECTED.description,
  'no-credits': 'You have no credits left. The pictures that were paid for are exported.',
  'not-counted': 'The credits could not be counted. Nothing is lost: try again.',
  'altered-pixels': 'This browser alters the picture',
  'not-written': 'The pictures could not be written. Nothing is lost: try again.',
  delivered: 'Export complete!',
}

const textOf = (shown: (typeof IMPORT_ERRORS)[ImportError]) =>
  shown.as === 'nothing' ? UNEXPECTED.description : shown.text

/** Why there is no picture of a photo, by the codes of the renderer and of the queue. */
const ERRORS: Readonly<Record<string, string>> = {
  'unsupported-type': textOf(IMPORT_ERRORS['unsupported-type']),
  'photo-too-large': textOf(IMPORT_ERRORS['too-large']),
  'decode-failed': 'This file is damaged or no image.',
  'heic-failed': 'This browser cannot open this HEIC photo.',
  'heic-declined': 'The photo was not converted from HEIC.',
  empty: 'This file is empty.',
  unreadable: 'The file cannot be read any more.',
  'no-room': 'This device has no room left',
  'model-unavailable': NOT_ANALYZED,
  'out-of-memory': NOT_ANALYZED,
  'no-subject': textOf(DOWNLOAD_ERRORS['no-subject' satisfies ExportError]),
  'picture-too-large': 'The picture is too large for this format here. Choose a smaller size or another format.',
}

/** Returns what there is to say of a photo, in the language on screen. */
export function stateText({ state, error, subject }: BatchItem): string {
  if (state === 'failed') return t(ERRORS[error ?? ''] ?? UNEXPECTED.description)
  if (state === 'opened') return t('Opened in the editor')
  if (state === 'waiting') return t('Waiting')
  if (subject === 'none') return t('No subject found')
  return subject === 'unsure' ? t('Check the subject') : t('Ready')
}
