/**
 * The letters of a text layer that are in front of the subject, in the notation of the field `front`. Letters are
 * numbered from 1 without spaces and line breaks: '1,3-5'. In scripts with joined letters, a word counts as one letter.
 */
import type { Immutable } from '#client/kit/values/immutable.ts'
import { glyphClustersOf } from './paint/clusters.ts'
import type { TextValues } from './schema.ts'

/** Scripts whose letters are joined to each other or by a common line along their tops. */
const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Mongolian}\p{Script=Phags_Pa}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}]/u

/** Returns true if the text contains a script with joined letters, in which a word counts as one letter. */
export const hasJoinedLetters = (text: string): boolean => JOINED.test(text)

/** Returns true for spaces, line breaks and characters without ink. */
export const isBlank = (text: string): boolean => /^[\s\p{Cf}\p{Cc}]*$/u.test(text)

/** Returns the letters that can each be on either side of the subject. */
export const lettersIn = (text: string): string[] =>
  text
    .split(/\s+/u)
    .flatMap((word) => (hasJoinedLetters(word) ? [word] : glyphClustersOf(word)))
    .filter((letter) => !isBlank(letter))

/** Value of `front` in a template whose letters in front are chosen for each photo (`wovenFront`). */
export const AUTO = 'auto'

type Words = Immutable<Pick<TextValues, 'text' | 'front'>>

/** Returns for each letter whether it is in front of the subject. Ignores malformed parts of `front`. */
export function frontFlags({ text, front }: Words): boolean[] {
  const flags = lettersIn(text).map(() => false)
  for (const [, first, last = first] of front.matchAll(/(?<![\d-])(\d+)(?:-(\d+))?(?![\d-])/g))
    flags.fill(true, Math.max(0, Number(first) - 1), Math.max(0, Number(last)))
  return flags
}

/** Returns the value of `front` for these flags. The value is empty if all letters are behind the subject. */
export function frontOf(flags: readonly boolean[]): string {
  const ranges: string[] = []
  for (let first = 0; first < flags.length; first++) {
    if (!flags[first]) continue
    const start = first
    while (flags[first + 1]) first++
    ranges.push(start === first ? `${start + 1}` : `${start + 1}-${first + 1}`)
  }
  return ranges.join(',')
}

/**
 * Returns `front` after the text was edited. Letters before and after the edited part don't change their side.
 * Replacing letters have the side of the replaced letters. Added letters are behind the subject. 'auto' doesn't change.
 */
export function followWords({ text, front }: Words, words: string): string {
  if (front === '' || front === AUTO) return front
  const [was, is, flags] = [lettersIn(text), lettersIn(words), frontFlags({ text, front })]
  const least = Math.min(was.length, is.length)
  let before = 0
  while (before < least && was[before] === is[before]) before++
  let after = 0
  while (after < least - before && was.at(-1 - after) === is.at(-1 - after)) after++
  const edited = is.length - before - after
  const kept = flags.slice(before, Math.min(before + edited, was.length - after))
  const added = Array<boolean>(edited - kept.length).fill(false)
  return frontOf([...flags.slice(0, before), ...kept, ...added, ...flags.slice(was.length - after)])
}

/**
 * Returns a text layer of a template with other text. Letters stay on their side of the subject (`followWords`). If no
 * letter stays in front, `front` is 'auto', so that the new letters are chosen for each photo. A blank layer is shown.
 */
export function withWords<T extends Hideable>(layer: T, text: string): T {
  const front = layer.front && (followWords(layer, text) || AUTO)
  const written = { ...layer }
  showAgain(written, text)
  return { ...written, text, front }
}

type Hideable = Words & { isHidden?: true }

/**
 * Shows a blank layer that is about to get `text`, because a layer whose text was left out is hidden (`withTexts`).
 */
export function showAgain(layer: Hideable, text: string): void {
  if (isBlank(layer.text) && !isBlank(text)) delete layer.isHidden
}
