/** Fields of a stored project that are needed to enforce the storage limits. `savedAt`: ms since 1970. */
export interface StoredProjectSize {
  id: string
  savedAt: number
  /** Size of each part in bytes, by hash. */
  sizes: Readonly<Record<string, number>>
}

/** Limits for all stored projects together. */
export interface StorageLimits {
  projects: number
  bytes: number
}

export const STORAGE_LIMITS: StorageLimits = { projects: 24, bytes: 1e9 }

/**
 * Returns the ids of the projects that must be deleted to meet the limits. Never deletes the project `current` and
 * projects in `open`, which are open in a tab. Of the others, the newest that fit remain. Parts that several projects
 * share are counted once.
 */
export function projectsToEvict(
  kept: readonly StoredProjectSize[],
  current: string,
  { projects, bytes }: StorageLimits,
  open: ReadonlySet<string> = new Set(),
): string[] {
  const isKept = (id: string) => id === current || open.has(id)
  const byRank = [...kept].sort((a, b) => Number(isKept(b.id)) - Number(isKept(a.id)) || b.savedAt - a.savedAt)
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
