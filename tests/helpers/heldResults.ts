/** Counts results that can't be garbage collected, in Node. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Calls `produce` five times, and resolves with the number of results that are still held after a collection. */
export async function countHeld(produce: () => Promise<object>): Promise<number> {
  const results: WeakRef<object>[] = []
  for (let n = 0; n < 5; n++) results.push(new WeakRef(await produce()))
  await produce() // the engine may hold the newest result
  await new Promise((resolve) => setTimeout(resolve))
  collectGarbage()
  return results.filter((result) => result.deref()).length
}
