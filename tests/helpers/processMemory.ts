/** Reads the memory of all descendants of a process from /proc (Linux). */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface ProcessMemory {
  /** Proportional set size, bytes: each process counts its share of shared memory. */
  pss: number
  /** Resident set size, bytes: each process counts all its shared memory. */
  rss: number
}

/** Returns the memory of all descendants of a process except Node, summed up. Both sums are 0 if there is no /proc. */
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

/**
 * Samples the memory of this process's browsers. `stop` returns the highest PSS in bytes, or 0 if there is no /proc.
 */
export function watchMemory(everyMs: number): { stop(): number } {
  let peak = 0
  const sample = () => {
    peak = Math.max(peak, browserMemory(process.pid).pss)
  }
  sample()
  const timer = setInterval(sample, everyMs)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}

const bytesOf = (rollup: string, name: string) =>
  1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0)

function isNode(id: number): boolean {
  try {
    return readlinkSync(`/proc/${id}/exe`) === process.execPath
  } catch {
    return false // the process has exited or belongs to another user
  }
}

function descendants(ancestor: number): number[] {
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

/** Reads a file of /proc. Returns '' if the process has exited. */
function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
