/** Limits the files that an agent may read and write to some folders (roots). Symbolic links can't lead out of them. */
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { UsageError } from '#server/render/options.ts'

const MAX_INPUT_BYTES = 300_000_000

/** Checks the paths that an agent sends. Relative paths start at the first root. */
export type Roots = ReturnType<typeof createRoots>

/** Creates the check for these folders. @throws {UsageError} if one of them isn't a folder */
export function createRoots(folders: readonly string[]) {
  const roots = folders.map((folder) => {
    must(statSync(folder, { throwIfNoEntry: false })?.isDirectory(), `--root ${folder}`, 'isn’t a folder.')
    return realpathSync(folder)
  })
  /** Returns the real path if it is below a root. Error messages call the path `name`. */
  function inside(path: string, name: string): string {
    const real = realPath(resolve(roots[0] ?? '.', path), path)
    const isInside = roots.some((root) => {
      const way = relative(root, real)
      return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
    })
    must(isInside, name, 'is outside of the folders that this server may use (--root).')
    return real
  }
  return {
    /** Returns the real path of an existing file below a root. @throws {UsageError} for any other path */
    input(path: string): string {
      const real = inside(path, path)
      const stats = statSync(real)
      must(stats.isFile(), path, 'isn’t a file.')
      must(stats.size <= MAX_INPUT_BYTES, path, 'is larger than 300 MB.')
      return real
    },
    /** Returns the folder and the name of a new file below a root. @throws {UsageError} for any other path */
    output(path: string) {
      const [folder, name] = [inside(dirname(path), path), basename(path)]
      must(statSync(folder).isDirectory(), dirname(path), 'isn’t a folder.')
      must(!lstatSync(join(folder, name), { throwIfNoEntry: false }), path, 'exists. Choose another name.')
      return { folder, name }
    },
  }
}

function realPath(path: string, name: string): string {
  try {
    return realpathSync(path)
  } catch {
    throw new UsageError(`${toPrintable(name)} doesn’t exist.`)
  }
}

function must(isMet: boolean | undefined, path: string, problem: string): void {
  if (!isMet) throw new UsageError(`${toPrintable(path)} ${problem}`)
}

/** Shortens the path to 200 characters and replaces control characters by '?'. */
const toPrintable = (path: string) => path.replace(/\p{Cc}/gu, '?').slice(0, 200)
