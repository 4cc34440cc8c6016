/** `midground render`: a design on many photos, painted by the product itself in a Chromium of this computer. */
import { readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { BRAND_NAME } from '#server/contract/addresses.ts'
import { DESIGN_FAILURE, type RenderJob } from '#server/contract/render.ts'
import { OperatorError } from '#server/db/failure.ts'
import type { Resources } from '#server/deps/deps.ts'
import { indexFiles } from '#server/static/files.ts'
import { type Chromium, ChromiumError, launchChromium } from './chromium.ts'
import { CsvError, parseCsv } from './csv.ts'
import { findChromium, NoChromiumError } from './findChromium.ts'
import { type Loopback, serveLoopback } from './loopback.ts'
import { exportSettings, parseOptions, type RenderOptions, USAGE, UsageError } from './options.ts'
import { type OutputFolder, openOutputFolder, replacedInput } from './outputFolder.ts'
import { type PictureOrder, planPictures } from './pictures.ts'
import { createTab, failureText, type Tab } from './tab.ts'

/** The parts of the process that the command uses. Tests replace them. */
export interface RenderEnvironment {
  env: Readonly<Record<string, string | undefined>>
  platform: string
  isRoot: boolean
  resources: Pick<Resources, 'files'>
  /** Prints a line to stdout. */
  print(line: string): void
  /** Prints a line to stderr. */
  warn(line: string): void
  /** Aborted by SIGINT or SIGTERM. */
  signal: AbortSignal
}

/** Report of one image. `--json` prints one report per line. */
export interface PictureReport {
  photo: string
  row?: number
  /** Path of the image; absent if the image wasn't rendered. */
  file?: string
  bytes?: number
  subject?: 'sure' | 'unsure' | 'none'
  leftOut?: readonly string[]
  ms: number
  error?: string
  message?: string
}

/** The design cannot be used: no picture can be rendered. */
class DesignError extends Error {}

const DONE = 0
const FAILED = 1
const WRONG_USAGE = 2
const INTERRUPTED = 130

/**
 * `midground render`: renders the pictures that the arguments name. Returns the exit code: 0 = every picture is there, 1 =
 * some are not, 2 = wrong arguments, 130 = interrupted.
 */
export async function renderCommand(args: readonly string[], environment: RenderEnvironment): Promise<number> {
  const { env, platform, warn } = environment
  try {
    const options = parseOptions(args)
    const orders = planPictures(options, options.csv === null ? null : parseCsv(read(options.csv, '--csv')))
    mustBeFile(options.design)
    keepOriginals(options, orders)
    const path = findChromium(env, platform)
    return await renderAll(options, orders, path, environment)
  } catch (error) {
    if (error instanceof UsageError || error instanceof CsvError) {
      warn(`${error.message}\n\nmidground ${USAGE}`)
      return WRONG_USAGE
    }
    const isExpected = [NoChromiumError, ChromiumError, DesignError, OperatorError].some(
      (kind) => error instanceof kind,
    )
    if (!(isExpected && error instanceof Error)) throw error
    warn(error.message)
    return FAILED
  }
}

async function renderAll(
  options: RenderOptions,
  orders: readonly PictureOrder[],
  path: string,
  environment: RenderEnvironment,
): Promise<number> {
  const { env, resources, isRoot, platform, signal } = environment
  const files = indexFiles(resources.files(env.CLIENT_DIR ?? null), BRAND_NAME)
  const out = openOutputFolder(options.out)
  const loopback = await serveLoopback(files)
  let chromium: Chromium | null = null
  try {
    chromium = await launchChromium(path, { isRoot, env, platform, host: new URL(loopback.page).host })
    const queue = [...orders]
    const run: Run = { options, environment, out, loopback, chromium }
    const workers = Array.from({ length: Math.min(options.jobs, queue.length) }, () => work(run, queue))
    const aborted = new Promise<null>((end) => signal.addEventListener('abort', () => end(null), { once: true }))
    const failures = await Promise.race([Promise.all(workers), aborted])
    if (failures === null || signal.aborted) return INTERRUPTED
    return failures.some((count) => count > 0) ? FAILED : DONE
  } finally {
    try {
      await chromium?.close()
    } finally {
      await loopback.close()
      out.clear()
    }
  }
}

interface Run {
  options: RenderOptions
  environment: RenderEnvironment
  out: OutputFolder
  loopback: Loopback
  chromium: Chromium
}

/** Renders from the queue in one tab until it is empty; the number of failures. */
async function work(run: Run, queue: PictureOrder[]): Promise<number> {
  const { environment, options } = run
  const tab = createTab(run.chromium, run.loopback.page)
  let failures = 0
  for (let order = queue.shift(); order && !environment.signal.aborted; order = queue.shift()) {
    const begun = performance.now()
    const report = await renderOne(run, tab, order)
    if (environment.signal.aborted) break
    if (report.error) failures++
    const whole: PictureReport = { ...report, ms: Math.round(performance.now() - begun) }
    if (options.json) environment.print(JSON.stringify(whole))
    else say(whole, environment)
  }
  await tab.close()
  return failures
}

async function renderOne(
  { options, out, loopback }: Run,
  tab: Tab,
  { photo, row, texts, placeholders, file }: PictureOrder,
): Promise<Omit<PictureReport, 'ms'>> {
  const about = { photo, ...(row === null ? {} : { row }) }
  const failed = (error: string, message = failureText(error)) => ({ ...about, error, message })
  try {
    mustBeFile(photo)
  } catch (error) {
    return failed('unreadable', error instanceof Error ? error.message : String(error))
  }
  const job = (): RenderJob => ({
    design: loopback.offer(resolve(options.design)),
    photo: loopback.offer(resolve(photo)),
    name: basename(photo),
    settings: exportSettings(options),
    texts: { layers: texts, placeholders },
    result: loopback.take((bytes) => out.write(file, bytes)),
  })
  const answer = await tab.ask(job)
  if (!answer.ok && answer.error.startsWith(DESIGN_FAILURE)) throw new DesignError(failureText(answer.error))
  if (!answer.ok) return failed(answer.error)
  const unknown = answer.unknown.filter((key) => key in options.texts)
  const { bytes, subject, leftOut } = answer
  return {
    ...about,
    file: join(options.out, file),
    bytes,
    subject,
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(unknown.length > 0 ? { message: `The design has no text named ${unknown.join(', ')}.` } : {}),
  }
}

function say(
  { photo, row, file, subject, leftOut, error, message, ms }: PictureReport,
  { print, warn }: RenderEnvironment,
) {
  const about = row === undefined ? photo : `${photo}, row ${row}`
  if (error) return warn(`${about}: ${message ?? error}`)
  const notes = [
    subject === 'unsure' && 'check the subject: it may be wrong',
    subject === 'none' && 'no subject found',
    leftOut && `skipped: ${leftOut.join(', ')}`,
    message,
  ].filter(Boolean)
  print(`${file} (${(ms / 1000).toFixed(1)} s)${notes.length > 0 ? `: ${notes.join('; ')}` : ''}`)
}

function read(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new UsageError(`Can’t read ${name} ${path}: the file doesn’t exist or isn’t readable.`)
  }
}

/** @throws {UsageError} */
function mustBeFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new UsageError(`${path}: no such file.`)
}

/** @throws {UsageError} where a picture would replace a photo, the design or the table */
function keepOriginals({ design, csv, out }: RenderOptions, orders: readonly PictureOrder[]): void {
  const inputs = [...orders.map(({ photo }) => photo), design, ...(csv === null ? [] : [csv])]
  const names = orders.map(({ file }) => file)
  const replaced = replacedInput(inputs, out, names)
  if (replaced !== null)
    throw new UsageError(
      `${replaced} would be overwritten. Choose another folder with --out or other file names with --name.`,
    )
}
