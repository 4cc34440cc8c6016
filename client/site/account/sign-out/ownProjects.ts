/** The projects of one account that this browser keeps. Loaded on demand: pages other than the editor do not need it. */
const loadStore = async () => (await import('../../../editor/storage/stores.ts')).projectStore

export interface OwnProjects {
  /** How many projects of the account this browser keeps. */
  count(userId: string): Promise<number>
  /** Deletes all of them, for good. */
  remove(userId: string): Promise<void>
}

/** Neither method rejects: without IndexedDB there are no projects. */
export const ownProjects: OwnProjects = {
  count: async (userId) => (await (await loadStore()).list()).filter(({ owner }) => owner === userId).length,
  remove: async (userId) => (await loadStore()).removeOwnedBy(userId),
}
