/**
 * Measures an export's memory for a photo with lifted objects, compared with the same photo without objects. The
 * figures are peaks of all browser processes (PSS). `npm run bench objects [-- --photo FILE] [--json]`
 */
import { inPage } from '../helpers/inPage.ts'
import { browserMemory, watchMemory } from '../helpers/processMemory.ts'
import { benchOptions, withBenchPage } from './browser/pages.ts'
import type { LiftedObjects } from './objectsPage.ts'

const MEGAPIXELS = 12
const COUNT = 8
const MB = 1e6

const options = benchOptions()
const none = await measurePeak('no object', { count: 0, isFilled: false })
const unfilled = await measurePeak(`${COUNT} objects, not filled`, { count: COUNT, isFilled: false })
const filled = await measurePeak(`${COUNT} objects`, { count: COUNT, isFilled: true })
const figures = {
  unfilledObjectsMemory: Math.round((100 * unfilled) / none) / 100,
  objectsMemory: Math.round((100 * filled) / none) / 100,
}
console.log(`peaks against no object: ${figures.unfilledObjectsMemory} not filled, ${figures.objectsMemory} filled`)
if (options.json) console.log(JSON.stringify(figures))

/** Returns the peak memory of an export, bytes. */
function measurePeak(name: string, objects: LiftedObjects): Promise<number> {
  return withBenchPage(options, async (page, { photo }) => {
    const side = inPage<typeof import('./objectsPage.ts')>(page, '/tests/bench/objectsPage.ts')
    await side.load(MEGAPIXELS, photo, objects)
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const loaded = browserMemory(process.pid).pss
    const memory = watchMemory(50)
    await side.run()
    const peak = memory.stop()
    console.log(`${name}: ${(loaded / MB).toFixed(0)} MB loaded, at most ${(peak / MB).toFixed(0)} MB`)
    return peak
  })
}
