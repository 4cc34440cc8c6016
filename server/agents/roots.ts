/** The folders that an agent may read from and write to. Symbolic links do not lead out of them. */
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** A path that an agent may not use; the message is one sentence. */
export class PathError extends Error {}

/** Maximum size of an input file, bytes. */
const MAX_INPUT_BYTES = 300_000_000

/** Checks the paths that an agent names. Relative paths begin at the first root. */
export interface Roots {
  /** Returns the real path of an existing file. @throws {PathError} */
  input(path: string): string
  /**
   * Returns the folder and the name of a file to write. The folder must exist, the file must not.
   * @throws {PathError}
   */
  output(path: string): { folder: string; name: string }
}

/** Creates the check for these folders. @throws {PathError} if one of them isn't a folder */
export function createRoots(folders: readonly string[]): Roots {
  const roots = folders.map((folder) => {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new PathError(`--root ${folder}: no such folder.`)
    return realpathSync(folder)
  })
  const mustBeInside = (real: string, path: string) => {
    const isInside = roots.some((root) => {
      const way = relative(root, real)
      return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
    })
    if (!isInside)
      throw new PathError(`${toPrintable(path)} is outside of the folders that this server may use (--root).`)
  }
  const absolute = (path: string) => resolve(roots[0] ?? '.', path)
  return {
    input(path) {
      const real = realPath(absolute(path), path)
      mustBeInside(real, path)
      const { size, isFile } = describe(real)
      if (!isFile) throw new PathError(`${toPrintable(path)} isn’t a file.`)
      if (size > MAX_INPUT_BYTES) throw new PathError(`${toPrintable(path)} is larger than 300 MB.`)
      return real
    },
    output(path) {
      const wanted = absolute(path)
      const folder = realPath(dirname(wanted), dirname(path))
      mustBeInside(folder, path)
      if (!describe(folder).isFolder) throw new PathError(`${toPrintable(dirname(path))} isn’t a folder.`)
      const name = basename(wanted)
      if (lstatSync(join(folder, name), { throwIfNoEntry: false }))
        throw new PathError(`${toPrintable(path)} exists. Choose another name.`)
      return { folder, name }
    },
  }
}

function describe(path: string) {
  const stats = statSync(path)
  return { size: stats.size, isFile: stats.isFile(), isFolder: stats.isDirectory() }
}

function realPath(path: string, name: string): string {
  try {
    return realpathSync(path)
  } catch {
    throw new PathError(`${toPrintable(name)} doesn’t exist.`)
  }
}

/** Returns the path without control characters, at most 200 characters long. */
const toPrintable = (path: string) => path.replace(/\p{Cc}/gu, '?').slice(0, 200)
