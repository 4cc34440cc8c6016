import { removeSettingsOf } from '#client/kit/device-storage/deviceOwner.ts'

/**
 * Loads this browser's stores of projects, templates, batches and fonts. They are loaded on demand, because few pages
 * need their code. Resolves with null if the code can't be loaded.
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
    // loading fails if the device is offline or a new version was deployed; signing out must still work
    console.warn(error)
    return null
  }
}

/**
 * Counts an account's projects, templates and batches in this browser (IndexedDB), and removes them with the account's
 * fonts and settings. The methods never reject. If IndexedDB isn't available or its module can't be loaded,
 * `count` resolves with 0.
 */
export const ownProjects = {
  /**
   * Resolves with the number of the account's projects and templates in this browser. A batch counts as one project.
   */
  async count(userId: string): Promise<number> {
    const stored = await Promise.all(
      ((await loadStores())?.counted ?? []).map((store): Promise<{ owner?: string | null }[]> => store.list()),
    )
    return stored.flat().filter(({ owner }) => owner === userId).length
  },
  /** Resolves with true if the account owns the project with this id in this browser. */
  async has(userId: string, id: string): Promise<boolean> {
    const [projects] = (await loadStores())?.counted ?? []
    const owned = (await projects?.list()) ?? []
    return owned.some((project) => 'id' in project && project.id === id && project.owner === userId)
  },
  /** Deletes the account's projects, templates, batches, fonts and settings from this browser. */
  async remove(userId: string): Promise<void> {
    removeSettingsOf(userId)
    const stores = await loadStores()
    if (stores) await Promise.all([...stores.counted, stores.fontStore].map((store) => store.removeOwnedBy(userId)))
  },
}

export type OwnProjects = typeof ownProjects
