/** Memory of processes, read from /proc (Linux). */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface ProcessMemory {
  /** Proportional set size: memory that processes share is divided among them. Bytes. */
  pss: number
  /** Resident set size: memory that processes share counts in each of them. Bytes. */
  rss: number
}

/** Returns the sums over all descendants of a process, which is not in them, and of which no one runs Node. */
export function browserMemory(ancestor: number): ProcessMemory {
  const sum = { pss: 0, rss: 0 }
  for (const id of descendants(ancestor)) {
    if (isNode(id)) continue
    const text = readProc(`/proc/${id}/smaps_rollup`) ?? ''
    sum.pss += bytesOf(text, 'Pss')
    sum.rss += bytesOf(text, 'Rss')
  }
  return sum
}

/** Returns the ids of all descendants of a process. */
export function descendants(ancestor: number): number[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    const id = Number(entry)
    const stat = id > 0 ? readProc(`/proc/${entry}/stat`) : null
    if (stat) parents.set(id, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id)
    return parent !== undefined && (parent === ancestor || isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow)
}

const bytesOf = (rollup: string, name: string) =>
  1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0)

function isNode(id: number): boolean {
  try {
    return readlinkSync(`/proc/${id}/exe`) === process.execPath
  } catch {
    return false // the process has ended, or belongs to somebody else
  }
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null // the process has ended
  }
}
