/** Recently used emoji, newest first; stored on this device. */
const KEY = 'midground.recent-emoji'
/** one row of the picker */
const SHOWN = 8

/** Returns the recently used emoji, newest first; empty when the stored value is missing or invalid. */
export function readRecentEmoji(storage: Pick<Storage, 'getItem'> = localStorage): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((emoji) => typeof emoji === 'string').slice(0, SHOWN) : []
  } catch {
    return [] // storage is forbidden, or its content is invalid
  }
}

/** Stores an emoji as the most recently used one. */
export function addRecentEmoji(emoji: string, storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage): void {
  const recent = [emoji, ...readRecentEmoji(storage).filter((other) => other !== emoji)].slice(0, SHOWN)
  try {
    storage.setItem(KEY, JSON.stringify(recent))
  } catch {
    // Storage is forbidden or full. The picker works without it.
  }
}
