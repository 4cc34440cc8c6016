/** Fields of a stored project that are needed to enforce the storage limits. `savedAt`: ms since 1970. */
export interface StoredProjectSize {
  id: string
  savedAt: number
  /** True if the user hasn't changed the photo or the project file that was opened. */
  isUntouched?: boolean
  /** Size of each part in bytes, by hash. */
  sizes: Readonly<Record<string, number>>
}

/** Limits for all stored projects of an account together. */
export interface StorageLimits {
  projects: number
  bytes: number
}

export const STORAGE_LIMITS: StorageLimits = { projects: 24, bytes: 1e9 }

/**
 * Returns the ids of the projects that must be deleted to meet the limits. Never deletes the project `current` and
 * projects in `open`, which are open in a tab. Of the others, the newest that fit remain. An untouched project contains
 * no work, so it never replaces a project with work, even while it is open. Parts that several projects share are
 * counted once.
 */
export function projectsToEvict(
  kept: readonly StoredProjectSize[],
  current: string,
  { projects, bytes }: StorageLimits,
  open: ReadonlySet<string> = new Set(),
): string[] {
  const isKept = (id: string) => id === current || open.has(id)
  const rankOf = ({ id, isUntouched }: StoredProjectSize) => (isUntouched ? 2 : 0) + (isKept(id) ? 0 : 1)
  const byRank = [...kept].sort((a, b) => rankOf(a) - rankOf(b) || b.savedAt - a.savedAt)
  const held = new Map<string, number>()
  const gone: string[] = []
  for (const [rank, { id, sizes }] of byRank.entries()) {
    const together = new Map([...held, ...Object.entries(sizes)])
    const total = [...together.values()].reduce((sum, size) => sum + size, 0)
    if (!isKept(id) && (rank - gone.length >= projects || total > bytes)) gone.push(id)
    else for (const [part, size] of together) held.set(part, size)
  }
  return gone
}
