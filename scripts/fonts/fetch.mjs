// Downloads the fonts of lock.json into build/fonts/<revision>/: each family's files and its licence. Idempotent: complete
// families are skipped, an interrupted run is resumed. Plain Node, any version from 20.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pool } from './pool.mjs'
import { registryUrl, tarball } from './registry.mjs'
import { revisionOf } from './revision.mjs'
import { untar } from './tar.mjs'

const FONTS = fileURLToPath(new URL('../../build/fonts/', import.meta.url))
const LOCK = new URL('lock.json', import.meta.url)
const CONCURRENCY = 8

/**
 * @param {{ report?: (done: number, all: number) => void }} [options]
 * @returns {Promise<{ folder: string, fetched: number }>} `fetched` = number of downloaded packages
 */
export async function fetchFonts({ report = () => {} } = {}) {
  const lock = JSON.parse(await readFile(LOCK, 'utf8'))
  const revision = revisionOf(lock)
  const folder = join(FONTS, revision)
  const missing = Object.entries(lock).filter(([name, entry]) => !isComplete(folder, name, entry))
  if (missing.length === 0) return { folder, fetched: 0 }

  await mkdir(folder, { recursive: true })
  const registry = await registryUrl()
  let done = 0
  report(done, missing.length)
  await pool(missing, CONCURRENCY, async ([name, entry]) => {
    await writeFiles(folder, name, entry, untar(await tarball(registry, { name, ...entry })))
    report(++done, missing.length)
  })
  for (const old of await readdir(FONTS)) if (old !== revision) await rm(join(FONTS, old), { recursive: true })
  return { folder, fetched: done }
}

const isComplete = (folder, name, entry) => entry.files.every((file) => existsSync(join(folder, target(name, file))))

async function writeFiles(folder, name, entry, files) {
  for (const file of entry.files) {
    const bytes = files.get(file)
    if (!bytes) throw new Error(`${name}@${entry.version} has no ${file}`)
    const path = join(folder, target(name, file))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.part`, bytes)
    await rename(`${path}.part`, path) // atomic: an interrupted run leaves no partial file
  }
}

/** `files/anton-latin-400-normal.woff2` → `anton-400.woff2`; `LICENSE` → `licences/anton.txt` */
function target(name, file) {
  const id = name.split('/').at(-1)
  const weight = /-latin-(\d+)-normal\.woff2$/.exec(file)?.[1]
  return weight ? `${id}-${weight}.woff2` : `licences/${id}.txt`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const started = Date.now()
  const report = (done, all) => {
    if (process.stdout.isTTY) process.stdout.write(`\rFonts: ${done} of ${all}`)
    else if (done % 50 === 0 || done === all) console.log(`Fonts: ${done} of ${all}`)
  }
  try {
    const { fetched } = await fetchFonts({ report })
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    console.log(
      fetched === 0
        ? 'Fonts: up to date'
        : `${process.stdout.isTTY ? '\n' : ''}Fonts: ${fetched} families in ${seconds} s`,
    )
  } catch (error) {
    console.error(`\nFonts could not be fetched: ${error.message}\nRun the command again to resume.`)
    process.exit(1)
  }
}
