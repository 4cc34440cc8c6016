import { removeSettingsOf } from '#client/kit/device-storage/deviceOwner.ts'

/**
 * Loads the stores of projects, templates, batches and fonts in this browser. They are loaded on demand, because other
 * pages rarely need their code. Returns null if the code cannot be loaded.
 */
async function loadStores() {
  try {
    const [{ projectStore, templateStore }, { batchStore }, { fontStore }] = await Promise.all([
      import('#client/editor/storage/stores.ts'),
      import('#client/editor/storage/batchStore.ts'),
      import('#client/editor/storage/fontStore.ts'),
    ])
    return { counted: [projectStore, templateStore, batchStore], fontStore }
  } catch (error) {
    // the device is offline, or a new version was deployed; signing out and deleting the account continue
    console.warn(error)
    return null
  }
}

/**
 * Counts and removes an account's projects, templates and batches in this browser (IndexedDB). No method rejects. The
 * count is 0 if there is no IndexedDB, or if the code cannot be loaded.
 */
export const ownProjects = {
  /** Returns the number of the account's projects and templates in this browser. A batch is counted as one project. */
  async count(userId: string): Promise<number> {
    const stored = await Promise.all(
      ((await loadStores())?.counted ?? []).map((store): Promise<{ owner?: string | null }[]> => store.list()),
    )
    return stored.flat().filter(({ owner }) => owner === userId).length
  },
  /** Deletes all projects, templates, batches, fonts and settings of the account from this browser. */
  async remove(userId: string): Promise<void> {
    removeSettingsOf(userId)
    const stores = await loadStores()
    if (stores) await Promise.all([...stores.counted, stores.fontStore].map((store) => store.removeOwnedBy(userId)))
  },
}

export type OwnProjects = typeof ownProjects
