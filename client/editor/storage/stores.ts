/** The stores of this page: one of each, however often the editor is entered. */
import { createProjectLocks } from './projectLocks.ts'
import { createProjectStore } from './projectStore.ts'

export const projectStore = createProjectStore()
export const projectLocks = createProjectLocks()
