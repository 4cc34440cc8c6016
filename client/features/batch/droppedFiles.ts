import { proxy } from 'valtio/vanilla'
import { locale } from '#client/kit/i18n/format.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import { isAccepted } from '#client/media/file/sniff.ts'
import type { Session } from '#client/model/session/session.ts'

/** The photos of a drop: `files`, or the content of `entries` if the drop contains a folder. */
export interface DroppedPhotos {
  files: readonly File[]
  /** All dropped entries if at least one is a folder, otherwise an empty list. */
  entries: readonly FileSystemEntry[]
}

/** The dropped photos that haven't been added to the batch yet. */
export const dropState = memoOn((_: Session) => proxy<{ dropped: DroppedPhotos | null }>({ dropped: null }))

/**
 * Resolves with the dropped photos. A folder yields all photos in it and in its subfolders, sorted by path. Skips
 * unreadable files, and hidden files in folders.
 */
export async function droppedFiles({ files, entries }: DroppedPhotos): Promise<readonly File[]> {
  if (entries.length === 0) return files
  const found: { path: string; file: File }[] = []
  for (const entry of entries) await collect(entry, found)
  const { compare } = new Intl.Collator(locale(), { numeric: true })
  return found.sort((a, b) => compare(a.path, b.path)).map(({ file }) => file)
}

async function collect(entry: FileSystemEntry, into: { path: string; file: File }[]): Promise<void> {
  try {
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
      if (isAccepted(file)) into.push({ path: entry.fullPath, file })
    } else if (isFolder(entry)) await collectIn(entry, into)
  } catch (error) {
    console.warn(`${entry.fullPath} cannot be read`, error)
  }
}

async function collectIn(folder: FileSystemDirectoryEntry, into: { path: string; file: File }[]): Promise<void> {
  for (const child of await childrenOf(folder)) {
    // names of thumbnails of file managers and of macOS's `._` files begin with a period
    const isHidden = child.name.startsWith('.')
    if (!isHidden) await collect(child, into)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/**
 * Returns all entries of a folder. Calls `readEntries` until the result is empty, because browsers return at most 100
 * per call.
 */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}
