/** Keys that change a drag while the user holds them down, in the notation of the shortcut table. */
export const HELD_KEYS = { rotate: 'R', scale: 'S', pan: 'Space' } as const

/** The modifier keys that are held during a drag. */
export interface Modifiers {
  shift: boolean
  alt: boolean
  /** `rotate`: true while the user holds R, which makes a drag rotate. `scale`: true while the user holds S. */
  rotate: boolean
  scale: boolean
}

/** Matches a character of a non-Latin script, with or without combining marks. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})[\p{L}\p{M}]/u

/**
 * Returns the character that an English keyboard has at a key's position. Undefined if no shortcut contains this
 * character.
 */
const placeOf = (code = ''): string | undefined =>
  /^Key([A-Z])$/.exec(code)?.[1] ?? ({ BracketLeft: '[', BracketRight: ']' } as Partial<Record<string, string>>)[code]

/**
 * Returns the name of a key in the shortcut table: letters in upper case, the space bar as 'Space'. In non-Latin
 * scripts, the name follows from the key's position on an English keyboard (`code`). If `code` is absent, the name is
 * the typed character.
 */
export function keyName({ key, code }: { key: string; code?: string }): string {
  if (key === ' ') return 'Space'
  const place = OTHER_SCRIPT.test(key) ? placeOf(code) : undefined
  return place ?? (key.length === 1 ? key.toUpperCase() : key)
}
