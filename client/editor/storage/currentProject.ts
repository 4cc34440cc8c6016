import type { AssetId } from '../../kit/base/ids.ts'
import type { ProjectLocks } from './projectLocks.ts'

/** A project whose lock this browser tab holds. */
export interface ProjectLock {
  id: string
  release(): void
}

/** The stored project to which the open document is saved, with its lock. Every photo has a project of its own. */
export interface CurrentProject {
  /** Returns the project's id; null if `photo` has no project yet. */
  idFor(photo: AssetId | undefined): string | null
  /**
   * Resolves with the id of the project of `photo`. If there is none, creates and locks a new one and releases the
   * former project.
   */
  ensure(photo: AssetId): Promise<string>
  /** Replaces the project, for instance by one that was restored; null = the next `ensure` creates a new one. */
  replace(lock: ProjectLock | null, photo: AssetId | undefined): void
  /** Releases the lock, so that another tab may open the project. */
  release(): void
}

/** Creates the state without a project. `newProject` returns a new id. */
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
