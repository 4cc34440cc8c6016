import { createProjectLocks } from './projectLocks.ts'
import { createProjectStore } from './projectStore.ts'

/** The page's store of projects. */
export const projectStore = createProjectStore()
/** The page's locks on projects. */
export const projectLocks = createProjectLocks()
/** The page's store of the user's own designs. None is deleted to make room for another one. */
export const designStore = createProjectStore('midground-designs', {
  projects: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
})
