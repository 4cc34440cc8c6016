/**
 * Measures `midground render` with many photos: time per photo, and whether the browser's memory grows with each photo.
 * `npm run bench render [-- --count 30] [--mp 2] [--jobs 1] [--photos FOLDER] [--json]`; `--json` prints one object in
 * the last line. Without a folder it uses the sample photos, each with a new hue.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import type { PictureReport } from '#server/render/render.ts'
import { sample } from '../../e2e/support/samples.ts'
import { browserMemory, type ProcessMemory } from '../helpers/processMemory.ts'
import { textTemplate } from '../helpers/textTemplate.ts'
import { enlargedPhoto } from './browser/enlarged.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Number of photos until neural networks, fonts and export buffers are loaded. */
const WARM_UP = 5
/** Number of samples to average, because memory depends on when garbage is collected. */
const AVERAGED = 3
const MB = 1e6

interface Sample extends ProcessMemory {
  ms: number
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '30' },
    mp: { type: 'string', default: '2' },
    jobs: { type: 'string', default: '1' },
    photos: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const count = Number(values.count)
const folder = mkdtempSync(join(tmpdir(), 'midground-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const template = join(folder, 'template.midground')
writeFileSync(template, await textTemplate())
const photos = await preparePhotos()
const begun = performance.now()
const rendered = await renderAll(photos)
const seconds = (performance.now() - begun) / 1000
const samples = rendered.slice(0, -1) // the command closes its browser with the last image

if (samples.length < Math.max(count, WARM_UP + AVERAGED)) throw new Error(`only ${samples.length} photos were rendered`)
const [first, last] = [average(samples.slice(WARM_UP - 1)), average(samples.slice(-AVERAGED))]
const figures = {
  photos: samples.length,
  pssGrowth: rounded(last.pss / first.pss),
  rssGrowth: rounded(last.rss / first.rss),
  pssPeakMB: Math.round(Math.max(...samples.map(({ pss }) => pss)) / MB),
  secondsPerPhoto: rounded(seconds / rendered.length),
}
console.log(`memory after the last photos : after the ${WARM_UP}th: PSS ${figures.pssGrowth}, RSS ${figures.rssGrowth}`)
console.log(`largest PSS ${figures.pssPeakMB} MB; ${figures.secondsPerPhoto} s per photo with --jobs ${values.jobs}`)
if (values.json) console.log(JSON.stringify(figures))

/** Writes `count` + 1 JPEG files of `--mp` megapixels, because the last isn't measured. Returns their paths. */
async function preparePhotos(): Promise<string[]> {
  const from = values.photos
  const sources = from
    ? readdirSync(from).map((name) => join(from, name))
    : ['chelsea.png', 'rocket.jpg', 'coffee.png'].map(sample)
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  })
  try {
    const page = await browser.newPage()
    const paths: string[] = []
    mkdirSync(join(folder, 'photos'))
    for (let n = 0; n <= count; n++) {
      const source = sources[n % sources.length] as string
      const jpeg = await enlargedPhoto(page, source, Number(values.mp) * 1e6, from ? 0 : (360 * n) / count)
      const path = join(folder, 'photos', `${String(n).padStart(3, '0')}.jpg`)
      writeFileSync(path, jpeg)
      paths.push(path)
    }
    return paths
  } finally {
    await browser.close()
  }
}

/** Runs the command as a user does. Takes a sample per finished image. */
async function renderAll(photos: readonly string[]): Promise<Sample[]> {
  const args = [template, ...photos, '--out', join(folder, 'out'), '--jobs', values.jobs, '--json']
  const command = spawn(process.execPath, [join(ROOT, 'scripts/commands.mjs'), 'render', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => command.kill())
  const samples: Sample[] = []
  for await (const line of createInterface(command.stdout)) {
    if (!line.startsWith('{')) continue // ignores the output of setup
    const { file, ms, error } = JSON.parse(line) as PictureReport
    if (!file) throw new Error(error)
    const memory = browserMemory(command.pid ?? 0)
    samples.push({ ...memory, ms })
    const { pss, rss } = memory
    console.log(`${samples.length}: PSS ${Math.round(pss / MB)} MB, RSS ${Math.round(rss / MB)} MB, ${ms} ms`)
  }
  return samples
}

function average(samples: readonly Sample[]): ProcessMemory {
  const some = samples.slice(0, AVERAGED)
  const mean = (of: (sample: Sample) => number) => some.reduce((sum, each) => sum + of(each), 0) / some.length
  return { pss: mean(({ pss }) => pss), rss: mean(({ rss }) => rss) }
}

function rounded(ratio: number): number {
  return Math.round(1000 * ratio) / 1000
}
