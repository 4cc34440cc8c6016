/**
 * Loads the stores of projects, of own designs and of queues of photos in this browser. Their code is loaded on demand,
 * because only the editor needs it otherwise. Returns none if it cannot be loaded.
 */
async function loadStores() {
  try {
    const [{ projectStore, templateStore }, { batchStore }] = await Promise.all([
      import('../../../editor/storage/stores.ts'),
      import('../../../editor/storage/batchStore.ts'),
    ])
    return [projectStore, templateStore, batchStore]
  } catch (error) {
    console.warn(error) // no network, or a new version was deployed: signing out and deleting the account go on
    return []
  }
}

/** Access to the projects and designs that belong to one account. */
export interface OwnProjects {
  /** Returns the number of the account's projects and designs in this browser; a queue of photos is one. */
  count(userId: string): Promise<number>
  /** Deletes all projects and designs of the account, and its queue of photos, from this browser. */
  remove(userId: string): Promise<void>
}

/**
 * Counts and removes an account's projects and designs in this browser (IndexedDB). Neither method rejects: without
 * IndexedDB, or where the code cannot be loaded, there are none.
 */
export const ownProjects: OwnProjects = {
  async count(userId) {
    const stored = await Promise.all(
      (await loadStores()).map((store): Promise<{ owner?: string | null }[]> => store.list()),
    )
    return stored.flat().filter(({ owner }) => owner === userId).length
  },
  async remove(userId) {
    await Promise.all((await loadStores()).map((store) => store.removeOwnedBy(userId)))
  },
}
