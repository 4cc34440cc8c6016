/** Locks on projects, so that two tabs never write the same one. Built on the Web Locks API: a closed tab releases its locks. */
import { createListeners } from '../../kit/base/listeners.ts'

export interface ProjectLocks {
  /** Resolves with the function that releases the lock; with null if another tab holds it or there is no lock API. */
  acquire(id: string): Promise<(() => void) | null>
  /** Ids of the projects that any tab has locked. */
  held(): Promise<ReadonlySet<string>>
  /** Calls `listener` whenever this page releases a lock. Returns the function that removes it. */
  onRelease(listener: () => void): () => void
}

const PREFIX = 'midground-project-'

/** Without a secure origin the browser has no locks; then each tab saves to a project of its own. */
export function createProjectLocks(locks: LockManager | null = navigator.locks ?? null): ProjectLocks {
  const released = createListeners()
  return {
    acquire: (id) =>
      new Promise((resolve) => {
        if (!locks) return resolve(null)
        void locks
          .request(PREFIX + id, { ifAvailable: true }, (lock) => {
            if (!lock) return resolve(null)
            return new Promise<void>((release) => resolve(release))
          })
          .then(released.tell, () => resolve(null)) // rejected while the page is being closed
      }),
    async held() {
      const { held = [] } = (await locks?.query()) ?? {}
      const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
      return new Set(names)
    },
    onRelease: released.subscribe,
  }
}
