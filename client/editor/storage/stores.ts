import { STORAGE_LIMITS } from './eviction.ts'
import { createProjectLocks } from './projectLocks.ts'
import { createProjectStore } from './projectStore.ts'

/** The page's locks on projects. */
export const projectLocks = createProjectLocks()
/** The page's store of projects. None that a tab has open is deleted to make room for another one. */
export const projectStore = createProjectStore(undefined, STORAGE_LIMITS, () => projectLocks.held())
/** The page's store of the user's own designs. None is deleted to make room for another one. */
export const designStore = createProjectStore('midground-designs', {
  projects: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
})
