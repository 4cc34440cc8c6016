/**
 * Memory of the browser while it exports a photo with lifted objects, compared with the same photo without: peaks over
 * all of the browser's processes (PSS). `npm run bench objects [-- --mp 12] [--count 8] [--json]`
 */
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { createServer } from 'vite'
import { browserMemory } from '../helpers/processMemory.ts'
import { benchPage } from './export.ts'
import type { LiftedObjects } from './objectsPage.ts'

const { values } = parseArgs({
  options: {
    mp: { type: 'string', default: '12' },
    count: { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
  },
})
const count = Number(values.count)
const MB = 1e6

interface Peaks {
  /** Before the export, bytes. */
  loaded: number
  /** During the first export, bytes. */
  peak: number
}

const server = await createServer({
  plugins: [benchPage(undefined)],
  server: { port: 0, hmr: false },
  logLevel: 'error',
})
await server.listen()
try {
  const none = await measure('no object', { count: 0, isFilled: false })
  const unfilled = await measure(`${count} objects, not filled`, { count, isFilled: false })
  const filled = await measure(`${count} objects`, { count, isFilled: true })
  const figures = {
    unfilledObjectsMemory: Math.round((100 * unfilled.peak) / none.peak) / 100,
    objectsMemory: Math.round((100 * filled.peak) / none.peak) / 100,
  }
  console.log(`peaks against no object: ${figures.unfilledObjectsMemory} not filled, ${figures.objectsMemory} filled`)
  if (values.json) console.log(JSON.stringify(figures))
} finally {
  await server.close()
}

/** Starts a separate browser per document, because a process may keep freed memory. */
async function measure(name: string, objects: LiftedObjects): Promise<Peaks> {
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  })
  try {
    const { loaded, peak } = await peaksOf(browser, objects)
    console.log(`${name}: ${(loaded / MB).toFixed(0)} MB loaded, at most ${(peak / MB).toFixed(0)} MB`)
    return { loaded, peak }
  } finally {
    await browser.close()
  }
}

async function peaksOf(browser: Browser, objects: LiftedObjects): Promise<Peaks> {
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.error(error))
  await page.goto(new URL('/bench.html', server.resolvedUrls?.local[0]).href)
  await page.evaluate(
    async ([mp, objects]) => {
      const side = (await import('/tests/bench/objectsPage.ts' as string)) as typeof import('./objectsPage.ts')
      await side.load(mp, objects)
    },
    [Number(values.mp), objects] as const,
  )
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const loaded = browserMemory(process.pid).pss
  let peak = loaded
  const sampling = setInterval(() => {
    peak = Math.max(peak, browserMemory(process.pid).pss)
  }, 50)
  await page.evaluate(async () => {
    const side = (await import('/tests/bench/objectsPage.ts' as string)) as typeof import('./objectsPage.ts')
    return side.run()
  })
  clearInterval(sampling)
  return { loaded, peak }
}
