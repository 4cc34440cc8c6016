/** Processes that a process has started, read from /proc (Linux). */
import { readdirSync, readFileSync } from 'node:fs'

/** Returns the ids of all descendants of a process. @throws where there is no /proc */
export function descendants(ancestor: number): number[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    const id = Number(entry)
    const stat = id > 0 ? readProc(`/proc/${entry}/stat`) : ''
    if (stat) parents.set(id, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id)
    return parent !== undefined && (parent === ancestor || isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow)
}

/** Returns a file of /proc; '' where the process has ended. */
export function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
