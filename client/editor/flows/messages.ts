import type { ExportError } from '../../media/exporter/formats/format.ts'
import type { ImportError } from '../../media/importer/importer.ts'
import type { SegmentError } from '../../media/segmenter/segmenter.ts'
import type { ProjectError } from '../storage/project.ts'
import type { StorageError } from '../storage/projectStore.ts'

/**
 * Texts of the status pill (spec §4). This file contains all texts of the flows, exactly as specified (spec §4, §5,
 * §8); English, translated when shown.
 */
export const STATUS = {
  analyzing: 'Analyzing your image, please wait...',
  converting: 'Converting your photo to a compatible format...',
  ready: "All set! Let's create something beautiful!",
  removed: 'Background removed!',
  changed: 'Background changed successfully!',
  preparing: 'Preparing your masterpiece...',
  downloaded: 'Download complete!',
} as const

/** Our own text: the user has cancelled a separation. */
export const CANCELLED = 'Analysis cancelled. The tools need to know the subject.'

/** How long a completion message is shown, ms (spec §9). */
export const READY_MS = 2000

/** How long the message about a removed background is shown, ms (spec §9). */
export const REMOVED_MS = 1000

/** The note under the preview about its watermark. */
export const WATERMARK_NOTE = "Watermark is for preview only and won't appear in your downloaded image."

/** How a flow's result is shown to the user. */
export type FlowMessage =
  /** `cause` is logged to the console and not shown (spec §8). */
  | { as: 'alert' | 'toast' | 'status'; text: string; description?: string; cause?: string }
  /** The user chose this result: nothing is shown. */
  | { as: 'nothing' }

/** Messages for a photo that cannot be imported. */
export const IMPORT_ERRORS: Record<ImportError, FlowMessage> = {
  'unsupported-type': { as: 'alert', text: 'Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)' },
  'heic-failed': {
    as: 'toast',
    text: 'Error processing image. Please try again.',
    cause: 'Failed to convert HEIC image',
  },
  'decode-failed': { as: 'toast', text: 'Failed to process image. Please try again.' },
  'too-large': { as: 'alert', text: 'This photo is too large. Photos up to 50 megapixels can be edited.' },
  'heic-declined': { as: 'nothing' },
  aborted: { as: 'nothing' },
}

/** The message for a photo that cannot be separated. */
export const NOT_ANALYZED = 'Failed to analyze image. Please try with a different image.'
/** Messages for a separation that fails. */
export const SEGMENT_ERRORS: Record<SegmentError, FlowMessage> = {
  'model-unavailable': { as: 'status', text: NOT_ANALYZED },
  'no-subject': { as: 'status', text: NOT_ANALYZED },
  'out-of-memory': { as: 'status', text: NOT_ANALYZED },
  aborted: { as: 'nothing' },
}

/** Our own: what is missing while the device is offline. */
export const NEEDS_CONNECTION = {
  heic: 'Opening a HEIC photo for the first time needs a connection. Waiting for it...',
  font: 'This font needs a connection. Until then the text is shown in another one.',
} as const

/** Our own texts for choosing the subject. */
export const CHOOSE = {
  drawing: 'Choosing the subject...',
  notDrawn: 'The subject could not be chosen. Please try again.',
  nobody: 'Nobody was found in this photo.',
} as const

/** Texts of the flow that lifts objects. */
export const LIFT = {
  lifting: 'Lifting the object...',
  notLifted: 'The object could not be lifted. Please try again.',
  nothing: 'Nothing was found here that can be lifted.',
  full: 'There can be no more layers of this kind.',
} as const

/** The question above the thumbnails of the possible subjects. */
export const WHICH_SUBJECT = 'Which is your subject?'
/** Our own text of the toast after an uncertain separation that has no other reading to offer. */
export const UNSURE = {
  title: 'Is this the right subject?',
  description: 'This photo may have another subject.',
  action: 'Choose another',
} as const

const NOT_DOWNLOADED = 'Download failed. Please try again.'
/** Why an export failed. */
export type DownloadError = ExportError | 'spend-failed' | 'altered-pixels'
/** Messages for exports that fail. */
export const DOWNLOAD_ERRORS: Record<DownloadError, FlowMessage> = {
  'no-image': { as: 'toast', text: NOT_DOWNLOADED, cause: 'No image to download' },
  'no-subject': { as: 'toast', text: 'There is no subject to be seen in this picture.' },
  'too-large': {
    as: 'toast',
    text: 'The picture is too large for this format',
    description: 'Choose a smaller size or another format.',
  },
  'context-lost': { as: 'toast', text: NOT_DOWNLOADED, cause: 'Failed to get canvas context' },
  'encode-failed': { as: 'toast', text: NOT_DOWNLOADED, cause: 'Failed to create blob from canvas' },
  'spend-failed': {
    as: 'toast',
    text: NOT_DOWNLOADED,
    description: 'Downloads on your plan need a connection to be counted. Your work is kept and no credit is lost.',
  },
  'altered-pixels': {
    as: 'toast',
    text: 'This browser alters the picture',
    description:
      'Its protection against fingerprinting adds noise to what leaves the page. Allow this site to read its canvases, then try again. No credit was used.',
  },
  aborted: { as: 'nothing' },
}

/** Our own texts for the clipboard and the share sheet. */
export const EXPORT = {
  copied: 'Copied to the clipboard!',
  shared: 'Shared!',
  notCopied: { as: 'toast', text: 'The picture could not be copied. Please try again.' },
  notShared: { as: 'toast', text: 'The picture could not be shared. Please try again.' },
} as const

/** Question before the share sheet when the last click is too long ago for the browser. */
export const CONFIRM_SHARE = {
  title: 'Your picture is ready',
  text: 'Choose where to send it.',
  confirm: 'Share',
  cancel: 'Cancel',
} as const

const NOT_CHANGED = { as: 'toast', text: 'Failed to change background. Please try again.' } as const
/** Messages for a background image: faults of the file as for a photo, the others as in spec §8. */
export const BACKGROUND_ERRORS: Record<ImportError, FlowMessage> = {
  ...IMPORT_ERRORS,
  'heic-failed': NOT_CHANGED,
  'decode-failed': NOT_CHANGED,
}

/** Texts of Image Overlay (spec §5, §8). */
export const OVERLAY = {
  tooMany: 'Maximum of 2 images allowed',
  tooManyDropped: 'Maximum of 2 background images allowed',
  notRemoved: {
    title: 'Background removal failed',
    description: 'Something went wrong while processing your image. Please try again.',
  },
  notMoved: {
    title: 'Unable to move to editor',
    description: 'Failed to prepare image for editing. Please try again or upload a new image.',
  },
} as const

const NOT_UPLOADED = {
  as: 'toast',
  text: 'Failed to upload background',
  description: 'Please try again with a different image.',
} as const
/** Messages for an overlay that was picked with the button. */
export const OVERLAY_ERRORS: Record<ImportError, FlowMessage> = {
  ...IMPORT_ERRORS,
  'heic-failed': NOT_UPLOADED,
  'decode-failed': NOT_UPLOADED,
}

/** The toast for errors without a message of their own (spec §8). */
export const UNEXPECTED = { title: 'Error', description: 'Something went wrong. Please try again.' } as const

/** Texts for problems that layers report. */
export const REPORTS = {
  'layer-failed': 'Something went wrong. Please try again.',
  'font-failed': 'Failed to preload font',
} as const

/** Question before a new photo replaces unsaved work. */
export const CONFIRM_UPLOAD = {
  title: 'Replace your photo?',
  text: 'You have unsaved work. Uploading a new photo discards it.',
  confirm: 'Discard and upload',
  cancel: 'Keep editing',
} as const

/**
 * Question before a design is used on another photo. The caller adds the text, which names the layers that stay behind.
 */
export const CONFIRM_REUSE = {
  title: 'Use this design on another photo?',
  confirm: 'Use design',
  cancel: 'Keep editing',
} as const

/** The question before the editor is left with unsaved work. English; translated when it is asked. */
export const CONFIRM_LEAVE = {
  title: 'Leave the editor?',
  text: 'You have unsaved work. Leaving the editor discards it.',
  confirm: 'Discard and leave',
  cancel: 'Keep editing',
} as const

/** Our own texts for projects. */
export const PROJECT = {
  opening: 'Opening your project...',
  restored: 'Everything is as you left it.',
  opened: 'Project opened!',
  saving: 'Saving your project...',
  saved: 'Project saved!',
} as const

const NOT_OPENED = 'This project cannot be opened'
/** Messages for projects that cannot be opened. */
export const PROJECT_ERRORS: Record<ProjectError, FlowMessage> = {
  'not-a-project': { as: 'toast', text: NOT_OPENED, description: 'The file is not a project of this editor.' },
  damaged: { as: 'toast', text: NOT_OPENED, description: 'It is damaged or incomplete. Your work is as it was.' },
  newer: {
    as: 'toast',
    text: NOT_OPENED,
    description: 'It was made by a newer version of this editor. Reload the page, then try again.',
  },
  'too-large': { as: 'toast', text: NOT_OPENED, description: 'It is larger than a project can be.' },
  aborted: { as: 'nothing' },
}

/** Toasts for projects that cannot be stored on this device, shown once per visit. */
export const NOT_KEPT: Record<StorageError, { title: string; description: string }> = {
  full: {
    title: 'This device has no room left',
    description:
      'You can keep working, but your work is no longer kept here. Delete recent projects, or save this one as a file.',
  },
  removed: {
    title: 'This project was removed from this device',
    description: 'You can keep working, but your work is no longer kept here. Save it as a file to keep it.',
  },
  unavailable: {
    title: 'This window keeps no projects',
    description: 'You can keep working, but closing the tab discards your work. Save the project as a file to keep it.',
  },
}

/** Question before another project replaces unsaved work. */
export const CONFIRM_OPEN = {
  title: 'Open another project?',
  text: 'You have unsaved work. Opening a project discards it.',
  confirm: 'Discard and open',
  cancel: 'Keep editing',
} as const

/** Question before a project is deleted. */
export const CONFIRM_DELETE = {
  title: 'Delete this project?',
  text: 'It is deleted from this device. Files you have saved stay.',
  confirm: 'Delete',
  cancel: 'Keep it',
} as const

/** Question before one of the user's own designs is deleted. English; translated when it is shown. */
export const CONFIRM_DELETE_DESIGN = {
  title: 'Delete this design?',
  text: 'It is deleted from this device. Files you have saved stay.',
  confirm: 'Delete',
  cancel: 'Keep it',
} as const

/** Question before a design is kept without what belongs to its photo. */
export const CONFIRM_KEEP_DESIGN = {
  title: 'Save without these?',
  confirm: 'Save as design',
  cancel: 'Keep editing',
} as const

/** Message after a design was saved. English; translated when it is shown. */
export const DESIGN_SAVED = 'Design saved on this device'

/** Messages for a design that cannot be stored. */
export const NOT_KEPT_DESIGN: Record<StorageError, { title: string; description: string }> = {
  full: {
    title: 'This device has no room left',
    description: 'The design was not saved. Delete recent projects or designs, and try again.',
  },
  removed: { title: 'The design was not saved', description: 'Try again.' },
  unavailable: {
    title: 'The design was not saved',
    description: 'This window stores nothing. Save the project as a file instead.',
  },
}

/** Question before a HEIC photo is converted. */
export const CONFIRM_HEIC = {
  title: 'Convert Image Format',
  text: 'This photo is in the HEIC format. To edit it, it is converted to JPEG on your device. Continue?',
  confirm: 'Convert',
  cancel: 'Cancel',
} as const
