/**
 * Writes lock.json for the fonts in client/kit/fonts/families.ts: version, checksum, licence and files of each font's
 * newest package. Run `node scripts/fonts/lock.ts` after a change of the list.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { FONT_FAMILIES } from '../../client/kit/fonts/families.ts'
import { fetchManifest, fetchPackage } from '../setup/npm.ts'
import { forEachConcurrently, type Lock, revisionOf } from './fetch.ts'

/** Licences under which the product may contain a font. */
const ALLOWED = ['OFL-1.1', 'Apache-2.0']

const lock: Lock = {}
const problems: string[] = []

await forEachConcurrently(FONT_FAMILIES, async (family) => {
  const name = `@fontsource/${family.id}`
  try {
    const { version, license, dist } = await fetchManifest(name)
    const { integrity } = dist
    const files = await fetchPackage(`${name}@${version}`, integrity)
    const fileOf = (weight: number) => `files/${family.id}-latin-${weight}-normal.woff2`
    const weights = [400, 700].filter((weight) => files.has(fileOf(weight)))
    if (!ALLOWED.includes(license)) problems.push(`${family.name}: licence ${license}`)
    if (!files.has('LICENSE')) problems.push(`${family.name}: no LICENSE file`)
    if (weights.join() !== family.weights.join())
      problems.push(`${family.name}: the list says ${family.weights}, the package holds ${weights}`)
    lock[name] = { version, integrity, licence: license, files: [...weights.map(fileOf), 'LICENSE'] }
  } catch (error) {
    problems.push(`${family.name}: ${(error as Error).message}`)
  }
})

if (problems.length > 0) {
  console.error(`${problems.sort().join('\n')}\n${problems.length} problems; lock.json is unchanged`)
  process.exit(1)
}

const sorted: Lock = Object.fromEntries(Object.entries(lock).sort(([a], [b]) => (a < b ? -1 : 1)))
await writeFile(new URL('lock.json', import.meta.url), `${JSON.stringify(sorted, null, 2)}\n`)
const page = new URL('../../client/kit/fonts/revision.ts', import.meta.url)
await writeFile(page, (await readFile(page, 'utf8')).replace(/'[0-9a-f]*'/, `'${revisionOf(sorted)}'`))
