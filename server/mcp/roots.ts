/** Limits the files that an agent may read and write to some folders (roots). Symbolic links can't lead out of them. */
import { accessSync, constants, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { codeOf } from '#server/db/failure.ts'
import { type InputFile, openInput, UnreadableError } from '#server/render/inputFile.ts'
import { UsageError } from '#server/render/options.ts'
import { type OutputFolder, openOutputFolder } from '#server/render/outputFolder.ts'

/** Opens the files and folders that an agent names. Relative paths start at the first root. */
export type Roots = ReturnType<typeof createRoots>

/** The name of a new file. Until `free` is called, other calls get other names. */
export interface ClaimedFile {
  readonly path: string
  /**
   * Writes the file. Resolves with the number of bytes. Rejects with a UsageError if another program has created a file
   * there, and doesn't change that file.
   */
  create(bytes: AsyncIterable<Uint8Array>): Promise<number>
  free(): void
}

/**
 * Returns functions that open and create files only below `folders`. @throws {UsageError} if one of them isn't a folder
 */
export function createRoots(folders: readonly string[]) {
  const roots = folders.map((folder) => {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) fail(`--root ${folder}`, 'isn’t a folder.')
    return realpathSync(folder)
  })
  const [first = '.'] = roots
  const claimed = new Set<string>()

  /**
   * Returns `place` if it is below a root. Otherwise fails with the same message whether or not a file exists there.
   */
  function mustBeInside(place: string | null, name: string): string {
    const isInside = roots.some((root) => {
      const way = relative(root, place ?? sep)
      return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
    })
    if (place !== null && isInside) return place
    return fail(name, `is outside of the folders that this server may use (--root): ${roots.join(', ')}.`)
  }
  const inside = (path: string, name: string) => mustBeInside(placeOf(resolve(first, path)), name)

  return {
    /** Opens an existing file below a root. Rejects with a UsageError for any other path, and for larger files. */
    async input(path: string, maxBytes: number): Promise<InputFile> {
      const place = inside(path, path)
      const file = await openInput(place, maxBytes).catch((error) => {
        if (!(error instanceof UnreadableError)) throw error
        return fail(path, reasonFor(error, place))
      })
      try {
        mustBeInside(file.place(), path)
        return file
      } catch (error) {
        await file.close()
        throw error
      }
    },
    /** Claims the name of a new file below a root. @throws {UsageError} for any other path */
    output(path: string): ClaimedFile {
      const name = basename(path)
      if (/[\p{Cc}\u2028\u2029]/u.test(path)) fail(path, 'contains a control character, such as a line break.')
      if (Buffer.byteLength(name) > 200) fail(path, 'has a name that is longer than 200 bytes.')
      const place = inside(dirname(path), path)
      const folder = statSync(place, { throwIfNoEntry: false })
      if (!folder) fail(dirname(path), 'doesn’t exist. Create the folder, or choose another one.')
      if (!folder?.isDirectory()) fail(dirname(path), 'isn’t a folder.')
      if (!isWritable(place)) fail(dirname(path), 'can’t be written to. Choose another folder.')
      const out = openOutputFolder(place)
      try {
        const file = join(mustBeInside(out.place(), path), name)
        const isTaken = claimed.has(file) || lstatSync(file, { throwIfNoEntry: false })
        if (isTaken) fail(path, `exists. Choose another name, such as ${freeName(path, (to) => resolve(first, to))}.`)
        claimed.add(file)
        return claim(file, path, out, () => claimed.delete(file))
      } catch (error) {
        out.clear()
        throw error
      }
    },
  }
}

function claim(file: string, path: string, out: OutputFolder, forget: () => void): ClaimedFile {
  return {
    path: file,
    create: (bytes) =>
      out.create(basename(file), bytes).catch((error) => {
        if (codeOf(error) !== 'EEXIST') throw error
        return fail(path, 'was created by another program meanwhile. Choose another name.')
      }),
    free() {
      forget()
      out.clear()
    },
  }
}

/** Returns the path without links. Missing parts stay as they are. Null for a loop of links. */
function placeOf(path: string, links = 40): string | null {
  try {
    return realpathSync(path)
  } catch {
    // a part of the path is missing, or a link leads nowhere
  }
  if (dirname(path) === path) return path
  const above = placeOf(dirname(path), links)
  if (above === null) return null
  const target = targetOf(join(above, basename(path)))
  if (target === null) return join(above, basename(path))
  return links > 0 ? placeOf(resolve(above, target), links - 1) : null
}

function targetOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null // the path isn't a link
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

const PHOTO_NAME = /\.(jpe?g|png|webp|heic|heif|hif|json|midground)$/i
const MAX_SUGGESTIONS = 8

/** Returns why the file can't be read. For a missing file, also the names of photos in its folder. */
function reasonFor({ message }: UnreadableError, place: string): string {
  if (message === 'not a file.') return 'isn’t a file.'
  if (message !== 'no such file.') return message
  const names = namesIn(dirname(place)).filter((name) => PHOTO_NAME.test(name))
  const listed = names.slice(0, MAX_SUGGESTIONS).map(toPrintable).join(', ')
  return listed
    ? `doesn’t exist. Files in this folder: ${listed}${names.length > MAX_SUGGESTIONS ? ' …' : ''}.`
    : 'doesn’t exist.'
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return [] // the folder is missing or unreadable
  }
}

/** Returns the first free name of 'name-2.png', 'name-3.png' … */
function freeName(path: string, at: (path: string) => string): string {
  for (let n = 2; ; n++) {
    const name = path.replace(/(\.\w+)?$/, `-${n}$1`)
    if (!lstatSync(at(name), { throwIfNoEntry: false })) return toPrintable(name)
  }
}

/** @throws {UsageError} always */
function fail(path: string, problem: string): never {
  throw new UsageError(`${toPrintable(path)} ${problem}`)
}

/** Shortens the path to 200 characters and replaces control characters with '?'. */
const toPrintable = (path: string) => path.replace(/\p{Cc}/gu, '?').slice(0, 200)
