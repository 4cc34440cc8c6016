/**
 * The GPU engine against its peers, on one photo in one run: ratios, since a shared machine's milliseconds mean little.
 * npm run bench:gpu -- [--quick] [--json] [--photo <file>] [--gl swiftshader|egl|<ANGLE backend>] [--only <part>]
 * Rounds are interleaved, medians count, and every frame ends with a pixel read back. --quick takes
 * fewer rounds, of pictures of the same sizes where a figure names one. With --json the last line is one object with
 * every figure. --gl egl asks for the machine's own GPU.
 */
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { createServer } from 'vite'
import { fonts } from '../../scripts/fonts/vite.ts'
import { kernel } from '../../scripts/kernel/vite.ts'
import { benchExport, benchPage } from './export.ts'
import { barText, FIGURES, type Figure, holds } from './gpu/figures.ts'
import type { Measured, Setting } from './gpu/setting.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    photo: { type: 'string' },
    gl: { type: 'string', default: process.env.BENCH_GL ?? 'swiftshader' },
    only: { type: 'string' },
  },
})

/** Each is a page of its own, so that none inherits another's GPU memory. */
const PARTS = ['accuracy', 'drag', 'dragSubject', 'effects', 'sliders'] as const
type Part = (typeof PARTS)[number] | 'export'

const ANGLE: Record<string, string[]> = {
  swiftshader: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  egl: ['--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
}

const started = performance.now()
const server = await createServer({
  configFile: false,
  // Beside the tests' cache: theirs must not be thrown away for the peers' sake.
  cacheDir: 'node_modules/.vite-bench',
  plugins: [benchPage(options.photo), fonts(), kernel()],
  worker: { format: 'es', plugins: () => [kernel()] },
  define: { __TEST_HOOKS__: 'false' },
  optimizeDeps: {
    noDiscovery: true,
    include: ['fabric', 'pixi.js', 'pixi.js/unsafe-eval', 'pixi-filters', 'valtio', 'valtio/vanilla'],
  },
  server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  logLevel: 'error',
})
await server.listen()
const base = server.resolvedUrls?.local[0] ?? ''
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: [
    ...(ANGLE[options.gl] ?? ['--use-gl=angle', `--use-angle=${options.gl}`, '--ignore-gpu-blocklist']),
    '--disable-background-networking',
    '--no-first-run',
  ],
})
const setting: Setting = { isQuick: options.quick, photo: options.photo ? '/bench-photo' : null }
const figures: Partial<Record<Figure, number>> = {}
try {
  for (const part of [...PARTS, 'export'] as const) {
    if (options.only && options.only !== part) continue
    const from = performance.now()
    Object.assign(figures, part === 'export' ? await exported() : await measured(part))
    console.log(`${part}: ${((performance.now() - from) / 1000).toFixed(1)} s\n`)
  }
} finally {
  await browser.close()
  await server.close()
}
report()

async function measured(part: Exclude<Part, 'export'>): Promise<Measured['figures']> {
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.error(error))
  page.on('console', (m) => console.log(m.text()))
  await page.goto(new URL('/bench.html', base).href)
  const { figures, lines } = await page.evaluate(
    async ({ part, setting }) => {
      const { measure } = (await import(`/tests/bench/gpu/${part}.ts`)) as {
        measure(setting: Setting): Promise<Measured>
      }
      return measure(setting)
    },
    { part, setting },
  )
  await page.close()
  for (const line of lines) console.log(line)
  return figures
}

function exported(): Promise<Measured['figures']> {
  return benchExport({
    browser,
    base,
    megapixels: [12, 24],
    rounds: options.quick ? 0 : 5,
    ...(setting.photo ? { photo: setting.photo } : {}),
  })
}

function report(): void {
  console.log('figure                            measured        bar')
  for (const name of FIGURES) {
    const value = figures[name]
    if (value === undefined) continue
    const verdict = holds(name, value) ? '' : '  MISSED'
    console.log(`${name.padEnd(32)} ${value.toPrecision(4).padStart(9)}  ${barText(name).padStart(9)}${verdict}`)
  }
  console.log(`${((performance.now() - started) / 1000).toFixed(0)} s in all`)
  // In the table's order, and nothing else: a machine reads it.
  if (options.json) console.log(JSON.stringify(Object.fromEntries(FIGURES.map((name) => [name, figures[name]]))))
}
