/**
 * Measures exported clips with programs other than the browser: colors and SSIM of decoded frames against the frames
 * before encoding (ffmpeg). For a 1080 × 1920 px clip of 6 s: time, bytes, memory and long tasks.
 * `npm run bench motion [-- --photo FILE] [--quick] [--only colors|playback|clip|cancel] [--json]` needs ffmpeg.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { inPage } from '../helpers/inPage.ts'
import { browserMemory } from '../helpers/processMemory.ts'
import { benchOptions, withBenchPage } from './browser/pages.ts'
import { type Figures, printFigures } from './figures.ts'
import type { Clip } from './motionPage.ts'
import { playbackFailures } from './motionPlayback.ts'

const FOLDER = 'build/bench-motion'
const MB = 1e6
const [COLUMNS, ROWS] = [4, 6]
const SMALL = { width: 540, height: 960 }
const KEPT = [0, 11, 24, 35]
const sideOf = (page: Page) => inPage<typeof import('./motionPage.ts')>(page, '/tests/bench/motionPage.ts')

const options = benchOptions()
let onFrame = (_count: number) => {}
mkdirSync(FOLDER, { recursive: true })
const parts = { colors, playback, clip, cancel }
const figures: Figures = {}
for (const [name, part] of Object.entries(parts))
  if (!options.only || options.only === name) Object.assign(figures, await part())
console.log(`load ${loadavg()[0]?.toFixed(1)}`)
printFigures(figures, options.json)

/** Plays the files that `colors` exported, in each installed engine. */
async function playback(): Promise<Figures> {
  return { 'clips that an engine fails to play': [(await playbackFailures(FOLDER)).length, 0] }
}

/** Compares decoded frames of each format with the frames before encoding. */
async function colors(): Promise<Figures> {
  const found: Record<string, readonly [number, number?]> = {}
  for (const isFlat of [true, false])
    await withPage(SMALL, isFlat, async (page) => {
      for (const format of ['mp4', 'webm', 'gif']) {
        const file = { format, size: 'original', fps: '24' } as const
        const { width, height, ...clip } = await exportIn(page, { file, seconds: 2, kept: KEPT })
        const path = join(FOLDER, `${isFlat ? 'flat' : 'photo'}.${format}`)
        writeFileSync(path, Buffer.from(clip.file, 'base64'))
        const decoded = await decodedFrames(path, { width, height })
        const truth = clip.frames.map((frame) => withoutAlpha(Buffer.from(frame, 'base64')))
        if (isFlat) {
          const errors = truth.map((frame, i) => flatErrors(frame, decoded[i] as Buffer, width, height))
          const [mean, largest] = [0, 1].map((k) => Math.max(...errors.map((one) => one[k] ?? 0))) as [number, number]
          found[`flatColor ${format}`] = [mean, 3]
          console.log(`${format}: largest error of a px in a flat patch ${largest}`)
        } else {
          const loss = 1 - ssimOf(truth, decoded, width, height)
          // the limit excludes GIF, which has only 256 colors
          found[`1 − SSIM ${format}`] = format === 'gif' ? [loss] : [loss, 0.03]
        }
      }
    })
  return found
}

/** Exports and measures a 1080 × 1920 px clip of 6 s (2 s with `--quick`). */
function clip(): Promise<Figures> {
  return withPage({ width: 1080, height: 1920 }, false, async (page) => {
    const memory = new Map<number, number>()
    const started = loadavg()[0]
    const file = { format: 'mp4', size: '1080x1920', fps: '30' } as const
    const made = await exportIn(page, { file, seconds: options.quick ? 2 : 6, kept: [] }, (count) => {
      if (count % 10 === 0) memory.set(count, browserMemory(process.pid).pss / MB)
    })
    const path = join(FOLDER, 'clip.mp4')
    const bytes = Buffer.from(made.file, 'base64')
    writeFileSync(path, bytes)
    console.log([...memory].map(([count, mb]) => `frame ${count}: ${mb.toFixed(0)} MB`).join(', '))
    const fields =
      'stream=codec_name,profile,width,height,pix_fmt,color_range,color_space,nb_read_frames:format=duration'
    console.log(tool('ffprobe', ['-v', 'error', '-count_frames', '-show_entries', fields, '-of', 'compact', path]))
    console.log(
      `load at the start ${started?.toFixed(1)}; ${bytes.indexOf('moov') < bytes.indexOf('mdat') ? '' : 'no '}fast start`,
    )
    const steady = [...memory.values()].slice(2) // ignores the first 30 frames
    const mean = (values: number[]) => values.reduce((sum, mb) => sum + mb / values.length, 0)
    return {
      'clip, s': [made.ms / 1000, 60],
      'clip, MB': [bytes.length / MB, 6],
      'memory, last 4 ÷ first 4 samples': [mean(steady.slice(-4)) / mean(steady.slice(0, 4)), 1.1],
      'memory, most ÷ mean': [Math.max(...steady) / mean(steady)],
      'longest task, ms': [made.longestTaskMs],
    }
  })
}

/** Measures how long an export continues after it was canceled. */
function cancel(): Promise<Figures> {
  return withPage({ width: 1080, height: 1920 }, false, async (page) => {
    const found: Record<string, readonly [number, number?]> = {}
    for (const format of ['mp4', 'gif']) {
      const file = { format, size: '1080x1920', fps: '30' } as const
      const made = await exportIn(page, { file, seconds: 6, kept: [], abortsAfter: 5 })
      found[`cancel ${format}, ms`] = [made.cancel.ms, 1000]
      found[`cancel ${format}, frames`] = [made.cancel.frames, 2]
    }
    return found
  })
}

function withPage<T>(size: typeof SMALL, isFlat: boolean, use: (page: Page) => Promise<T>): Promise<T> {
  return withBenchPage(options, async (page, { photo }) => {
    await sideOf(page).load(size, photo, isFlat)
    await page.exposeFunction('onFrame', (count: number) => onFrame(count))
    return use(page)
  })
}

function exportIn(page: Page, clip: Clip, listen: typeof onFrame = () => {}) {
  onFrame = listen
  return sideOf(page).run(clip)
}

function tool(name: string, args: string[]): string {
  return execFileSync(name, args, { encoding: 'utf8', maxBuffer: 1e9 }).trim()
}

/** Returns some frames of a file as RGB. */
async function decodedFrames(path: string, { width, height }: typeof SMALL): Promise<Buffer[]> {
  const length = 3 * width * height
  const exact = 'accurate_rnd+full_chroma_int+full_chroma_inp'
  const filter = `scale=in_color_matrix=bt709:in_range=${path.endsWith('.gif') ? 'full' : 'tv'}:flags=${exact}`
  const raw = [
    '-v',
    'error',
    '-i',
    path,
    '-vf',
    filter,
    ...'-fps_mode passthrough -pix_fmt rgb24 -f rawvideo -'.split(' '),
  ]
  const all = execFileSync('ffmpeg', raw, { maxBuffer: 1e9 })
  return KEPT.map((frame) => all.subarray(frame * length, (frame + 1) * length))
}

function withoutAlpha(rgba: Buffer): Buffer {
  return Buffer.from(rgba.filter((_, i) => i % 4 !== 3))
}

/** Returns the largest error of a patch's mean color, and of a pixel in the middle of a patch. */
function flatErrors(truth: Buffer, decoded: Buffer, width: number, height: number): [mean: number, px: number] {
  let [mean, largest] = [0, 0]
  const [w, h] = [width / COLUMNS, height / ROWS]
  for (let i = 0; i < COLUMNS * ROWS; i++)
    for (let c = 0; c < 3; c++) {
      let [sum, count] = [0, 0]
      const [left, top] = [(i % COLUMNS) * w, Math.floor(i / COLUMNS) * h]
      for (let y = Math.ceil(top + 0.4 * h); y < top + 0.6 * h; y++)
        for (let x = Math.ceil(left + 0.4 * w); x < left + 0.6 * w; x++) {
          const at = 3 * (y * width + x) + c
          const error = (decoded[at] ?? 0) - (truth[at] ?? 0)
          sum += error
          count++
          largest = Math.max(largest, Math.abs(error))
        }
      mean = Math.max(mean, Math.abs(sum / count))
    }
  return [mean, largest]
}

/** Returns ffmpeg's SSIM of the worst frame, in Y'CbCr 4:2:0 like the videos. */
function ssimOf(truth: readonly Buffer[], decoded: readonly Buffer[], width: number, height: number): number {
  const inputs = [truth, decoded].flatMap((frames, i) => {
    const path = join(FOLDER, `${i}.raw`)
    writeFileSync(path, Buffer.concat(frames))
    return ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-i', path]
  })
  const filter = ['-lavfi', '[0]format=yuv420p[a];[1]format=yuv420p[b];[a][b]ssim=f=-', '-f', 'null', '-']
  const lines = tool('ffmpeg', ['-v', 'error', ...inputs, ...filter]).split('\n')
  return Math.min(...lines.map((line) => Number(/All:([\d.]+)/.exec(line)?.[1] ?? 0)))
}
