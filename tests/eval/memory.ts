/** Peak memory of this process's descendants together. Needs /proc. */
import { descendants, readProc } from '../helpers/descendants.ts'

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
    return descendants(root).reduce((sum, pid) => sum + residentMb(pid), 0)
  } catch {
    return null // no /proc
  }
}

const residentMb = (pid: number): number =>
  Number(/^RssAnon:\s*(\d+)/m.exec(readProc(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
