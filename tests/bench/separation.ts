/**
 * How well and how fast the shipped pipeline separates: real worker, real browser, real files.
 * node tests/bench/separation.ts --eval <folder> [--set <name>] [--backend webgl|wasm] [--model <id>] [--save <folder>]
 * The folder holds index.json (name, set, image, truth) with photos and 8-bit masks.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { createServer, type Plugin } from 'vite'
import type { Case, Measured } from './separationPage.ts'

const { values: options } = parseArgs({
  options: {
    eval: { type: 'string' },
    set: { type: 'string' },
    backend: { type: 'string' },
    model: { type: 'string' },
    save: { type: 'string' },
  },
})
if (!options.eval) {
  console.error('separation: --eval <folder> is needed, with index.json, photos and masks')
  process.exit(1)
}

const folder = resolve(options.eval)
const index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as Case[]
const cases = index.filter((one) => !options.set || one.set === options.set)
if (options.save) await mkdir(options.save, { recursive: true })

const server = await createServer({ plugins: [benchPage(folder)], server: { port: 0, hmr: false }, logLevel: 'error' })
await server.listen()
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
})
try {
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.error(error))
  await page.goto(new URL('/bench.html', server.resolvedUrls?.local[0]).href)
  const results: Measured[] = []
  for (const one of cases) {
    const measured = await page.evaluate(
      async ({ one, backend, model, wantsMatte }) => {
        const bench = (await import('/tests/bench/separationPage.ts' as string)) as typeof import('./separationPage.ts')
        return bench.measure(one, { backend, model, wantsMatte })
      },
      { one, backend: options.backend, model: options.model, wantsMatte: options.save !== undefined },
    )
    if (options.save && measured.matte)
      await writeFile(join(options.save, `${one.name}.png`), Buffer.from(measured.matte.split(',')[1] ?? '', 'base64'))
    results.push(measured)
    console.log(`${one.name.padEnd(36)} ${line([measured])} ${measured.error ?? ''}`)
  }
  report(results)
} finally {
  await browser.close()
  await server.close()
}

function report(results: readonly Measured[]): void {
  console.log(`\nbackend ${results[0]?.backend}`)
  for (const set of new Set(results.map((one) => one.set))) {
    const group = results.filter((one) => one.set === set)
    console.log(`${set.padEnd(20)} n ${String(group.length).padStart(3)}  ${line(group)}`)
  }
}

function line(group: readonly Measured[]): string {
  const mean = (value: (one: Measured) => number) => group.reduce((sum, one) => sum + value(one), 0) / group.length
  const missed = group.filter((one) => one.iou < 0.5).length
  const [iou, mae, mse, ms] = [mean((r) => r.iou), mean((r) => r.mae), mean((r) => r.mse), mean((r) => r.ms)]
  return `IoU ${iou.toFixed(4)}  MAE ${mae.toFixed(4)}  MSE ${mse.toFixed(4)}  IoU<.5: ${missed}  ${ms.toFixed(0)} ms`
}

/** A bare page, and the evaluation folder under /eval/. */
function benchPage(folder: string): Plugin {
  return {
    name: 'bench-page',
    configureServer({ middlewares }) {
      middlewares.use('/bench.html', (_, response) => {
        response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>bench</title>')
      })
      middlewares.use('/eval/', async (request, response) => {
        response.end(await readFile(join(folder, decodeURIComponent(request.url ?? ''))))
      })
    },
  }
}
