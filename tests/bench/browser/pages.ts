/** Runs benchmarks in a browser: serves their pages, starts Chromium, and prints the figures. */
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright'
import { build, createServer, type Plugin } from 'vite'
import { assemblyScript } from '../../../scripts/vite/assemblyScript.ts'
import { messages } from '../../../scripts/vite/messages.ts'
import { heicSandbox } from '../../../scripts/vite/packages.ts'
import { pageData } from '../../../scripts/vite/pageData.ts'
import { inPage } from '../../helpers/inPage.ts'
import { benchPage } from '../exportBench.ts'
import { printFigures } from '../figures.ts'
import type { Measured, Setting } from '../gpu/setting.ts'
import { graphicsArguments } from './graphics.ts'

/** Parses [--quick] [--json] [--photo <file>] [--gl swiftshader|egl|<ANGLE backend>] [--only <part>]. */
export const benchOptions = () =>
  parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      photo: { type: 'string' },
      gl: { type: 'string', default: process.env.BENCH_GL ?? 'swiftshader' },
      only: { type: 'string' },
    },
  }).values

type Options = ReturnType<typeof benchOptions>

interface MeasuringPage {
  measure(setting: Setting): Promise<Measured>
}

export interface Bench {
  readonly browser: Browser
  readonly base: string
  readonly setting: Setting
  /** Opens a page. Prints its errors and console output. */
  open(path: string): Promise<Page>
  /** Runs a part's `measure` in a separate page, without the GPU memory of earlier parts. */
  measured(part: string): Promise<Measured['figures']>
  close(): Promise<void>
}

/** Timeout in ms of the first page, because Vite builds it on request. */
const OPENING_MS = 300_000

const WALK = 'tests/bench/editor/walk.html'

/** Calls `use` with /bench.html in a new browser, because a used process doesn't return freed memory. */
export async function withBenchPage<T>(
  options: Options,
  use: (page: Page, setting: Setting) => Promise<T>,
): Promise<T> {
  const bench = await openBench(options)
  try {
    return await use(await bench.open('/bench.html'), bench.setting)
  } finally {
    await bench.close()
  }
}

export async function openBench({ quick, photo, gl }: Options = benchOptions()): Promise<Bench> {
  process.env.NODE_ENV = 'production' // with this value, Vite serves React's production build
  const server = await createServer({
    configFile: false,
    mode: 'production',
    // A separate cache, because the compared libraries would invalidate the cache of the tests.
    cacheDir: 'node_modules/.vite-bench',
    plugins: [benchPage(photo), builtPage(WALK), pageData(), heicSandbox(), assemblyScript(), messages()],
    worker: { format: 'es', plugins: () => [assemblyScript()] },
    define: { __TEST_HOOKS__: 'false' },
    oxc: { jsx: { development: false } },
    publicDir: 'client/public',
    optimizeDeps: { noDiscovery: true, include: LIBRARIES },
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    logLevel: 'error',
  })
  await server.listen()
  const base = server.resolvedUrls?.local[0] ?? ''
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: [...graphicsArguments(gl), '--disable-background-networking', '--no-first-run'],
  })
  const setting: Setting = { isQuick: quick, photo: photo ? '/bench-photo' : null }

  async function open(path: string): Promise<Page> {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(error))
    page.on('console', (m) => {
      if (m.type() !== 'debug') console.log(m.text()) // Vite's own messages have the type 'debug'
    })
    await page.goto(new URL(path, base).href, { timeout: OPENING_MS })
    return page
  }

  async function measured(part: string): Promise<Measured['figures']> {
    const page = await open('/bench.html')
    const { figures, lines } = await inPage<MeasuringPage>(page, `/tests/bench/${part}.ts`).measure(setting)
    await page.close()
    for (const line of lines) console.log(line)
    return figures
  }

  return {
    browser,
    base,
    setting,
    open,
    measured,
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

/** Includes all dependencies, because Vite reloads a page when it finds another dependency. */
const LIBRARIES = [
  'fabric',
  'frimousse',
  'gifenc',
  'lucide-react',
  'pixi.js',
  'pixi.js/unsafe-eval',
  'pixi-filters',
  '@pixi/react',
  'radix-ui',
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  '@reactour/tour',
  'valtio',
  'valtio/vanilla',
  'wouter',
  '@lingui/core',
]

/** Runs the parts in one browser and prints every figure with its limit. `--json`: as JSON in the last line. */
export async function runParts(
  bars: Readonly<Record<string, number>>,
  partsOf: (bench: Bench) => Readonly<Record<string, () => Promise<Measured['figures']>>>,
): Promise<void> {
  const options = benchOptions()
  const bench = await openBench(options)
  try {
    await measureParts(bars, partsOf(bench), options)
  } finally {
    await bench.close()
  }
}

async function measureParts(
  bars: Readonly<Record<string, number>>,
  parts: ReturnType<Parameters<typeof runParts>[1]>,
  { only, json }: Options,
): Promise<void> {
  const started = performance.now()
  const figures: Measured['figures'] = {}
  for (const [name, part] of Object.entries(parts)) {
    if (only && only !== name) continue
    const from = performance.now()
    Object.assign(figures, await part())
    console.log(`${name}: ${seconds(from, 1)} s\n`)
  }
  console.log(`${seconds(started, 0)} s in all`)
  const judged = Object.entries(bars).flatMap(([name, bar]) => {
    const value = figures[name]
    return value === undefined ? [] : [[name, [value, bar]] as const]
  })
  printFigures(Object.fromEntries(judged), json)
}

const seconds = (from: number, digits: number) => ((performance.now() - from) / 1000).toFixed(digits)

/** Path of a benchmark page in the production build. */
export const BUILT = '/built'

/** Builds a page for production at the first request and serves it from memory. */
function builtPage(html: string): Plugin {
  let files: Promise<ReadonlyMap<string, string | Uint8Array>> | null = null
  return {
    name: 'bench-built-page',
    configureServer({ middlewares }) {
      middlewares.use(BUILT, async ({ url = '' }, response) => {
        files ??= built(html)
        const path = url.slice(1).replace(/\?.*$/, '')
        const file = (await files).get(path)
        response.writeHead(file === undefined ? 404 : 200, {
          'content-type': TYPES[path.replace(/^.*\./, '')] ?? OTHER,
        })
        response.end(file)
      })
    },
  }
}

const OTHER = 'application/octet-stream'
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  wasm: 'application/wasm',
  json: 'application/json',
  svg: 'image/svg+xml',
}

async function built(html: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const result = await build({
    base: `${BUILT}/`,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: html } },
  })
  const parts = [result].flat().flatMap((part) => ('output' in part ? part.output : []))
  return new Map(parts.map((part) => [part.fileName, part.type === 'chunk' ? part.code : part.source]))
}
