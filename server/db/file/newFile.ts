/** Names for new files. One step checks and claims a name, so another program's file isn't replaced. */
import { constants, copyFileSync, linkSync } from 'node:fs'
import { codeOf } from '../failure.ts'

/** Error codes of file systems without hard links, such as exFAT and some network drives. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/**
 * Links the finished file `part` to the new path `to`, or copies it if the file system has no hard links. The caller
 * deletes `part`. @throws the system's error, with the code EEXIST if `to` exists
 */
export function linkNew(part: string, to: string, link = linkSync): void {
  try {
    link(part, to)
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error))) throw error
    copyFileSync(part, to, constants.COPYFILE_EXCL)
  }
}

/**
 * Calls `take` with `wanted`, 'name-2.db', 'name-3.db' … until a name is free: until `take` no longer throws an error
 * with the code EEXIST. Returns the taken name. @throws every other error of `take`
 */
export function takeFreshName(wanted: string, take: (name: string) => void): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : wanted.replace(/(\.\w+)?$/, `-${n}$1`)
    try {
      take(name)
      return name
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}
