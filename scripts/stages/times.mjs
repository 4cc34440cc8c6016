// What stages take: seconds of the clock, and of processors, which tell what a stage costs on a busy machine as well.
import { watchCpu } from '../setup/cpu.mjs'

/** Starts counting what `root` and all that it starts need from now on; the seconds, null where the system does not tell. */
export function watched(root) {
  const start = performance.now()
  const cpu = watchCpu(root)
  return () => ({ seconds: (performance.now() - start) / 1000, cpu: cpu.stop() })
}

export async function measured(name, work) {
  const stop = watched()
  await work()
  return { name, ...stop() }
}

/** One line of the table at the end. Two idle cores give two seconds of processors each. */
export const told = ({ name, seconds, cpu }) =>
  `${name.padEnd(16)} ${clock(seconds)}${cpu === null ? '' : `   processors ${clock(cpu)}`}`

const clock = (seconds) => `${String(Math.round(seconds)).padStart(5)} s`
