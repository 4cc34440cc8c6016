/** Messages of the flows. English; translated when shown. */

import type { ProjectError } from '#client/engine/project-file/project.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { ExportError } from '#client/media/exporter/formats/format.ts'
import { anotherFormat, UNSUPPORTED_TYPE } from '#client/media/file/sniff.ts'
import type { ImportError } from '#client/media/importer/importer.ts'
import type { SegmentError } from '#client/media/segmenter/segmentationTypes.ts'

/** Status messages over the canvas. */
export const STATUS = {
  analyzing: 'Analyzing your image, please wait...',
  converting: 'Converting your photo to a compatible format...',
  ready: "All set! Let's create something beautiful!",
  removed: 'Background removed!',
  changed: 'Background changed successfully!',
  preparing: 'Preparing your masterpiece...',
  downloaded: 'Download complete!',
} as const

/** The status after the user has canceled the analysis. The specification doesn't define this text. */
export const CANCELED = 'Analysis canceled. Try again to use the tools.'

/** Duration of a completion message, ms. */
export const READY_MS = 2000

/** Duration of the message that a background was removed, ms. */
export const REMOVED_MS = 1000

export const WATERMARK_NOTE = "Watermark is for preview only and won't appear in your downloaded image."

type Detail = (name: string) => string

/** A flow's message to the user about its result. */
export type FlowMessage =
  /**
   * `detail` returns the cause and the next step for the file `name`. Alerts and toasts show this below the text of the
   * specification. `cause` is only logged to the console.
   */
  | { as: 'alert' | 'toast' | 'status'; text: string; description?: string; detail?: Detail; cause?: string }
  /** No message, because the user has chosen this result. */
  | { as: 'nothing' }

/** The toast for errors that have no specific message. */
export const UNEXPECTED = { title: 'Error', description: 'Something went wrong. Please try again.' } as const

/** The text for a file that the browser can't read (spec §8). */
export const NOT_READ = 'Failed to process image. Please try again.'
export const unreadable: Detail = (name) =>
  t('Your browser can’t read “{name}”. Check that the file still exists, then choose it again.', { name })
const notOpenable: Detail = (name) =>
  t('“{name}” is damaged, or your browser can’t open it. Convert it to JPEG, then choose the JPEG file.', { name })
const notImage: Detail = (name) =>
  t('“{name}” isn’t a JPG, PNG, WEBP or HEIC image. Save it as JPG or PNG, then choose the new file.', { name })
const damaged: Detail = (name) =>
  t('“{name}” is empty, damaged or incomplete. Export it again, or choose another file.', { name })

/** Messages for a photo that could not be imported. */
export const IMPORT_ERRORS: Record<ImportError, FlowMessage> = {
  'unsupported-type': { as: 'alert', text: UNSUPPORTED_TYPE, detail: anotherFormat },
  'heic-failed': {
    as: 'toast',
    text: 'Error processing image. Please try again.',
    detail: notOpenable,
    cause: 'Failed to convert HEIC image',
  },
  unreadable: { as: 'toast', text: NOT_READ, detail: unreadable },
  'wrong-content': { as: 'toast', text: NOT_READ, detail: notImage },
  // the text doesn't offer to try again, because a retry would fail
  'decode-failed': { as: 'toast', text: UNEXPECTED.title, detail: damaged },
  'too-large': {
    as: 'alert',
    text: 'This photo is too large',
    detail: (name) =>
      t('“{name}” is larger than 50 megapixels or 256 MB. Export it at a smaller size, or choose another photo.', {
        name,
      }),
  },
  'heic-declined': { as: 'nothing' },
  aborted: { as: 'nothing' },
}

export const NOT_ANALYZED = 'Failed to analyze image. Please try with a different image.'
export const SEGMENT_ERRORS: Record<Exclude<SegmentError, 'no-subject'>, FlowMessage> = {
  'model-unavailable': { as: 'status', text: NOT_ANALYZED },
  'out-of-memory': { as: 'status', text: NOT_ANALYZED },
  aborted: { as: 'nothing' },
}

/**
 * Messages about features that wait for a connection while the device is offline. The specification doesn't define
 * these texts.
 */
export const NEEDS_CONNECTION = {
  heic: 'Your first HEIC photo needs an internet connection. Waiting to connect…',
  font: 'This font needs an internet connection. Your text uses a different font until you’re online.',
} as const

const NOT_DOWNLOADED = 'Download failed. Please try again.'
export type DownloadError = ExportError | 'spend-offline' | 'spend-failed' | 'altered-pixels'
export const DOWNLOAD_ERRORS: Record<DownloadError, FlowMessage> = {
  'no-image': { as: 'toast', text: NOT_DOWNLOADED, cause: 'No image to download' },
  'no-subject': { as: 'toast', text: 'The subject isn’t visible. Show it or move it into the image, then try again.' },
  'too-large': {
    as: 'toast',
    text: 'This image is too large for this format',
    description: 'Choose a smaller size or another format.',
  },
  'no-encoder': { as: 'toast', text: 'Your browser can’t write this file. Choose another file format.' },
  'context-lost': { as: 'toast', text: NOT_DOWNLOADED, cause: 'Failed to get canvas context' },
  'encode-failed': { as: 'toast', text: NOT_DOWNLOADED, cause: 'Failed to create blob from canvas' },
  'spend-failed': {
    as: 'toast',
    text: NOT_DOWNLOADED,
    description:
      'The server didn’t confirm this download. Your work is saved, and trying again never costs a second credit.',
  },
  'spend-offline': {
    as: 'toast',
    text: NOT_DOWNLOADED,
    description: 'You need an internet connection to download on your plan. Your work is saved and no credit was used.',
  },
  'altered-pixels': {
    as: 'toast',
    text: 'Your browser is altering images',
    description:
      'Your browser’s fingerprinting protection adds noise to images. Allow this site to read canvas data, then try again. No credit was used.',
  },
  aborted: { as: 'nothing' },
}

/**
 * Returns the messages for an added image that could not be imported. If the file can't be opened, a toast shows
 * `shown`. Other messages are the same as for photos.
 */
export function importErrors(shown: { text: string; description?: string }): Record<ImportError, FlowMessage> {
  const toast = { as: 'toast', ...shown } as const
  return {
    ...IMPORT_ERRORS,
    'heic-failed': { ...toast, detail: notOpenable },
    unreadable: { ...toast, detail: unreadable },
    'wrong-content': { ...toast, detail: notImage },
    'decode-failed': { ...toast, detail: damaged },
  }
}

/** Messages for a background image that could not be imported. */
export const BACKGROUND_ERRORS = importErrors({ text: 'Failed to change background. Please try again.' })

/** Messages about problems that layers report. */
export const REPORTS = {
  'layer-failed': 'Something went wrong. Please try again.',
  'font-failed': 'Failed to preload font',
} as const

export const CONFIRM_UPLOAD = {
  title: 'Replace your photo?',
  text: 'You have unsaved changes. If you upload a new photo, you’ll lose them.',
  confirm: 'Discard and upload',
  cancel: 'Keep editing',
} as const

/** Confirmation shown before a new photo replaces work that is stored on this device but hasn't been downloaded. */
export const CONFIRM_UPLOAD_SAVED = {
  title: 'Replace your photo?',
  text: 'You haven’t downloaded your latest changes. They are saved in Recent projects, so you can continue later.',
  confirm: 'Upload new photo',
  cancel: 'Keep editing',
} as const

export const CONFIRM_HEIC = {
  title: 'Convert Image Format',
  text: 'This photo is in HEIC format. To edit it, convert it to JPEG. The conversion happens on your device.',
  confirm: 'Convert',
  cancel: 'Cancel',
} as const

/** The message for a project whose file could not be opened again. */
export const NOT_SAVED: FlowMessage = {
  as: 'toast',
  text: 'Failed to save project',
  detail: (name) =>
    t('“{name}” is too large for a project file. Delete images, drawings or other layers, then try again.', { name }),
}

/** The message about a project that was opened without some of its fonts. */
export const FONTS_LOST: FlowMessage = {
  as: 'toast',
  text: 'Missing font',
  detail: (names) =>
    t('Your text uses a different font, because these fonts are missing or damaged: {names}.', { names }),
}

const NOT_OPENED = 'Failed to open project'

export const PROJECT_ERRORS: Record<ProjectError, FlowMessage> = {
  'not-a-project': {
    as: 'toast',
    text: NOT_OPENED,
    detail: (name) => t('“{name}” isn’t a project. Choose a .midground file.', { name }),
  },
  damaged: {
    as: 'toast',
    text: NOT_OPENED,
    detail: (name) =>
      t('“{name}” is damaged or incomplete. Your current work hasn’t changed. Open another project.', { name }),
  },
  newer: {
    as: 'toast',
    text: NOT_OPENED,
    detail: (name) =>
      t('“{name}” was saved by a newer version of the editor. Reload the page and try again.', { name }),
  },
  'too-large': {
    as: 'toast',
    text: NOT_OPENED,
    detail: (name) => t('“{name}” is too large. Open a smaller project.', { name }),
  },
  'images-too-large': {
    as: 'toast',
    text: NOT_OPENED,
    detail: (name) => t('The images in “{name}” are too large to open. Open another project.', { name }),
  },
  aborted: { as: 'nothing' },
}
