/** Messages about saving, opening and deleting projects and templates. English; translated when they are shown. */
import type { ProjectError } from '#client/engine/project-file/project.ts'
import type { StorageError } from '../storage/projectStore.ts'
import type { FlowMessage } from './messages.ts'

const NOT_OPENED = 'Failed to open project'

/** Messages about projects. They aren't in the specification. */
export const PROJECT = {
  opening: 'Opening your project…',
  restored: 'Project restored.',
  opened: 'Project opened!',
  saving: 'Saving your project…',
  saved: 'Project saved!',
} as const

export const PROJECT_ERRORS: Record<ProjectError, FlowMessage> = {
  'not-a-project': {
    as: 'toast',
    text: NOT_OPENED,
    description: 'This file isn’t a project. Choose a .midground file.',
  },
  damaged: {
    as: 'toast',
    text: NOT_OPENED,
    description: 'The file is damaged or incomplete. Your current work hasn’t changed.',
  },
  newer: {
    as: 'toast',
    text: NOT_OPENED,
    description: 'The project was saved by a newer version of the editor. Reload the page and try again.',
  },
  'too-large': { as: 'toast', text: NOT_OPENED, description: 'The project file is too large.' },
  'images-too-large': {
    as: 'toast',
    text: NOT_OPENED,
    description: 'The images in this project are too large to open.',
  },
  aborted: { as: 'nothing' },
}

/** Toasts for projects that cannot be stored on this device, shown once per visit. */
export const STORAGE_ERRORS: Record<StorageError, { title: string; description: string }> = {
  full: {
    title: 'Not enough storage on this device',
    description:
      'You can keep working, but your changes aren’t being saved. Delete recent projects to free up space, or save this project as a file.',
  },
  removed: {
    title: 'This project was removed from this device',
    description: 'You can keep working, but your changes aren’t being saved. To keep them, save the project as a file.',
  },
  unavailable: {
    title: 'This window can’t save projects',
    description:
      'You can keep working, but if you close the tab, you’ll lose your work. To keep it, save the project as a file.',
  },
}

export const CONFIRM_OPEN = {
  title: 'Open another project?',
  text: 'You have unsaved changes. If you open another project, you’ll lose them.',
  confirm: 'Discard and open',
  cancel: 'Keep editing',
} as const

/** Question before a file sent to the share target is opened, because any website can send a file. */
export const CONFIRM_SHARED = {
  title: 'Open the shared file?',
  text: 'Another app or website sent this file. Open it only if you shared it.',
  confirm: 'Open',
  cancel: 'Cancel',
} as const

export const CONFIRM_DELETE = {
  title: 'Delete this project?',
  text: 'The project will be deleted from this device. Files you’ve saved aren’t affected.',
  confirm: 'Delete',
  cancel: 'Cancel',
} as const
