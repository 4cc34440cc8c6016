/** Messages about templates. English; translated when they are shown. */
import { CONFIRM_DELETE } from '#client/editor/flows/projects.ts'
import type { StorageError } from '#client/editor/storage/projectStore.ts'

export const TEMPLATE_LOST = { title: 'This template is no longer on this device. Choose another.' } as const

export const CONFIRM_DELETE_TEMPLATE = {
  ...CONFIRM_DELETE,
  title: 'Delete this template?',
  text: 'The template will be deleted from this device. Files you’ve saved aren’t affected.',
} as const

/** Question that is shown before saving a template, because the parts that belong to the photo aren't saved. */
export const CONFIRM_SAVE_TEMPLATE = {
  title: 'Save template without these?',
  confirm: 'Save as template',
  cancel: 'Keep editing',
} as const

export const TEMPLATE_STORAGE_ERRORS: Record<StorageError, { title: string; description: string }> = {
  full: {
    title: 'Not enough storage on this device',
    description: 'The template wasn’t saved. Delete recent projects or templates, then try again.',
  },
  removed: { title: 'Failed to save template', description: 'Please try again.' },
  unavailable: {
    title: 'Failed to save template',
    description: 'This window can’t save templates. Save the project as a file instead.',
  },
}
