// Measures the processor time of a process and its descendants. Other load on the machine doesn't change this time.
import { readdirSync, readFileSync } from 'node:fs'

/** USER_HZ: clock ticks per second, on every Linux that Node runs on. */
const TICKS = 100
/** Interval between samples. It is short, because the time after the last sample of a process isn't counted. */
const SAMPLE_MS = 500

/**
 * Samples the process `root` and its descendants. `stop()` returns their processor seconds (user and system), or null
 * if there is no /proc. Sampling is necessary, because a browser doesn't report the times of its child processes.
 */
export function watchCpu(root = process.pid) {
  /** Ticks at the last sample, by pid and start time, because the system can reuse a pid. */
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

/** Reads all processes from /proc/[pid]/stat, see proc(5). */
function allProcesses() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(status)
  } catch {
    return [] // systems other than Linux don't have /proc
  }
}

function status(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // splits after the name in parentheses, which may contain spaces
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return [{ pid: Number(pid), parent: Number(fields[1]), key: `${pid} ${fields[19]}`, ticks }]
  } catch {
    return [] // the process has exited
  }
}
