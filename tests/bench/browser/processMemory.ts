/** Memory of processes, read from /proc (Linux). */
import { readlinkSync } from 'node:fs'
import { descendants, readProc } from '../../helpers/descendants.ts'

export interface ProcessMemory {
  /** Proportional set size: memory that processes share is divided among them. Bytes. */
  pss: number
  /** Resident set size: memory that processes share counts in each of them. Bytes. */
  rss: number
}

/** Returns the sums over all descendants of a process, without the process itself and without those that run Node. */
export function browserMemory(ancestor: number): ProcessMemory {
  const sum = { pss: 0, rss: 0 }
  for (const id of descendants(ancestor)) {
    if (isNode(id)) continue
    const text = readProc(`/proc/${id}/smaps_rollup`)
    sum.pss += bytesOf(text, 'Pss')
    sum.rss += bytesOf(text, 'Rss')
  }
  return sum
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
