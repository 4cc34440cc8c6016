// Processor time of everything a process has started: what a stage costs, however busy the machine is beside it.
import { readdirSync, readFileSync } from 'node:fs'

/** Kernel ticks per second, on every Linux that Node runs on. */
const TICKS = 100
/** Often enough that little of what a process did last is missed. */
const LOOK_MS = 500

/**
 * Watches `root` and its descendants until `stop()` answers their seconds, user and system together; null where the
 * system does not tell (no /proc). Looked at from outside, for a browser does not collect the times of its processes.
 */
export function watchCpu(root = process.pid) {
  /** Ticks when last seen, by process. A number is used again, but not with the same start. */
  const seen = new Map()
  const look = () => {
    for (const { key, ticks } of family(root)) seen.set(key, ticks)
  }
  look()
  const before = new Map(seen)
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return {
    stop() {
      look()
      clearInterval(timer)
      if (running().length === 0) return null
      return [...seen].reduce((sum, [key, ticks]) => sum + ticks - (before.get(key) ?? 0), 0) / TICKS
    },
  }
}

function family(root) {
  const all = running()
  const found = new Set([root])
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return all.filter(({ pid }) => found.has(pid))
}

/** Every process there is, as /proc tells: proc(5), `stat`. */
function running() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(status)
  } catch {
    return [] // no such folder: not Linux
  }
}

function status(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // from the third on; the second may hold anything
    const ticks = Number(fields[11]) + Number(fields[12])
    return [{ pid: Number(pid), parent: Number(fields[1]), key: `${pid} ${fields[19]}`, ticks }]
  } catch {
    return [] // it has ended meanwhile
  }
}
