// Processor time of a process and its descendants: a measure of cost that other load on the machine does not change.
import { readdirSync, readFileSync } from 'node:fs'

/** USER_HZ: clock ticks per second, on every Linux that Node runs on. */
const TICKS = 100
/** Short interval, because the last processor time of a process that ends between two samples is lost. */
const SAMPLE_MS = 500

/**
 * Samples `root` and its descendants until `stop()`, which returns their processor seconds (user and system), or null
 * without /proc. They are sampled from outside, because a browser does not collect the times of its child processes.
 */
export function watchCpu(root = process.pid) {
  /** Ticks at the last sample, by process. A pid can be reused, but not with the same start time. */
  const seen = new Map()
  const sample = () => {
    for (const { key, ticks } of processTree(root)) seen.set(key, ticks)
  }
  sample()
  const before = new Map(seen)
  const timer = setInterval(sample, SAMPLE_MS)
  timer.unref()
  return {
    stop() {
      sample()
      clearInterval(timer)
      if (allProcesses().length === 0) return null
      return [...seen].reduce((sum, [key, ticks]) => sum + ticks - (before.get(key) ?? 0), 0) / TICKS
    },
  }
}

function processTree(root) {
  const all = allProcesses()
  const found = new Set([root])
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return all.filter(({ pid }) => found.has(pid))
}

/** Returns all processes, read from /proc/[pid]/stat, see proc(5). */
function allProcesses() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(status)
  } catch {
    return [] // this system isn't Linux
  }
}

function status(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // splits after the second field, the name, because the name may contain any characters
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return [{ pid: Number(pid), parent: Number(fields[1]), key: `${pid} ${fields[19]}`, ticks }]
  } catch {
    return [] // the process has ended
  }
}
