// Measures stages: wall time, and processor time, which is meaningful on a busy machine too.
import { watchCpu } from '../setup/cpu.mjs'

/**
 * Starts to measure process `root` and its descendants. The returned function ends it and returns wall time (`seconds`) and
 * processor time (`cpu`, s; null where the system does not tell it).
 */
export function startTimer(root) {
  const start = performance.now()
  const cpu = watchCpu(root)
  return () => ({ seconds: (performance.now() - start) / 1000, cpu: cpu.stop() })
}

/** Runs `work` and resolves with its name and its times, s. */
export async function measure(name, work) {
  const stop = startTimer()
  await work()
  return { name, ...stop() }
}

/** Returns one line of the final table. Two idle cores provide two processor seconds per second. */
export const formatRow = ({ name, seconds, cpu }) =>
  `${name.padEnd(16)} ${clock(seconds)}${cpu === null ? '' : `   processors ${clock(cpu)}`}`

const clock = (seconds) => `${String(Math.round(seconds)).padStart(5)} s`
