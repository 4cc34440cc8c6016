/** Temporary folders, which are removed, and servers, which are closed, at the end of their test file. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []
const closings: (() => unknown)[] = []

/** Creates a temporary folder, on a RAM disk if there is one. */
export function makeFolder(prefix = 'midground-'): string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), prefix))
  folders.push(folder)
  return folder
}

/** Calls `close` at the end of the test file, before its folders are removed. */
export const closeAtEnd = (close: () => unknown): void => void closings.push(close)

export async function removeFolders(): Promise<void> {
  for (const close of closings.splice(0)) await close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}
