// Stores a content hash (stamp) of a step's inputs. The step runs again only if its inputs have changed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './run.mjs'

/**
 * Returns the SHA-256 (hex) of the names and contents of files and folders, without test files. A missing path is
 * hashed like an empty folder. `salt` is hashed too.
 */
export function hashOf(paths, salt = '') {
  const hash = createHash('sha256').update(salt)
  for (const path of paths) {
    hash.update(`\0${path}\0`)
    for (const file of filesUnder(path)) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  const full = join(ROOT, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort()
}

/** Returns true if the step ran with inputs of this hash. */
export const isFresh = (stamp, hash) => {
  const file = join(ROOT, stamp)
  return existsSync(file) && readFileSync(file, 'utf8') === hash
}

/** Records that the step ran with inputs of this hash. */
export function writeStamp(stamp, hash) {
  const file = join(ROOT, stamp)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, hash)
}
