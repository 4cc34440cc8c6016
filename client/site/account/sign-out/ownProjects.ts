/**
 * Loads the projects that are stored in this browser. Their code is loaded on demand, because only the editor needs it
 * otherwise. Returns null if it cannot be loaded.
 */
async function loadStore() {
  try {
    return (await import('../../../editor/storage/stores.ts')).projectStore
  } catch (error) {
    console.warn(error) // no network, or a new version was deployed: signing out and deleting the account go on
    return null
  }
}

/** Access to the projects that belong to one account. */
export interface OwnProjects {
  /** Returns the number of the account's projects in this browser. */
  count(userId: string): Promise<number>
  /** Deletes all projects of the account from this browser. */
  remove(userId: string): Promise<void>
}

/**
 * Counts and removes an account's projects in this browser (IndexedDB). Neither method rejects: without IndexedDB, or
 * where the code cannot be loaded, there are no projects.
 */
export const ownProjects: OwnProjects = {
  count: async (userId) => ((await (await loadStore())?.list()) ?? []).filter(({ owner }) => owner === userId).length,
  remove: async (userId) => (await loadStore())?.removeOwnedBy(userId),
}
