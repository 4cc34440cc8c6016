/**
 * Downloads the fonts of lock.json to build/fonts/<revision>/: the files and the license of each family. Skips complete
 * families, so an interrupted run can be repeated.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchPackage } from '../setup/npm.ts'

/** Font packages by name. */
export type Lock = Record<string, { version: string; integrity: string; licence: string; files: string[] }>

const FONTS = fileURLToPath(new URL('../../build/fonts/', import.meta.url))
const CONCURRENCY = 8

/** Returns a hash of the lock. The hash is the name of the fonts' folder. */
export const revisionOf = (lock: Lock): string =>
  createHash('sha256').update(JSON.stringify(lock)).digest('hex').slice(0, 16)

/** Calls `work` for every item, a few items at a time. Rejects with the first failure. */
export async function forEachConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

/** Downloads the missing packages and returns their number. */
async function fetchFonts(report: (done: number, all: number) => void): Promise<number> {
  const lock: Lock = JSON.parse(await readFile(new URL('lock.json', import.meta.url), 'utf8'))
  const revision = revisionOf(lock)
  const folder = join(FONTS, revision)
  const missing = Object.entries(lock).filter(([name, { files }]) =>
    files.some((file) => !existsSync(join(folder, target(name, file)))),
  )
  if (missing.length === 0) return 0
  await mkdir(folder, { recursive: true })
  let done = 0
  await forEachConcurrently(missing, async ([name, { version, integrity, files }]) => {
    const contents = await fetchPackage(`${name}@${version}`, integrity)
    for (const file of files) await writeAtomically(join(folder, target(name, file)), contents.get(file))
    report(++done, missing.length)
  })
  for (const old of await readdir(FONTS)) if (old !== revision) await rm(join(FONTS, old), { recursive: true })
  return done
}

async function writeAtomically(path: string, bytes: Buffer | undefined): Promise<void> {
  if (!bytes) throw new Error(`a package lacks the file for ${path}`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.part`, bytes)
  await rename(`${path}.part`, path)
}

/**
 * Returns the name of the downloaded file, e.g. `files/anton-latin-400-normal.woff2` → `anton-400.woff2`,
 * `files/anton-latin-ext-400-normal.woff2` → `anton-latin-ext-400.woff2`, `LICENSE` → `licences/anton.txt`.
 */
function target(name: string, file: string): string {
  const face = /^files\/(.*)-normal\.woff2$/.exec(file)?.[1]
  return face ? `${face.replace(/-latin(?=-\d+$)/, '')}.woff2` : `licences/${name.split('/').at(-1)}.txt`
}

if (import.meta.main) {
  const report = (done: number, all: number) => {
    if (done % 50 === 0 || done === all) console.log(`Fonts: ${done} of ${all}`)
  }
  try {
    if ((await fetchFonts(report)) === 0) console.log('Fonts: up to date')
  } catch (error) {
    console.error(`\nFonts could not be fetched: ${(error as Error).message}\nRun the command again to resume.`)
    process.exit(1)
  }
}
