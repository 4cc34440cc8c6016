/** Which tab holds which project, so that two tabs never write the same one. A tab that dies lets go by itself. */
import { createListeners } from '../../kit/base/listeners.ts'

export interface Claims {
  /** The answer lets go again. Null = another tab holds it, or the browser cannot tell. */
  take(id: string): Promise<(() => void) | null>
  /** Projects that some tab holds. */
  held(): Promise<ReadonlySet<string>>
  /** This page has let go of one. */
  onLetGo(listener: () => void): () => void
}

const PREFIX = 'midground-project-'

/** Pages without a secure origin have no locks: there nobody can be sure, and every tab keeps a project of its own. */
export function createClaims(locks: LockManager | null = navigator.locks ?? null): Claims {
  const letGo = createListeners()
  return {
    take: (id) =>
      new Promise((resolve) => {
        if (!locks) return resolve(null)
        void locks
          .request(PREFIX + id, { ifAvailable: true }, (lock) => {
            if (!lock) return resolve(null)
            return new Promise<void>((release) => resolve(release))
          })
          .then(letGo.tell, () => resolve(null)) // a page that is being closed gets none
      }),
    async held() {
      const { held = [] } = (await locks?.query()) ?? {}
      const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
      return new Set(names)
    },
    onLetGo: letGo.subscribe,
  }
}
