import { newId, type ProjectId } from '#client/kit/base/ids.ts'
import { saveFile } from '#client/kit/base/page.ts'
import { whenHidden, whenIdle } from '#client/kit/base/scheduling.ts'
import { tAll } from '#client/kit/i18n/translate.ts'
import type { FlowHost } from '../flows/host.ts'
import { Projects, type ProjectsDeps } from '../flows/projects.ts'
import { STORAGE_ERRORS } from '../flows/storageMessages.ts'
import { Autosave } from '../storage/autosave.ts'
import { projectLocks as locks, projectStore } from '../storage/stores.ts'

/** Creates autosave, and the flows that store and open projects. */
export function createProjectFlows(deps: FlowHost & Pick<ProjectsDeps, 'interrupt' | 'separate' | 'importTemplate'>) {
  const { session, userId: owner } = deps
  const account = owner()
  // the promise never rejects; a change of the store refreshes the list
  if (account !== null) void projectStore.adoptUnowned(account)
  const shared = {
    ...deps,
    owner,
    now: Date.now,
    save: saveFile,
  }
  const autosave = new Autosave({
    ...shared,
    store: projectStore,
    locks,
    newProject: () => newId<ProjectId>(),
    whenIdle,
    whenHidden,
    onProblem: (error) =>
      session.notices.toast({ ...tAll(STORAGE_ERRORS[error]), isDestructive: true, isLasting: true }),
  })
  const projects = new Projects({
    ...shared,
    store: projectStore,
    locks,
    autosave,
  })
  return { autosave, projects }
}
