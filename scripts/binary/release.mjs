// Writes the files that belong to the executables of a release: checksums, licenses and a bill of materials.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientDir } from '../setup/prepare.mjs'
import { ROOT } from '../setup/run.mjs'
import { HOST, TARGETS } from './targets.mjs'

const SUMS = 'SHA256SUMS'
const NAMES = /^midground(-test)?(-(linux|win)-[a-z0-9]+(\.exe)?)?$/

/** Writes SHA256SUMS of all executables in `folder`, in the format of `sha256sum --check`. Returns its path. */
export function writeSums(folder) {
  const names = readdirSync(folder).filter((name) => NAMES.test(name))
  const lines = names.sort().map((name) => `${sha256(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, SUMS), lines.join(''))
  return join(folder, SUMS)
}

const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Writes THIRD-PARTY-NOTICES.txt: the licenses of Node.js and of the software in the client and in the server. */
export function writeNotices(folder) {
  const licence = join(ROOT, 'node_modules', TARGETS[HOST].node[0], 'LICENSE')
  const parts = [join(ROOT, clientDir(), 'third-party-notices.txt'), licence].map((file) => readFileSync(file, 'utf8'))
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), parts.join('\n\n'))
}

/** Writes a CycloneDX bill of materials: all packages of package-lock.json except development dependencies. */
export function writeBill(file) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev', '--sbom-type=application']
  const bill = execFileSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const parsed = JSON.parse(bill)
  parsed.metadata.component.name = 'midground' // npm uses the folder's name
  writeFileSync(file, `${JSON.stringify(parsed, null, 2)}\n`)
}
