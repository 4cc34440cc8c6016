/** Unpacks the SQLite addon of a single executable, because the system loads shared libraries only from files. */
import { hash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../failure.ts'

/** Mode of the unpacked addon: only the owner can read and execute the file, and nobody can write it. */
const MODE = 0o500

/** Writes the addon to DATA_DIR/.native unless the same file exists. Returns its path. */
export function unpackAddon(dataDir: string, name: string, content: Uint8Array): string {
  const folder = join(dataDir, '.native')
  const file = join(folder, name)
  if (isWhole(file, content)) return file
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A separate name for each process, because several processes may start at the same time.
  const part = `${file}.${randomUUID()}.part`
  writeFileSync(part, content, { mode: MODE, flag: 'wx' })
  renameSync(part, file)
  for (const other of readdirSync(folder)) if (other !== name && !other.endsWith('.part')) rmSync(join(folder, other))
  return file
}

/** Unpacks the addon and returns its exports. @throws {OperatorError} if the system can't load it */
export function loadAddon(dataDir: string, name: string, content: Uint8Array): object {
  const file = unpackAddon(dataDir, name, content)
  const module = { exports: {} }
  try {
    process.dlopen(module, file)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`SQLite cannot be loaded, maybe because DATA_DIR is mounted with noexec: ${why}`)
  }
  return module.exports
}

function isWhole(file: string, content: Uint8Array): boolean {
  try {
    return hash('sha256', readFileSync(file)) === hash('sha256', content)
  } catch {
    return false // the file doesn't exist
  }
}
