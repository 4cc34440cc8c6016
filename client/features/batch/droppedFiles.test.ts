import { expect, it, vi } from 'vitest'
import { quietSession } from '../../../tests/helpers/session.ts'
import { takeDrop } from './BatchSlot.tsx'
import { droppedFiles, dropState } from './droppedFiles.ts'

type Tree = { [name: string]: Tree | string }

/**
 * Creates the entry of a dropped file or folder. `tree`: a file's content, or a folder's entries. `readEntries` returns
 * at most two entries per call, because browsers also return a folder's entries in parts.
 */
function entry(path: string, tree: Tree | string): FileSystemEntry {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const about = { name, fullPath: path, isFile: typeof tree === 'string', isDirectory: typeof tree !== 'string' }
  if (typeof tree === 'string')
    return {
      ...about,
      file: (give: (file: File) => void, fail: (error: Error) => void) =>
        tree === 'gone' ? fail(new Error('gone')) : give(new File([tree], name)),
    } as unknown as FileSystemEntry
  const left = Object.entries(tree).map(([child, below]) => entry(`${path}/${child}`, below))
  const readEntries = (give: (entries: FileSystemEntry[]) => void) => give(left.splice(0, 2))
  return { ...about, createReader: () => ({ readEntries }) } as unknown as FileSystemEntry
}

const namesOf = async (...entries: FileSystemEntry[]) =>
  (await droppedFiles({ files: [], entries })).map(({ name }) => name)

it('droppedFiles returns the photos of a folder and its subfolders, sorted by path', async () => {
  const folder = entry('/shop', { 'b10.jpg': 'x', 'b9.jpg': 'x', 'notes.txt': 'x', a: { 'z.png': 'x', 'y.heic': 'x' } })
  expect(await namesOf(folder)).toEqual(['y.heic', 'z.png', 'b9.jpg', 'b10.jpg'])
})

it('hidden files in a dropped folder are skipped', async () => {
  const folder = entry('/card', { 'a.jpg': 'x', '._a.jpg': 'x', '.thumbnails': { 'a.jpg': 'x' } })
  expect(await namesOf(folder)).toEqual(['a.jpg'])
})

it('unreadable files in a dropped folder are skipped', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(await namesOf(entry('/card', { 'a.jpg': 'gone', 'b.jpg': 'x' }))).toEqual(['b.jpg'])
})

it('dropped files without a folder are returned unchanged', async () => {
  const files = [new File(['x'], 'b.jpg'), new File(['x'], 'a.txt')]
  expect(await droppedFiles({ files, entries: [] })).toEqual(files)
})

it.each([
  ['Batch edit', 'batch', 1, true],
  ['no dialog', null, 1, false],
  ['no dialog', null, 2, true],
  ['another dialog', 'export', 2, false],
])('while %s is open (%s), a drop of %i photos goes to the batch: %s', (_, open, count, isTaken) => {
  const session = quietSession()
  session.ui.dialog = open
  const files = Array.from({ length: count }, (_, i) => new File(['x'], `${i}.jpg`, { type: 'image/jpeg' }))
  expect(takeDrop({ items: [], files } as unknown as DataTransfer, session)).toBe(isTaken)
  expect(dropState(session).dropped?.files.length ?? 0).toBe(isTaken ? count : 0)
  expect(session.ui.dialog).toBe(isTaken ? 'batch' : open)
})
