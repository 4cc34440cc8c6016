/** Which stored projects are deleted to stay within the limits. */

export interface Kept {
  id: string
  savedAt: number
  /** Bytes of each part, by the part's hash. */
  sizes: Readonly<Record<string, number>>
}

export interface StorageLimits {
  projects: number
  bytes: number
}

/** The last session and the five before it. */
export const STORAGE_LIMITS: StorageLimits = { projects: 6, bytes: 500e6 }

/**
 * Ids of the projects to delete, oldest first. Parts shared by projects count once. The project `current` is never deleted.
 */
export function projectsToEvict(kept: readonly Kept[], current: string, { projects, bytes }: StorageLimits): string[] {
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
