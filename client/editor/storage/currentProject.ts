/** The stored project that the open document is saved to, with its lock. Every photo has a project of its own. */
import type { AssetId } from '../../kit/base/ids.ts'
import type { ProjectLocks } from './projectLocks.ts'

/** A project whose lock this tab holds. */
export interface ProjectLock {
  id: string
  release(): void
}

export interface CurrentProject {
  /** The project's id; null if `photo` has no project yet. */
  idFor(photo: AssetId | undefined): string | null
  /** The id of the project of `photo`; a new, locked project if it has none. Then the former project is released. */
  ensure(photo: AssetId): Promise<string>
  /** Replaces the project, for example by one that was restored; null = the next `ensure` makes a new one. */
  replace(lock: ProjectLock | null, photo: AssetId | undefined): void
  /** Releases the lock; another tab may open the project from now on. */
  release(): void
}

export function createCurrentProject(locks: Pick<ProjectLocks, 'acquire'>, newProject: () => string): CurrentProject {
  let current: { id: string; photo: AssetId; release: (() => void) | null } | null = null

  function release() {
    current?.release?.()
    current = null
  }

  return {
    idFor: (photo) => (current && current.photo === photo ? current.id : null),
    async ensure(photo) {
      if (current?.photo === photo) return current.id
      release()
      const made: NonNullable<typeof current> = { id: newProject(), photo, release: null }
      current = made
      const unlock = await locks.acquire(made.id)
      if (current === made) made.release = unlock
      else unlock?.() // another document was opened meanwhile
      return made.id
    },
    replace(lock, photo) {
      release()
      if (lock && photo) current = { ...lock, photo }
    },
    release,
  }
}
