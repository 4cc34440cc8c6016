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

/** Matches what a key types in another script than Latin: a letter, a mark, or several letters. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})[\p{L}\p{M}]/u

/** Returns the character of a key at its place on an English keyboard, where the shortcut table could name it. */
const placeOf = (code = ''): string | undefined =>
  /^Key([A-Z])$/.exec(code)?.[1] ?? ({ BracketLeft: '[', BracketRight: ']' } as Partial<Record<string, string>>)[code]

/**
 * Returns a key's name in the shortcut table: letters as capitals, the space bar as 'Space'. A key that types a letter of
 * another script than Latin is named by its place on an English keyboard, `code`; without `code` by what it types.
 */
export function keyName({ key, code }: { key: string; code?: string }): string {
  if (key === ' ') return 'Space'
  const place = OTHER_SCRIPT.test(key) ? placeOf(code) : undefined
  return place ?? (key.length === 1 ? key.toUpperCase() : key)
}
