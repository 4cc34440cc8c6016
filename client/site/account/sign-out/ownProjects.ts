/**
 * The projects of one account that are stored in this browser. Their code is loaded on demand, because only the editor
 * needs it otherwise.
 */
const loadStore = async () => (await import('../../../editor/storage/stores.ts')).projectStore

/** Access to the projects that belong to one account. */
export interface OwnProjects {
  /** Returns the number of the account's projects in this browser. */
  count(userId: string): Promise<number>
  /** Deletes all projects of the account from this browser. */
  remove(userId: string): Promise<void>
}

/**
 * Counts and removes an account's projects in this browser (IndexedDB). Neither method rejects: without IndexedDB there
 * are no projects.
 */
export const ownProjects: OwnProjects = {
  count: async (userId) => (await (await loadStore()).list()).filter(({ owner }) => owner === userId).length,
  remove: async (userId) => (await loadStore()).removeOwnedBy(userId),
}
