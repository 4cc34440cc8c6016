import { whenHidden, whenIdle } from '#client/kit/async/scheduling.ts'
import { tAll } from '#client/kit/i18n/translate.ts'
import { newId, type ProjectId } from '#client/kit/values/ids.ts'
import type { FlowHost } from '../flows/flowHost.ts'
import { isPristine } from '../flows/lostWork.ts'
import { Projects, type ProjectsDeps } from '../flows/projects.ts'
import { Autosave } from '../storage/autosave.ts'
import type { StorageError } from '../storage/projectStore.ts'
import { projectLocks as locks, projectStore } from '../storage/stores.ts'

/** Toasts for errors when a project can't be stored on this device. Each is shown once until a save succeeds. */
const STORAGE_ERRORS: Record<StorageError, { title: string; description: string }> = {
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

/**
 * Creates the autosave and the flow that opens and saves projects. Assigns stored projects without an owner to the
 * signed-in account.
 */
export function createProjectFlows(
  deps: FlowHost & Pick<ProjectsDeps, 'interrupt' | 'separate' | 'importTemplate' | 'afterPaint' | 'subjectFound'>,
) {
  const { session, userId: owner } = deps
  const account = owner()
  // `adoptUnowned` never rejects; when the store changes, the list is refreshed
  if (account !== null) void projectStore.adoptUnowned(account)
  const shared = {
    ...deps,
    owner,
    now: Date.now,
    store: projectStore,
    locks,
  }
  const autosave = new Autosave({
    ...shared,
    isPristine,
    newProject: () => newId<ProjectId>(),
    whenIdle,
    whenHidden,
    onProblem: (error) =>
      session.notices.toast({
        ...tAll(STORAGE_ERRORS[error]),
        isDestructive: true,
        isLasting: true,
        endsOn: autosave.onSave,
      }),
  })
  return { autosave, projects: new Projects({ ...shared, autosave }) }
}
