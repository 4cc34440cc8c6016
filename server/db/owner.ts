import { chownSync, lchownSync, statSync } from 'node:fs'

/** If this process is root, gives a file or folder the owner of `reference`, so that the service can write to it. */
export function keepOwner(path: string, reference: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(reference)
  if (statSync(path).isDirectory()) chownSync(path, uid, gid)
  else lchownSync(path, uid, gid)
}
