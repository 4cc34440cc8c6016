/**
 * Measures the time that a user waits for the first matte, in the product's build: from the dropped photo to "All
 * set!". `npm run bench first-matte [-- --mp 1.7] [--wait 5] [--cores N] [--gl swiftshader|egl|…] [--json]`; `--json`
 * prints one object in the last line. `--wait`: seconds that the editor is open before the first photo. `--cores`:
 * number of cores that the workers see, without a service worker. The first visit starts with an empty cache, and the
 * second visit with the cache of the first. Each visit drops three photos: the second photo as soon as the first photo
 * has its matte, the third photo after the better matte.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { sample } from '../../e2e/support/samples.ts'
import { startServer } from '../../e2e/support/server.ts'
import { server as buildServer, client } from '../../scripts/setup/prepare.mjs'
import { watchMemory } from '../helpers/processMemory.ts'
import { pretendCores } from '../helpers/testBrowser.ts'
import { Browser } from '../server/helpers/browser.ts'
import { enlargedPhoto } from './browser/enlarged.ts'
import { graphicsArguments } from './browser/graphics.ts'
import { printFigures } from './figures.ts'
import { type Moment, recordVisit } from './firstMatteTimeLine.ts'

/** Longest accepted wait for a matte, ms. */
const PATIENCE_MS = 180_000
/** Upper limits on two idle cores with software graphics, s. */
const BARS = { first: 4, later: 3 }

const { values } = parseArgs({
  options: {
    mp: { type: 'string', default: '1.7' },
    wait: { type: 'string', default: '5' },
    cores: { type: 'string' },
    gl: { type: 'string', default: process.env.BENCH_GL ?? 'swiftshader' },
    json: { type: 'boolean', default: false },
  },
})

await client()
await buildServer()
const server = await startServer({ BILLING: 'off', CLIENT_DIR: process.env.CLIENT_DIR ?? 'build/client' })
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: [...graphicsArguments(values.gl), '--disable-background-networking', '--no-first-run'],
})
const figures: Record<string, readonly [number, number?]> = {}
const memory = watchMemory(200)
try {
  const photos = await makePhotos()
  const serviceWorkers = values.cores ? 'block' : 'allow'
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers })
  if (values.cores) await pretendCores(context, Number(values.cores))
  for (const visit of ['cold', 'warm']) await measureVisit(context, visit, photos)
} finally {
  figures.memoryMB = [Math.round(memory.stop() / 1e6)]
  await browser.close()
  await server.stop()
}
console.log(`seconds from the drop to "All set!", ${values.mp} MP, --gl ${values.gl}`)
printFigures(figures, values.json)

async function makePhotos(): Promise<Buffer[]> {
  const page = await browser.newPage()
  const names = ['chelsea.png', 'rocket.jpg', 'coffee.png']
  const photos: Buffer[] = []
  for (const name of names) photos.push(await enlargedPhoto(page, sample(name), Number(values.mp) * 1e6))
  await page.close()
  return photos
}

/** Opens the editor as a new user and drops the photos. */
async function measureVisit(context: BrowserContext, visit: string, photos: readonly Buffer[]): Promise<void> {
  await context.clearCookies()
  const { cookie } = await new Browser(server.origin).signUp(`${visit}@example.org`)
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name, value: value.replace(/;.*$/s, ''), url: server.origin }])
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error))
  await page.goto(`${server.origin}/custom-editor`)
  await page.getByRole('application', { name: 'Canvas' }).waitFor()
  // nobody drops or chooses a photo without moving the pointer, which starts the graphics
  await page.mouse.move(720, 450)
  await page.waitForTimeout(1000 * Number(values.wait))
  const record = await recordVisit(page)
  const orders = ['first', 'while refining', 'later']
  for (const [i, photo] of photos.entries()) {
    const { at, moments } = await dropPhoto(page, record, photo)
    const order = orders[i] ?? 'later'
    figures[`${visit}, ${order}`] = [at / 1000, i === 0 ? BARS.first : BARS.later]
    const load = (loadavg()[0] ?? 0).toFixed(1)
    console.log(`${visit}, ${order}: ${(at / 1000).toFixed(2)} s at a load of ${load}`)
    console.log(moments.map(({ name, ms }) => `  ${Math.round(ms).toString().padStart(6)} ms ${name}`).join('\n'))
    if (i === 1) {
      const better = await record.betterMatte(PATIENCE_MS)
      figures[`${visit}, better matte`] = [better / 1000]
      console.log(`${visit}: better matte ${(better / 1000).toFixed(2)} s after the drop`)
    }
  }
  await page.close()
}

async function dropPhoto(
  page: Page,
  record: Awaited<ReturnType<typeof recordVisit>>,
  photo: Buffer,
): Promise<{ at: number; moments: Moment[] }> {
  await record.drop(photo)
  await page.waitForFunction(() => window.matte?.isShown, null, { timeout: PATIENCE_MS })
  return record.timeLine()
}
