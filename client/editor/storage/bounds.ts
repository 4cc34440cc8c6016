/** How much the device keeps. Pure. */

export interface Kept {
  id: string
  savedAt: number
  /** What it is made of, and how many bytes each of its parts has. */
  sizes: Readonly<Record<string, number>>
}

export interface Bounds {
  projects: number
  bytes: number
}

/** The last session and five before it. */
export const BOUNDS: Bounds = { projects: 6, bytes: 500e6 }

/** Which projects are too many, the oldest first to go. Parts in common count once. `current` stays, however large. */
export function beyond(kept: readonly Kept[], current: string, { projects, bytes }: Bounds): string[] {
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
