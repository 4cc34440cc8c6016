/** Keys that change the effect of a drag while the user holds them, as written in the shortcut table. */
export const HELD_KEYS = { rotate: 'R', scale: 'S', pan: 'Space' } as const

/** The modifier keys during a drag. */
export interface Modifiers {
  shift: boolean
  alt: boolean
  /** True while the user holds the key R, so that a drag rotates. `scale`: true while the user holds S. */
  rotate: boolean
  scale: boolean
}

/** Matches a character of a non-Latin script, with or without marks. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})[\p{L}\p{M}]/u

/**
 * Returns the character at a key's position on an English keyboard; undefined if no shortcut contains that character.
 */
const placeOf = (code = ''): string | undefined =>
  /^Key([A-Z])$/.exec(code)?.[1] ?? ({ BracketLeft: '[', BracketRight: ']' } as Partial<Record<string, string>>)[code]

/**
 * Returns a key's name in the shortcut table: letters as capitals, the space bar as 'Space'. A key of a non-Latin
 * script is named by its position on an English keyboard, `code`. Without `code`, the name is the typed character.
 */
export function keyName({ key, code }: { key: string; code?: string }): string {
  if (key === ' ') return 'Space'
  const place = OTHER_SCRIPT.test(key) ? placeOf(code) : undefined
  return place ?? (key.length === 1 ? key.toUpperCase() : key)
}
