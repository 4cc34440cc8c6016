/**
 * Measures a JPEG export of a 12 MP photo with a gain map, compared with the same export without the map. Time: medians
 * of interleaved rounds. Memory: the peak of all browser processes (PSS), beyond the open photo.
 * `npm run bench hdr [-- --photo FILE] [--quick] [--json]`
 */
import type { Page } from 'playwright'
import { inPage } from '../helpers/inPage.ts'
import { watchMemory } from '../helpers/processMemory.ts'
import { benchOptions, withBenchPage } from './browser/pages.ts'
import { median, printFigures } from './figures.ts'

const MEGAPIXELS = 12
const MB = 1e6
const sideOf = (page: Page) => inPage<typeof import('./hdrPage.ts')>(page, '/tests/bench/hdrPage.ts')

const options = benchOptions()
const rounds = options.quick ? 3 : 7
const times = { whole: await timesOf(false), cropped: await timesOf(true) }
const [plain, hdr] = [await peakOf(false), await peakOf(true)]
console.log(
  `most memory of the browser: ${(hdr / MB).toFixed(0)} MB with the map, ${(plain / MB).toFixed(0)} MB without`,
)
printFigures(
  { hdrTime12MP: [times.whole, 1.5], hdrTimeCropped12MP: [times.cropped, 1.5], hdrMemory12MP: [hdr / plain, 1.3] },
  options.json,
)

/** Returns the median time with the map divided by the median time without the map. The first round warms up. */
async function timesOf(isCropped: boolean): Promise<number> {
  return withPage(isCropped, async (page) => {
    const seen: Record<'hdr' | 'plain', number[]> = { hdr: [], plain: [] }
    for (let round = 0; round <= rounds; round++)
      for (const name of ['plain', 'hdr'] as const) {
        const { ms, bytes } = await sideOf(page).run(name === 'hdr')
        if (round > 0) seen[name].push(ms)
        else console.log(`${name}: ${(bytes / MB).toFixed(2)} MB`)
      }
    const list = (values: number[]) => values.map((ms) => ms.toFixed(0)).join(' ')
    console.log(`${isCropped ? 'cropped' : 'whole'}: ${list(seen.hdr)} ms with the map, ${list(seen.plain)} ms without`)
    return median(seen.hdr) / median(seen.plain)
  })
}

/** Returns the peak memory of the first export, bytes. */
function peakOf(isHdr: boolean): Promise<number> {
  return withPage(false, async (page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const memory = watchMemory(25)
    await sideOf(page).run(isHdr)
    return memory.stop()
  })
}

function withPage<T>(isCropped: boolean, use: (page: Page) => Promise<T>): Promise<T> {
  return withBenchPage(options, async (page, { photo }) => {
    await sideOf(page).load(MEGAPIXELS, photo, isCropped)
    return use(page)
  })
}
