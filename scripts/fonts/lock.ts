/**
 * Writes lock.json for the fonts in client/kit/fonts/families.ts: version, checksum, license and files of each font's
 * newest package. Also writes client/kit/fonts/subsets.ts and revision.ts. Run `node scripts/fonts/lock.ts` after a
 * change to the list.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { FONT_FAMILIES } from '../../client/kit/fonts/families.ts'
import { fetchManifest, fetchPackage } from '../setup/npm.ts'
import { forEachConcurrently, type Lock, revisionOf } from './fetch.ts'

/** Licenses that allow the product to contain a font. */
const ALLOWED = ['OFL-1.1', 'Apache-2.0']

/** All subsets of the packages. The first subset that contains a character provides the character. */
const SUBSETS = [
  ...['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'hebrew', 'arabic'],
  ...['devanagari', 'gujarati', 'tamil', 'thai', 'gothic', 'old-italic', 'runic', 'math', 'symbols', 'symbols2'],
]

const lock: Lock = {}
/**
 * For each subset, the number of packages by Unicode range. A newer package may have a few more characters in a range.
 */
const ranges = new Map(SUBSETS.map((subset) => [subset, new Map<string, number>()]))
/** Subsets of each package: bit i is set if the package has `SUBSETS[i]`. */
const masks = new Map<string, number>()
const problems: string[] = []

await forEachConcurrently(FONT_FAMILIES, async (family) => {
  const name = `@fontsource/${family.id}`
  try {
    const { version, license, dist } = await fetchManifest(name)
    const { integrity } = dist
    const files = await fetchPackage(`${name}@${version}`, integrity)
    const fileOf = (subset: string, weight: number) => `files/${family.id}-${subset}-${weight}-normal.woff2`
    const weights = [400, 700].filter((weight) => files.has(fileOf('latin', weight)))
    const own: Record<string, string> = JSON.parse(files.get('unicode.json')?.toString() ?? '{}')
    if (!ALLOWED.includes(license)) problems.push(`${family.name}: licence ${license}`)
    if (!files.has('LICENSE')) problems.push(`${family.name}: no LICENSE file`)
    if (weights.join() !== family.weights.join())
      problems.push(`${family.name}: the list says ${family.weights}, the package holds ${weights}`)
    const faces = SUBSETS.filter((subset) => own[subset]).flatMap((subset) => weights.map((w) => fileOf(subset, w)))
    for (const path of faces) if (!files.has(path)) problems.push(`${family.name}: no ${path}`)
    for (const [subset, range] of Object.entries(own)) {
      const known = ranges.get(subset)
      if (known) known.set(range, (known.get(range) ?? 0) + 1)
      else problems.push(`${family.name}: the unknown subset ${subset}`)
    }
    masks.set(
      name,
      SUBSETS.reduce((mask, subset, i) => mask + (own[subset] ? 2 ** i : 0), 0),
    )
    lock[name] = { version, integrity, licence: license, files: [...faces, 'LICENSE'] }
  } catch (error) {
    problems.push(`${family.name}: ${(error as Error).message}`)
  }
})

if (problems.length > 0) {
  console.error(`${problems.sort().join('\n')}\n${problems.length} problems; lock.json is unchanged`)
  process.exit(1)
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)
const sorted: Lock = Object.fromEntries(Object.entries(lock).sort(byName))
await writeFile(new URL('lock.json', import.meta.url), `${JSON.stringify(sorted, null, 2)}\n`)
const page = new URL('../../client/kit/fonts/revision.ts', import.meta.url)
await writeFile(page, (await readFile(page, 'utf8')).replace(/'[0-9a-f]*'/, `'${revisionOf(sorted)}'`))

/** Returns the range of most packages without its "U+" and in lower case. */
const rangeOf = (subset: string) =>
  [...(ranges.get(subset) ?? [])]
    .reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])[0]
    .replaceAll('U+', '')
    .toLowerCase()
const rows = SUBSETS.map((subset) => `  ['${subset}', '${rangeOf(subset)}'],\n`).join('')
const codes = [...masks].sort(byName).map(([, mask]) => mask.toString(36))
await writeFile(
  new URL('../../client/kit/fonts/subsets.ts', import.meta.url),
  `// Written by scripts/fonts/lock.ts.

/** The subsets of the font packages, each with its code points (hexadecimal), in the order of their priority. */
export const SUBSETS = [
${rows}] as const

/**
 * Subsets of each family, in the order of the families' ids: a number in base 36, whose bit i stands for SUBSETS[i].
 */
export const FAMILY_SUBSETS =
  '${codes.join(' ')}'
`,
)
