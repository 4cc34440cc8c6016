import { createProjectLocks } from './projectLocks.ts'
import { createProjectStore } from './projectStore.ts'

/** The page's store of projects. */
export const projectStore = createProjectStore()
/** The page's locks on projects. */
export const projectLocks = createProjectLocks()
