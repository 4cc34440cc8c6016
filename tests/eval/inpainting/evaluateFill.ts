/** `npm run eval -- --fill`: evaluates the fill of the background on simulated holes. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { PNG } from 'pngjs'
import { inPage } from '../../helpers/inPage.ts'
import { browserMemory, watchMemory } from '../../helpers/processMemory.ts'
import type { Case } from '../page.ts'
import { type Row, writeSheets } from '../sheets.ts'
import { average, NO_SUBJECT } from '../summary.ts'
import { type FillErrors, fillErrors, type Picture } from './measures.ts'
import type { FilledCase } from './page.ts'

const SHEETS = 'build/eval/fill'
const NAMES = ['lowFrequency', 'texture', 'gradients'] as const
const COLUMNS = [['photo'], ['hole'], ['fill']] as const

interface Options {
  /** Number of simulated holes and of whole subjects. */
  limit: number
  isJson: boolean
  /** Renders the contact sheets. */
  browser: Browser
}

export async function evaluateFill(
  page: Page,
  all: readonly Case[],
  { limit, isJson, browser }: Options,
): Promise<void> {
  await mkdir(SHEETS, { recursive: true })
  const side = inPage<typeof import('./page.ts')>(page, '/tests/eval/inpainting/page.ts')
  const cases = all.filter(({ set }) => set !== NO_SUBJECT)
  const errors: FillErrors[] = []
  const holes: Row[] = []
  for (const one of cases) {
    if (holes.length >= limit) break
    const found = await side.fillSimulatedHole(one)
    if (!found) continue
    const { truth, filled, hole } = picturesOf(found)
    const error = fillErrors(filled, truth, hole)
    errors.push(error)
    const about = line(error)
    console.log(`${one.name.padEnd(32)} ${about}  ${Math.round(found.ms)} ms`)
    const shown = [truth, masked(truth, hole, found), filled]
    holes.push({ about: `${one.name}: ${about}`, pictures: await save(`hole-${one.name}`, shown) })
  }
  const subjects: Row[] = []
  for (const one of cases.slice(0, limit)) {
    const found = await side.fillSubject(one)
    const { truth, filled, hole } = picturesOf(found)
    const pictures = await save(`subject-${one.name}`, [truth, masked(truth, hole, found), filled])
    subjects.push({ about: `${one.name}: ${Math.round(found.ms)} ms`, pictures })
  }
  await writeSheets(browser, SHEETS, 'holes', COLUMNS, holes)
  await writeSheets(browser, SHEETS, 'subjects', COLUMNS, subjects)
  const before = browserMemory(process.pid).pss / 1e6
  const memory = watchMemory(500)
  const large = await side.fill12Megapixels(largestOf(cases))
  const memoryMb = Math.round(memory.stop() / 1e6 - before)
  report(errors, { ...large, memoryMb }, isJson)
}

function report(
  errors: readonly FillErrors[],
  large: { seconds: number; longestTaskMs: number; memoryMb: number },
  isJson: boolean,
): void {
  const mean = meanErrors(errors)
  console.log(`\n${errors.length} simulated holes: ${line(mean)}`)
  const { seconds, longestTaskMs, memoryMb } = large
  console.log(
    `12 MP, a third missing: ${seconds.toFixed(1)} s, the page's longest task ${Math.round(longestTaskMs)} ms`,
  )
  console.log(`contact sheets in ${SHEETS}`)
  const rounded = (value: number) => Math.round(1000 * value) / 1000
  const fill = {
    ...Object.fromEntries(NAMES.map((key) => [key, rounded(mean[key])])),
    seconds12MP: rounded(seconds),
    longestTaskMs: rounded(longestTaskMs),
    memoryMb,
  }
  if (isJson) console.log(JSON.stringify({ fill }))
}

function picturesOf({ width, height, ...bytes }: FilledCase) {
  const picture = (base64: string): Picture => ({ width, height, rgb: Buffer.from(base64, 'base64') })
  return { truth: picture(bytes.truth), filled: picture(bytes.filled), hole: Buffer.from(bytes.hole, 'base64') }
}

/** Returns the image with a dark hole and a red subject. */
function masked({ width, height, rgb }: Picture, hole: Uint8Array, { subject }: FilledCase): Picture {
  const isSubject = Buffer.from(subject, 'base64')
  const shown = rgb.map((value, i) => {
    const at = Math.floor(i / 3)
    if (hole[at]) return value / 3
    return isSubject[at] ? value / 2 + (i % 3 === 0 ? 90 : 0) : value
  })
  return { width, height, rgb: shown }
}

async function save(name: string, pictures: readonly Picture[]): Promise<string[]> {
  return Promise.all(
    pictures.map(async (picture, i) => {
      await writeFile(join(SHEETS, `${name}-${i}.png`), pngOf(picture))
      return `${name}-${i}.png`
    }),
  )
}

const largestOf = (cases: readonly Case[]): Case =>
  cases.find(({ set }) => set === 'hires-pseudo') ?? (cases[0] as Case)

function meanErrors(all: readonly FillErrors[]): FillErrors {
  const [lowFrequency = 0, texture = 0, gradients = 0] = NAMES.map((name) => average(all.map((one) => one[name])))
  return { lowFrequency, texture, gradients }
}

function line({ lowFrequency, texture, gradients }: FillErrors): string {
  return `${lowFrequency.toFixed(2)} / ${texture.toFixed(3)} / ${gradients.toFixed(1)}`
}

function pngOf({ width, height, rgb }: Picture): Buffer {
  const png = new PNG({ width, height })
  for (let i = 0; i < width * height; i++) png.data.set([...rgb.subarray(3 * i, 3 * i + 3), 255], 4 * i)
  return PNG.sync.write(png)
}
