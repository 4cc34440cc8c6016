/** The characters that the files of a built-in family contain. Each file contains one subset, such as Cyrillic. */
import { LruMap } from '../values/LruMap.ts'
import { FONT_FAMILIES } from './families.ts'
import { FAMILY_SUBSETS, SUBSETS } from './subsets.ts'

/** A subset of a family. `ranges`: its code points, first and last inclusive. No two subsets of a family overlap. */
export interface Subset {
  name: SubsetName
  ranges: readonly CodeRange[]
}
type SubsetName = (typeof SUBSETS)[number][0]
type CodeRange = readonly [first: number, last: number]

/** Returns the subsets of a built-in family. The first is always Latin. For an unknown family, returns only Latin. */
export function subsetsOf(id: string): readonly Subset[] {
  masks ??= masksById()
  const mask = masks.get(id) ?? 1
  const known = byMask.get(mask)
  if (known) return known
  const subsets: Subset[] = []
  for (const [i, [name, text]] of SUBSETS.entries()) {
    if (Math.floor(mask / 2 ** i) % 2 === 0) continue
    const taken = subsets.flatMap(({ ranges }) => ranges)
    subsets.push({ name, ranges: rangesOf(text).flatMap((range) => without(range, taken)) })
  }
  byMask.set(mask, subsets)
  return subsets
}

/** The subsets that contain the characters of a string, and the characters that no subset contains. */
interface Needed {
  subsets: readonly Subset[]
  rest: string
}

const needed = new LruMap<string, Needed>()
const MAX_NEEDED = 400

/**
 * Returns the family's subsets that contain characters of `text`, always including Latin, and the characters that no
 * subset contains.
 */
export function subsetsFor(id: string, text: string): Needed {
  const key = `${id} ${text}`
  const known = needed.get(key)
  if (known) return known
  const all = subsetsOf(id)
  const used = new Set(all.slice(0, 1))
  let rest = ''
  // Letters with combining marks are drawn composed where the font has the composed letter.
  for (const character of new Set(text + text.normalize('NFC'))) {
    const code = character.codePointAt(0) ?? 0
    const subset = all.find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last))
    if (subset) used.add(subset)
    else rest += character
  }
  const found = { subsets: all.filter((subset) => used.has(subset)), rest }
  needed.set(key, found)
  needed.trim(MAX_NEEDED)
  return found
}

/** Returns true if the family contains at least one character of the text. */
export const containsSome = (id: string, text: string): boolean =>
  [...text].some((character) => !subsetsFor(id, text).rest.includes(character))

const ALL: CodeRange = [0, 0x10ffff]

/**
 * Returns the CSS `unicode-range` of a family's subset. The range of Latin also includes all characters outside the
 * other subsets, because some Latin files contain a few more letters or marks.
 */
export function unicodeRange(id: string, { name, ranges }: Subset): string {
  const others = subsetsOf(id).flatMap((other) => (other.name === name ? [] : other.ranges))
  const own = name === 'latin' ? without(ALL, others) : ranges
  return own.map(([first, last]) => `U+${first.toString(16)}-${last.toString(16)}`).join()
}

/** For each subset, the non-Latin script (ISO 15924) or the language whose name the font picker shows. */
const SCRIPTS: Partial<Record<SubsetName, { type: 'script' | 'language'; code: string }>> = {
  vietnamese: { type: 'language', code: 'vi' },
  cyrillic: { type: 'script', code: 'Cyrl' },
  greek: { type: 'script', code: 'Grek' },
  hebrew: { type: 'script', code: 'Hebr' },
  arabic: { type: 'script', code: 'Arab' },
  devanagari: { type: 'script', code: 'Deva' },
  gujarati: { type: 'script', code: 'Gujr' },
  tamil: { type: 'script', code: 'Taml' },
  thai: { type: 'script', code: 'Thai' },
}

/**
 * Returns the names of a family's non-Latin scripts, such as "Cyrillic". `locale` (BCP 47) is the language of the
 * names.
 */
export function scriptNames(id: string, locale: string): string[] {
  return subsetsOf(id).flatMap(({ name }) => {
    const script = SCRIPTS[name]
    return script ? (new Intl.DisplayNames(locale, { type: script.type }).of(script.code) ?? []) : []
  })
}

const byMask = new Map<number, readonly Subset[]>()
let masks: ReadonlyMap<string, number> | null = null

/** Returns each family's subsets as a bit mask. The keys are the families' ids. */
function masksById(): ReadonlyMap<string, number> {
  const codes = FAMILY_SUBSETS.split(' ')
  const ids = FONT_FAMILIES.map(({ id }) => id).sort()
  return new Map(ids.map((id, i) => [id, Number.parseInt(codes[i] ?? '1', 36)]))
}

const rangesOf = (text: string): CodeRange[] =>
  text.split(',').map((part) => {
    const [first = '0', last = first] = part.split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

/** Returns the parts of a range outside the taken ranges. */
const without = (range: CodeRange, taken: readonly CodeRange[]): CodeRange[] =>
  taken.reduce<CodeRange[]>(
    (parts, [from, to]) =>
      parts.flatMap(([first, last]): CodeRange[] => {
        if (last < from || first > to) return [[first, last]]
        const pieces: CodeRange[] = [
          [first, from - 1],
          [to + 1, last],
        ]
        return pieces.filter(([start, end]) => start <= end)
      }),
    [range],
  )
