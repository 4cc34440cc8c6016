/** Peak memory of this process's descendants together. Needs /proc. */
import { readdirSync, readFileSync } from 'node:fs'

const EVERY_MS = 500

export function watchMemory(): { peakMb(): number | null } {
  let peak = childrenMb(process.pid)
  setInterval(() => {
    const now = childrenMb(process.pid)
    if (now !== null) peak = Math.max(peak ?? 0, now)
  }, EVERY_MS).unref()
  return { peakMb: () => (peak === null ? null : Math.round(peak)) }
}

export function childrenMb(root: number): number | null {
  try {
    const parents = new Map<number, number>()
    for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(name))
    const isOurs = (pid: number): boolean => {
      const parent = parents.get(pid) ?? 0
      return parent === root || (parent > 1 && isOurs(parent))
    }
    return [...parents.keys()].filter(isOurs).reduce((sum, pid) => sum + residentMb(pid), 0)
  } catch {
    return null // no /proc
  }
}

const parentOf = (pid: string): number => Number(/^PPid:\s*(\d+)/m.exec(statusOf(pid))?.[1] ?? 0)
const residentMb = (pid: number): number => Number(/^RssAnon:\s*(\d+)/m.exec(statusOf(String(pid)))?.[1] ?? 0) / 1024

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return '' // the process has ended
  }
}
