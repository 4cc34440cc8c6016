/** Keys that change what a drag does while they are held; as the shortcut table writes them. */
export const HELD_KEYS = { rotate: 'R', scale: 'S', pan: 'Space' } as const

export interface Modifiers {
  shift: boolean
  alt: boolean
  /** The keys R and S, held (spec §4): a drag then rotates or scales. */
  rotate: boolean
  scale: boolean
}

export const NO_MODIFIERS: Modifiers = { shift: false, alt: false, rotate: false, scale: false }

/** The key's name in the table: a letter as a capital, the space bar by its name. */
export const keyName = (key: string): string => (key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key)
