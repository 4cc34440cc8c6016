/**
 * Memory of the browser while it exports a photo with lifted objects, compared with the same photo without: peaks over
 * all of the browser's processes (PSS). `npm run bench objects [-- --photo FILE] [--json]`
 */
import { browserMemory, watchMemory } from '../helpers/processMemory.ts'
import { benchOptions, openBench } from './browser/pages.ts'
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

/** Returns the peak during an export, bytes. Each document has a browser of its own, because processes keep freed memory. */
async function measurePeak(name: string, objects: LiftedObjects): Promise<number> {
  const bench = await openBench(options)
  try {
    const page = await bench.open('/bench.html')
    await page.evaluate(
      async ([megapixels, photo, objects]) => {
        const side = (await import('/tests/bench/objectsPage.ts' as string)) as typeof import('./objectsPage.ts')
        await side.load(megapixels, photo, objects)
      },
      [MEGAPIXELS, bench.setting.photo, objects] as const,
    )
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const loaded = browserMemory(process.pid).pss
    const memory = watchMemory(50)
    await page.evaluate(async () => {
      const side = (await import('/tests/bench/objectsPage.ts' as string)) as typeof import('./objectsPage.ts')
      return side.run()
    })
    const peak = memory.stop()
    console.log(`${name}: ${(loaded / MB).toFixed(0)} MB loaded, at most ${(peak / MB).toFixed(0)} MB`)
    return peak
  } finally {
    await bench.close()
  }
}
