/** A stored project as far as the storage limits matter. */

/** A stored project as far as the storage limits matter. `savedAt`: ms since the Unix epoch. */
export interface StoredProjectSize {
  id: string
  savedAt: number
  /** Size of each part in bytes, by the part's hash. */
  sizes: Readonly<Record<string, number>>
}

/** Limits of all stored projects together. */
export interface StorageLimits {
  projects: number
  bytes: number
}

/** Six projects (the last session and five before it) and 500 MB. */
export const STORAGE_LIMITS: StorageLimits = { projects: 6, bytes: 500e6 }

/**
 * Returns the ids of the projects to delete so that the limits hold. The project `current` is kept first, whatever its
 * size; then, newest first, each one that still fits. Parts that projects share count once.
 */
export function projectsToEvict(
  kept: readonly StoredProjectSize[],
  current: string,
  { projects, bytes }: StorageLimits,
): string[] {
  const newestFirst = [...kept].sort(
    (a, b) => Number(b.id === current) - Number(a.id === current) || b.savedAt - a.savedAt,
  )
  const held = new Map<string, number>()
  const gone: string[] = []
  for (const [rank, { id, sizes }] of newestFirst.entries()) {
    const together = new Map([...held, ...Object.entries(sizes)])
    const total = [...together.values()].reduce((sum, size) => sum + size, 0)
    if (id !== current && (rank - gone.length >= projects || total > bytes)) gone.push(id)
    else for (const [part, size] of together) held.set(part, size)
  }
  return gone
}
