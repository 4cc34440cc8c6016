// Rewrites lock.json from client/kit/fonts/families.ts: the newest version of each family's package, its checksum, its
// licence, and the files we use. Run it after changing the list: node scripts/fonts/lock.mjs (Node 24 reads TypeScript).
import { readFile, writeFile } from 'node:fs/promises'
import { FONT_FAMILIES } from '../../client/kit/fonts/families.ts'
import { pool } from './pool.mjs'
import { manifest, registryUrl, tarball } from './registry.mjs'
import { revisionOf } from './revision.mjs'
import { untar } from './tar.mjs'

/** Licences that permit shipping a font with the product. */
const ALLOWED = ['OFL-1.1', 'Apache-2.0']

const registry = await registryUrl()
const lock = {}
const problems = []
let bytes = 0
let kept = 0

await pool(FONT_FAMILIES, 8, async (family) => {
  const name = `@fontsource/${family.id}`
  try {
    const { version, license, dist } = await manifest(registry, name, 'latest')
    const tgz = await tarball(registry, { name, version, integrity: dist.integrity })
    const files = untar(tgz)
    const weights = [400, 700].filter((w) => files.has(fileOf(family.id, w)))
    if (!ALLOWED.includes(license)) problems.push(`${family.name}: licence ${license}`)
    if (!files.has('LICENSE')) problems.push(`${family.name}: no LICENSE file`)
    if (weights.join() !== family.weights.join())
      problems.push(`${family.name}: the list says ${family.weights}, the package holds ${weights}`)
    if (tgz.length > 4e6) console.warn(`${family.name}: a download of ${(tgz.length / 1e6).toFixed(1)} MB`)
    for (const w of weights) kept += files.get(fileOf(family.id, w)).length
    bytes += tgz.length
    lock[name] = {
      version,
      integrity: dist.integrity,
      licence: license,
      files: [...weights.map((w) => fileOf(family.id, w)), 'LICENSE'],
    }
  } catch (error) {
    problems.push(`${family.name}: ${error.message}`)
  }
})

if (problems.length > 0) {
  console.error(problems.sort().join('\n'))
  console.error(`${problems.length} problems; lock.json is unchanged`)
  process.exit(1)
}

const sorted = Object.fromEntries(Object.entries(lock).sort(([a], [b]) => (a < b ? -1 : 1)))
await writeFile(new URL('lock.json', import.meta.url), `${JSON.stringify(sorted, null, 2)}\n`)
const page = new URL('../../client/kit/fonts/revision.ts', import.meta.url)
const before = await readFile(page, 'utf8')
await writeFile(page, before.replace(/'[0-9a-f]*'/, `'${revisionOf(sorted)}'`))
console.log(
  `${FONT_FAMILIES.length} families, ${(bytes / 1e6).toFixed(1)} MB to download, ${(kept / 1e6).toFixed(1)} MB kept`,
)

function fileOf(id, weight) {
  return `files/${id}-latin-${weight}-normal.woff2`
}
