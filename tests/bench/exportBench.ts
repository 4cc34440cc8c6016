/** Compares the export with canvas.toBlob on one photo: bytes, wall time, and memory beyond the loaded photo. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { build, type Plugin } from 'vite'
import { inPage } from '../helpers/inPage.ts'
import { browserMemory, watchMemory } from '../helpers/processMemory.ts'
import type { Bench } from './browser/pages.ts'
import type { Exported, Method } from './exportPage.ts'

const METHODS: readonly Method[] = ['toBlob', 'ours']
export interface ExportBench extends Pick<Bench, 'browser' | 'base' | 'setting'> {
  megapixels: readonly number[]
}

/** Returns ratios of product to toBlob by figure, for example `exportBytesVsToBlob12MP`. */
export async function benchExport(bench: ExportBench): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  for (const mp of bench.megapixels) {
    const timed = roundsOf(bench) > 0 ? await timeRounds(bench, mp) : null
    const watched = await watchAll(bench, mp)
    const [ours, peer] = [timed?.ours ?? watched.ours.again, timed?.toBlob ?? watched.toBlob.again]
    const [memory, peerMemory] = [watched.ours.memory, watched.toBlob.memory]
    console.log(
      `export ${mp} MP: ours ${line(ours)}, ${mebibytes(memory)}; toBlob ${line(peer)}, ${mebibytes(peerMemory)}`,
    )
    figures[`exportBytesVsToBlob${mp}MP`] = ratio(ours.bytes, peer.bytes)
    figures[`exportWallVsToBlob${mp}MP`] = ratio(ours.ms, peer.ms)
    figures[`exportMemoryVsToBlob${mp}MP`] = ratio(memory, peerMemory)
  }
  return figures
}

/** Number of rounds. With 0, only the second export of the memory measurement is reported. */
const roundsOf = ({ setting }: ExportBench) => (setting.isQuick ? 0 : 5)

const line = ({ ms, bytes }: Exported) => `${ms.toFixed(0)} ms, ${(bytes / 1e6).toFixed(2)} MB`
const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`
const ratio = (a: number, b: number) => Math.round((1000 * a) / b) / 1000

/** Returns medians over interleaved rounds. Each method has its own page. The first round warms up. */
async function timeRounds(bench: ExportBench, mp: number): Promise<Record<Method, Exported>> {
  const pages = new Map<Method, Page>()
  for (const method of METHODS) pages.set(method, await openLoaded(bench, mp, method))
  const seen: Record<Method, Exported[]> = { ours: [], toBlob: [] }
  for (let round = 0; round <= roundsOf(bench); round++) {
    for (const [method, page] of pages) {
      const exported = await sideOf(page).run(method)
      if (round > 0) seen[method].push(exported)
    }
  }
  for (const page of pages.values()) await page.close()
  return { ours: median(seen.ours), toBlob: median(seen.toBlob) }
}

function median(runs: readonly Exported[]): Exported {
  const sorted = [...runs].sort((a, b) => a.ms - b.ms)
  return sorted[sorted.length >> 1] as Exported // at least one round was measured
}

interface Watched {
  /** Peak memory of all browser processes during the first export, beyond the loaded photo, bytes. */
  memory: number
  /** The result of the page's second export. */
  again: Exported
}

/** Measures the memory of both export methods. Both pages load the photo before the first export. */
async function watchAll(bench: ExportBench, mp: number): Promise<Record<Method, Watched>> {
  const [ours, toBlob] = await Promise.all([openLoaded(bench, mp, 'ours'), openLoaded(bench, mp, 'toBlob')])
  const samples = roundsOf(bench) > 0 ? 15 : 6
  const watched = { ours: await watch(ours, 'ours', samples), toBlob: await watch(toBlob, 'toBlob', samples) }
  await Promise.all([ours.close(), toBlob.close()])
  return watched
}

async function watch(page: Page, method: Method, samples: number): Promise<Watched> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const before = await settled(samples)
  const memory = watchMemory(25)
  await sideOf(page).run(method)
  return { memory: memory.stop() - before, again: await sideOf(page).run(method) }
}

/** Returns the lowest of several samples of the browsers' memory (PSS), bytes. */
async function settled(samples: number): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY
  for (let i = 0; i < samples; i++) {
    await new Promise((wake) => setTimeout(wake, 100))
    lowest = Math.min(lowest, browserMemory(process.pid).pss)
  }
  return lowest
}

async function openLoaded({ browser, base, setting }: ExportBench, mp: number, method: Method): Promise<Page> {
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.error(error))
  await page.goto(new URL('/bench.html', base).href)
  await sideOf(page).load(method, mp, setting.photo)
  return page
}

const sideOf = (page: Page) => inPage<typeof import('./exportPage.ts')>(page, '/tests/bench/exportPage.ts')

/**
 * Serves an empty page, a photo (/bench-photo) and the encoder's worker (/bench-thread.js). The worker is one cacheable
 * file, as in production. Vite's development server would send it in five files, again at each request.
 */
export function benchPage(photo: string | undefined): Plugin {
  let thread: Promise<string> | null = null
  return {
    name: 'export-bench-page',
    configureServer({ middlewares }) {
      middlewares.use('/bench-thread.js', async (_, response) => {
        thread ??= bundleThread()
        response
          .setHeader('Content-Type', 'text/javascript')
          .setHeader('Cache-Control', 'public, max-age=31536000, immutable')
          .end(await thread)
      })
      middlewares.use('/bench.html', (_, response) => {
        response
          .setHeader('Content-Type', 'text/html')
          .end('<!doctype html><link rel="icon" href="data:,"><title>bench</title>')
      })
      middlewares.use('/bench-photo', async (_, response) => {
        response.end(photo ? await readFile(photo) : undefined)
      })
    },
  }
}

async function bundleThread(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: 'client/media/exporter/strips/worker.ts', formats: ['es'], fileName: 'thread' },
    },
  })
  const [only] = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  if (only?.type !== 'chunk') throw new Error('the thread was not bundled')
  return only.code
}
