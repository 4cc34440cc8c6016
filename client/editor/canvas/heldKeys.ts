/** Keys that change the effect of a drag while the user holds them, as written in the shortcut table. */
export const HELD_KEYS = { rotate: 'R', scale: 'S', pan: 'Space' } as const

/** The modifier keys during a drag. */
export interface Modifiers {
  shift: boolean
  alt: boolean
  /** True while the key R is held, so that a drag rotates. `scale`: the same for S. */
  rotate: boolean
  scale: boolean
}

/** Matches the character of a key in a non-Latin script: a letter, a mark, or several letters. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})[\p{L}\p{M}]/u

/**
 * Returns the character at a key's position on an English keyboard; undefined if no shortcut can contain the character.
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
