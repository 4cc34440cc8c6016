/** Keys that change what a drag does while they are held, in the notation of the shortcut table. */
export const HELD_KEYS = { rotate: 'R', scale: 'S', pan: 'Space' } as const

/** The modifier keys during a drag. */
export interface Modifiers {
  shift: boolean
  alt: boolean
  /** The keys R and S are held (spec §4): a drag rotates or scales. */
  rotate: boolean
  scale: boolean
}

/** No key is held. */
export const NO_MODIFIERS: Modifiers = { shift: false, alt: false, rotate: false, scale: false }

/** Returns a key's name in the shortcut table: letters as capitals, the space bar as 'Space'. */
export const keyName = (key: string): string => (key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key)
