/** `midground render`: applies a template to many photos. The client itself renders them in a local Chromium. */
import { join } from 'node:path'
import { MAX_PHOTO_BYTES } from '#server/contract/plans/limits.ts'
import { type SubjectState, TEMPLATE_FAILURE, type TextReport } from '#server/contract/render.ts'
import { OperatorError } from '#server/db/failure.ts'
import type { Resources } from '#server/deps/deps.ts'
import type { BrowserEnvironment } from './chromium.ts'
import { type InputFile, openInput, UnreadableError } from './inputFile.ts'
import { isFolderFailure } from './loopback.ts'
import { exportSettings, parseOptions, type RenderOptions, readTable, USAGE, UsageError } from './options.ts'
import { type OutputFolder, openOutputFolder, replacedInput } from './outputFolder.ts'
import { type PictureOrder, planOrders } from './pictures.ts'
import { openCatalogue, type Renderer, renderJob, startRenderer } from './renderer.ts'
import { failureText, notesOn, type Tab } from './tab.ts'
import { designTemplate, findTemplate, type NamedTemplate } from './templates.ts'

/** The resources, output streams and signals of this process that the command uses. Tests replace them. */
export interface RenderEnvironment extends BrowserEnvironment {
  resources: Pick<Resources, 'files'>
  /** Prints a line to stdout. */
  print(line: string): void
  /** Prints a line to stderr. */
  warn(line: string): void
  /** SIGINT and SIGTERM abort this signal. */
  signal: AbortSignal
}

/** A report on one image. `--json` prints each report as a line. */
export interface PictureReport {
  photo: string
  row?: number
  /** Path of the image, unless rendering failed. */
  file?: string
  bytes?: number
  subject?: SubjectState
  leftOut?: readonly string[]
  /** Scripts whose letters are drawn as empty boxes, because this computer has no font for them. */
  missingScripts?: readonly string[]
  /** Readability of each text layer, with `--report`. */
  texts?: readonly TextReport[]
  ms: number
  error?: string
  message?: string
}

const DONE = 0
const FAILED = 1
const WRONG_USAGE = 2
const INTERRUPTED = 130

/**
 * Runs the command. Resolves with 0 if all images were written, 1 if not, 2 for wrong arguments, 130 if interrupted.
 * Prints each UsageError and OperatorError, and rejects with other errors.
 */
export async function renderCommand(args: readonly string[], environment: RenderEnvironment): Promise<number> {
  const { env, warn } = environment
  try {
    const options = parseOptions(args)
    const orders = planOrders(options, options.csv === null ? null : readTable(options.csv))
    const files = openCatalogue(environment.resources, env)
    const { design } = options
    const template = design === null ? await findTemplate(options.template, files.catalogue) : designTemplate(design)
    try {
      keepOriginals(options, template, orders, options.out)
      return await renderAll({ options, template, environment }, orders, () => startRenderer(files, environment))
    } finally {
      await template.file?.close()
    }
  } catch (error) {
    if (error instanceof UsageError) {
      warn(`midground ${USAGE}

${error.message}`)
      return WRONG_USAGE
    }
    if (!(error instanceof OperatorError)) throw error
    warn(error.message)
    return FAILED
  }
}

interface Run {
  options: RenderOptions
  template: NamedTemplate
  environment: RenderEnvironment
}

async function renderAll(run: Run, orders: readonly PictureOrder[], start: () => Promise<Renderer>): Promise<number> {
  const { options, environment } = run
  const { signal } = environment
  const out = openOutputFolder(options.out)
  let renderer: Renderer | null = null
  try {
    // repeats the check for the opened folder, because a link may have replaced the folder since the first check
    keepOriginals(options, run.template, orders, out.place())
    renderer = await start()
    const queue = [...orders]
    const started = { ...run, out, renderer }
    const workers = Array.from({ length: Math.min(options.jobs, queue.length) }, () => renderQueue(started, queue))
    const aborted = new Promise<null>((end) => signal.addEventListener('abort', () => end(null), { once: true }))
    const failures = await Promise.race([Promise.all(workers), aborted])
    if (failures === null || signal.aborted) return INTERRUPTED
    return failures.some((count) => count > 0) ? FAILED : DONE
  } finally {
    try {
      await renderer?.close()
    } finally {
      out.clear()
    }
  }
}

interface StartedRun extends Run {
  out: OutputFolder
  renderer: Renderer
}

/** Renders images of the queue in one tab until the queue is empty. Returns the number of failures. */
async function renderQueue(run: StartedRun, queue: PictureOrder[]): Promise<number> {
  const { environment, options } = run
  const tab = run.renderer.openTab()
  let failures = 0
  for (let order = queue.shift(); order && !environment.signal.aborted; order = queue.shift()) {
    const begun = performance.now()
    const report = await renderOne(run, tab, order)
    if (environment.signal.aborted) break
    if (report.error) failures++
    const whole: PictureReport = { ...report, ms: Math.round(performance.now() - begun) }
    if (options.json) environment.print(JSON.stringify(whole))
    else printReport(whole, environment)
  }
  await tab.close()
  return failures
}

async function renderOne(run: StartedRun, tab: Tab, order: PictureOrder): Promise<Omit<PictureReport, 'ms'>> {
  const { photo, row } = order
  const about = { photo, ...(row === null ? {} : { row }) }
  try {
    const input = await openInput(photo, MAX_PHOTO_BYTES)
    return await renderPhoto(run, tab, order, input, about).finally(input.close)
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    return { ...about, error: 'unreadable', message: error.message }
  }
}

async function renderPhoto(
  { options, template, out, renderer: { loopback } }: StartedRun,
  tab: Tab,
  { texts, placeholders, file }: PictureOrder,
  photo: InputFile,
  about: Pick<PictureReport, 'photo' | 'row'>,
): Promise<Omit<PictureReport, 'ms'>> {
  const order = {
    photo,
    template,
    settings: exportSettings(options),
    ...(options.motion && { motion: options.motion }),
    texts: { layers: texts, placeholders },
    reportsTexts: options.report,
    previews: false,
  }
  const answer = await tab.ask(() => renderJob(loopback, order, (bytes) => out.write(file, bytes)))
  if (!answer.ok) {
    const failsAlways = answer.error.startsWith(TEMPLATE_FAILURE) || isFolderFailure(answer.error)
    if (failsAlways) throw new OperatorError(failureText(answer))
    return { ...about, error: answer.error, message: failureText(answer) }
  }
  const unknown = answer.unknown.filter((key) => key in options.texts)
  const { bytes, subject, leftOut, missingScripts, texts: reports } = answer
  const notes = notesOn(unknown, missingScripts)
  return {
    ...about,
    file: join(options.out, file),
    bytes,
    subject,
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(reports && { texts: reports }),
    ...(missingScripts.length > 0 && { missingScripts }),
    ...(notes.length > 0 && { message: notes.join(' ') }),
  }
}

function printReport(
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

/** @throws {UsageError} if an image would replace a photo, the template's file or the table */
function keepOriginals(
  { csv }: RenderOptions,
  { file }: NamedTemplate,
  orders: readonly PictureOrder[],
  out: string,
): void {
  const inputs = [...orders.map(({ photo }) => photo), ...[file?.path ?? null, csv].filter((path) => path !== null)]
  const names = orders.map((order) => order.file)
  const replaced = replacedInput(inputs, out, names)
  if (replaced !== null)
    throw new UsageError(
      `${replaced} would be overwritten. Choose another folder with --out or other file names with --name.`,
    )
}
