import { STORAGE_LIMITS } from './eviction.ts'
import { createProjectLocks } from './projectLocks.ts'
import { ProjectStore } from './projectStore.ts'

export const projectLocks = createProjectLocks()
/** The page's store of projects. Eviction never deletes a project that a tab has open. */
export const projectStore = new ProjectStore(undefined, STORAGE_LIMITS, () => projectLocks.held())
/** The page's store of the user's templates. Templates are never evicted. The database's name uses an older term. */
export const templateStore = new ProjectStore('midground-designs', {
  projects: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
})
