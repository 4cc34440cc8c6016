/** The page's stores for projects and templates, and the locks on open projects. */
import { createListeners } from '#client/kit/async/listeners.ts'
import { webLocks } from '#client/kit/async/scheduling.ts'
import { STORAGE_LIMITS } from './eviction.ts'
import { ProjectStore } from './projectStore.ts'

const PREFIX = 'midground-project-'

/** The page's locks on projects. */
export const projectLocks = createProjectLocks()
/** The page's store of projects. Eviction never deletes a project that a tab has open. */
export const projectStore = new ProjectStore(undefined, STORAGE_LIMITS, () => projectLocks.held())
/**
 * The page's store for the user's templates. Templates are never evicted. The database name "designs" is an older term.
 */
export const templateStore = new ProjectStore('midground-designs', {
  projects: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
})

/**
 * Locks that prevent two tabs from writing the same project. Uses the Web Locks API, which releases the locks of closed
 * tabs.
 */
export type ProjectLocks = ReturnType<typeof createProjectLocks>

/**
 * Creates the locks. Pages without a secure origin don't have the Web Locks API. In this case, each tab saves to its
 * own project.
 */
export function createProjectLocks(locks: LockManager | null = webLocks() ?? null) {
  const released = createListeners()
  return {
    /**
     * Resolves with a function that releases the lock. Resolves with null if another tab holds the lock or the API is
     * missing.
     */
    acquire: (id: string) =>
      new Promise<(() => void) | null>((resolve) => {
        if (!locks) return resolve(null)
        void locks
          .request(PREFIX + id, { ifAvailable: true }, (lock) => {
            if (!lock) return false
            return new Promise<boolean>((release) => resolve(() => release(true)))
          })
          .then(
            (wasHeld) => (wasHeld ? released.emit() : resolve(null)),
            () => resolve(null), // the request is rejected if the page is closing
          )
      }),
    /** Resolves with the ids of projects that are locked by any tab. */
    async held() {
      const { held = [] } = (await locks?.query()) ?? {}
      const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
      return new Set(names)
    },
    /** Subscribes to locks that this page releases. Returns a function that unsubscribes. */
    onRelease: released.subscribe,
  }
}
