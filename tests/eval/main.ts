/**
 * Evaluates the shipped segmentation in a browser, on a folder of photos with true masks. npm run eval -- --set
 * <folder> [--limit N] [--pipeline best|first] [--backend webgl|wasm] [--clicks] [--candidates] [--gl
 * swiftshader|egl|…] [--pool MB] [--im2col] [--compiled-shapes] [--json]. `--backend`: the backend of the encoder. The
 * next three options vary WebGL: the size of the texture pool, convolutions by im2col, and shapes in the programs. npm
 * run eval -- --fill [--set <folder>] [--limit N] [--json] evaluates the fill of the background on simulated holes. npm
 * run eval -- --contrast [--set <folder>] [--limit N] evaluates the automatic colors of text layers. npm run eval --
 * --weave [--set <folder>] [--limit N] measures the letters that the subject hides after Weave. The folder contains
 * index.json with name, set, image, truth and, optionally, peer: a mask to compare with.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright'
import { createServer, type Plugin } from 'vite'
import type { Backend } from '#client/media/segmenter/segmentationTypes.ts'
import { graphicsArguments } from '../bench/browser/graphics.ts'
import { median } from '../bench/figures.ts'
import { inPage } from '../helpers/inPage.ts'
import { watchMemory } from '../helpers/processMemory.ts'
import { evaluateContrast } from './contrast/evaluateContrast.ts'
import { evaluateFill } from './inpainting/evaluateFill.ts'
import { bootstrap, type Measures } from './measures.ts'
import type { Case, Measured } from './page.ts'
import { type Column, type Row, writeSheets } from './sheets.ts'
import { average, candidatesOf, clicksOf, GOOD_IOU, hintsOf, means, NAMES, POOR_IOU, setOf } from './summary.ts'
import { evaluateWeave } from './weave/evaluateWeave.ts'

const SHEETS = 'build/eval'
/** Folders of photos that are evaluated without --set. */
const DEFAULT_SETS = ['shared/eval', '../shared/eval']
const SIMULATED_HOLES = 16
const COLUMNS: readonly Column[] = [['photo'], ['truth'], ['on white', '#fff'], ['on magenta', '#f0f'], ['peer']]
const { values: options } = parseArgs({
  options: {
    set: { type: 'string' },
    limit: { type: 'string' },
    pipeline: { type: 'string', default: 'best' },
    backend: { type: 'string' },
    gl: { type: 'string', default: process.env.BENCH_GL ?? 'swiftshader' },
    pool: { type: 'string' },
    im2col: { type: 'boolean', default: false },
    'compiled-shapes': { type: 'boolean', default: false },
    clicks: { type: 'boolean', default: false },
    candidates: { type: 'boolean', default: false },
    fill: { type: 'boolean', default: false },
    contrast: { type: 'boolean', default: false },
    weave: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const set = options.set ?? DEFAULT_SETS.find((path) => existsSync(join(path, 'index.json')))
if (!set || !['best', 'first'].includes(options.pipeline)) {
  console.error('eval: --set <folder> is needed, with index.json, photos and masks; --pipeline is best or first')
  process.exit(1)
}

const folder = resolve(set)
const index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as Case[]
const cases = spread(index, Number(options.limit ?? index.length))
const server = await createServer({ plugins: [evalPage(folder)], server: { port: 0, hmr: false }, logLevel: 'error' })
await server.listen()
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: graphicsArguments(options.gl),
})
const memory = watchMemory(500)
const results: Measured[] = []
try {
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.error(error))
  await page.goto(new URL('/eval.html', server.resolvedUrls?.local[0]).href)
  await mkdir(SHEETS, { recursive: true })
  if (options.contrast) await evaluateContrast(page, cases)
  else if (options.weave) await evaluateWeave(page, cases)
  else if (options.fill)
    await evaluateFill(page, index, { limit: Number(options.limit ?? SIMULATED_HOLES), isJson: options.json, browser })
  else await evaluateSeparation(page)
} finally {
  await browser.close()
  await server.close()
}
const peakMb = Math.round(memory.stop() / 1e6)
if (!options.fill && !options.contrast && !options.weave) report(results, peakMb)

async function evaluateSeparation(page: Page): Promise<void> {
  const side = inPage<typeof import('./page.ts')>(page, '/tests/eval/page.ts')
  for (const [i, one] of cases.entries()) {
    const background = cases[(i + 1) % cases.length]?.image ?? one.image
    const measured = await side.measureCase(one, {
      background,
      pipeline: options.pipeline,
      backend: options.backend as Backend | undefined,
      webgl: {
        ...(options.pool ? { poolMB: Number(options.pool) } : {}),
        usesDirectConvolution: !options.im2col,
        hasShapeUniforms: !options['compiled-shapes'],
      },
      clicksBelow: options.clicks ? POOR_IOU : 0,
      withCandidates: options.candidates,
    })
    results.push(measured)
    console.log(`${one.name.padEnd(32)} ${line(measured.ours)}  ${Math.round(measured.ms)} ms ${measured.error ?? ''}`)
  }
  // lists the worst photos first
  const rows = results.toSorted((a, b) => a.ours.iou - b.ours.iou).map(rowOf)
  await writeSheets(browser, SHEETS, 'sheet', COLUMNS, rows)
}

function rowOf({ name, ours, peer, cutout }: Measured): Row {
  const one = cases.find((each) => each.name === name)
  const about = `${name}: IoU ${ours.iou.toFixed(3)}${peer ? `, peer ${peer.iou.toFixed(3)}` : ''}`
  const given = (path?: string) => (path ? [pathToFileURL(join(folder, path)).href] : [])
  return { about, pictures: [...given(one?.image), ...given(one?.truth), cutout, cutout, ...given(one?.peer)] }
}

function report(all: readonly Measured[], peakMb: number): void {
  const sets = [...new Set(all.map(({ set }) => setOf(set)))]
  const summary = { ours: {} as Record<string, object>, peer: {} as Record<string, object> }
  for (const set of sets) {
    const group = all.filter((one) => setOf(one.set) === set)
    summary.ours[set] = { n: group.length, ...means(group.map((one) => one.ours)) }
    console.log(`\n${set}, ${group.length} photos`)
    console.log(`  ours  ${line(means(group.map((one) => one.ours)))}`)
    const pairs = group.flatMap(({ ours, peer }) => (peer ? [{ ours, peer }] : []))
    if (pairs.length === 0) continue
    summary.peer[set] = { n: pairs.length, ...means(pairs.map(({ peer }) => peer)) }
    console.log(`  peer  ${line(means(pairs.map(({ peer }) => peer)))}`)
    for (const name of NAMES) {
      const { mean, low, high } = bootstrap(pairs.map(({ ours, peer }) => ours[name] - peer[name]))
      console.log(`  ours - peer, ${name.padEnd(8)} ${signed(mean)} [${signed(low)}, ${signed(high)}]`)
    }
  }
  const clicks = clicksOf(all)
  if (clicks)
    console.log(
      `\n${clicks.n} found with an IoU below ${POOR_IOU}: ${clicks.before.toFixed(3)}, after one click ${clicks.one.toFixed(3)}, after three ${clicks.three.toFixed(3)}`,
    )
  const candidates = candidatesOf(all)
  if (candidates)
    console.log(
      `\nthe right one (IoU at least ${GOOD_IOU}) among the first one, two, three candidates of ${candidates.of}: ${candidates.right.join(', ')}; of ${candidates.doubtedOf} in doubt: ${candidates.doubted.join(', ')}\nbest of three, mean IoU ${candidates.best.toFixed(3)}, the first ${candidates.first.toFixed(3)}`,
    )
  const unsure = hintsOf(all)
  console.log(
    `\nunsure of ${unsure.n} of ${unsure.of}: of ${unsure.wrongOf} with an IoU below ${POOR_IOU} of ${unsure.wrong}, of the others of ${unsure.right}${unsure.falseAlarms.length > 0 ? ` (${unsure.falseAlarms.join(', ')})` : ''}`,
  )
  const soft = all.flatMap(({ fringe }) => fringe ?? [])
  const fringe = soft.length > 0 ? average(soft.map(({ ours }) => ours)) : null
  if (fringe !== null)
    console.log(
      `\ncolor error in the soft edges of ${soft.length}, of 255: ${fringe.toFixed(2)}, without estimate ${average(soft.map(({ plain }) => plain)).toFixed(2)}`,
    )
  const firstMatteMs = Math.round(median(all.map(({ firstMs }) => firstMs)))
  const secondsMedian = median(all.map(({ ms }) => ms)) / 1000
  console.log(
    `\nbackend ${all[0]?.backend}; first matte ${firstMatteMs} ms, the matte ${secondsMedian.toFixed(1)} s (medians)`,
  )
  console.log(`memory of the browser at most ${peakMb} MB; contact sheets in ${SHEETS}`)
  if (options.json)
    console.log(JSON.stringify({ ...summary, firstMatteMs, secondsMedian, peakMb, clicks, candidates, unsure, fringe }))
}

function line({ iou, mae, bandMae, gradient }: Measures): string {
  return `IoU ${iou.toFixed(4)}  MAE ${mae.toFixed(4)}  band ${bandMae.toFixed(3)}  gradient ${gradient.toFixed(3)}`
}

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(4)}`
}

/** Returns `count` items, evenly spread over the list. */
function spread<T>(all: readonly T[], count: number): T[] {
  return all.filter((_, i) => Math.floor(((i + 1) * count) / all.length) > Math.floor((i * count) / all.length))
}

/** Serves an empty page, and the folder as /eval/. */
function evalPage(folder: string): Plugin {
  return {
    name: 'eval-page',
    configureServer({ middlewares }) {
      middlewares.use('/eval.html', (_, response) => {
        response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>eval</title>')
      })
      middlewares.use('/eval/', async (request, response) => {
        response.end(await readFile(join(folder, decodeURIComponent(request.url ?? ''))))
      })
    },
  }
}
