/** Runs the tools of `midground mcp`: one job at a time, in one tab of a browser that stays open between calls. */
import { statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { DescribeJob, RenderJob, TextReport } from '#server/contract/render.ts'
import { openOutputFolder } from '#server/render/outputFolder.ts'
import type { Client, Renderer } from '#server/render/renderer.ts'
import { failureText, type Tab } from '#server/render/tab.ts'
import { builtInTemplate, checkedImage, type NamedTemplate, templateFile } from '#server/render/templates.ts'
import type { Roots } from './roots.ts'

/** The arguments of a call, which the tool's schema accepts. */
export type Arguments = Readonly<Record<string, unknown>>

/** The answer to a call: facts as JSON, and a preview (JPEG, base64) where there is an image. */
export interface CallResult {
  facts: object
  preview?: string
}

/** A tool failed; the message is a sentence. */
export class CallError extends Error {}

/** Runs calls. */
export interface Calls {
  /** @throws {CallError}, {PathError} or {UsageError} with a sentence, and after an abort */
  run(tool: string, args: Arguments, signal: AbortSignal): Promise<CallResult>
  close(): Promise<void>
}

/** Creates the runner. `start` is called for the first call that needs the browser. */
export function createCalls(client: Client, roots: Roots, start: () => Promise<Renderer>): Calls {
  const { catalogue } = client
  let browser: Promise<Browser> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function open(): Promise<Browser> {
    browser ??= start().then((renderer) => ({ renderer, tab: renderer.openTab() }))
    try {
      return await browser
    } catch (error) {
      browser = null
      throw error
    }
  }

  /** Runs `work` in the browser after all earlier jobs. */
  function queued(work: (on: Browser) => Promise<CallResult>, signal: AbortSignal): Promise<CallResult> {
    const result = last.then(async () => {
      if (signal.aborted || isClosed) throw new CallError('The call was cancelled.')
      return work(await open())
    })
    last = result.catch(() => undefined)
    return result
  }

  /** Checks the paths before the browser starts. */
  function made(args: Arguments, template: NamedTemplate, signal: AbortSignal): Promise<CallResult> {
    const photo = roots.input(String(args.photo))
    const out = roots.output(String(args.out))
    const settings = settingsOf(args, out.name)
    const texts = (args.texts ?? {}) as Record<string, string>
    return queued((on) => make(on, { photo, out, settings, texts, template }, signal), signal)
  }

  const tools: Readonly<Record<string, (args: Arguments, signal: AbortSignal) => Promise<CallResult>>> = {
    list_templates: async () => ({ facts: { templates: catalogue.templates } }),
    list_fonts: async () => ({ facts: { fonts: catalogue.fonts } }),
    async describe_photo({ photo, frame = 'photo' }, signal) {
      const path = roots.input(String(photo))
      return queued((on) => describe(on, path, String(frame), signal), signal)
    },
    make_image: async (args, signal) => made(args, templateOf(args, client, roots), signal),
    remove_background: async (args, signal) => made(args, imageOf({ background: { type: 'transparent' } }), signal),
    erase_object: async ({ photo, out, ...place }, signal) => made({ photo, out }, imageOf({ erase: [place] }), signal),
  }
  return {
    async run(tool, args, signal) {
      const run = Object.hasOwn(tools, tool) ? tools[tool] : undefined
      if (!run) throw new CallError(`There is no tool "${tool}".`)
      return run(args, signal)
    },
    async close() {
      isClosed = true
      await (await browser?.catch(() => null))?.renderer.close()
    },
  }
}

interface Browser {
  renderer: Renderer
  tab: Tab
}

const imageOf = (image: object): NamedTemplate => ({ file: null, source: () => ({ image }) })

/** @throws {CallError}, {PathError} or {UsageError} */
function templateOf({ template, image }: Arguments, { catalogue }: Client, roots: Roots): NamedTemplate {
  if ((template === undefined) === (image === undefined))
    throw new CallError('Name a template or an image, one of them.')
  if (image !== undefined) return imageOf(checkedImage(image, catalogue))
  const name = String(template)
  const isPath = /[./\\]/.test(name)
  return isPath ? templateFile(roots.input(name), catalogue) : builtInTemplate(name, catalogue)
}

/** Returns the photo's address. It changes with the file, so that the page does not use the pixels of an earlier version. */
function addressOf({ loopback }: Renderer, path: string): string {
  const { mtimeMs, size } = statSync(path)
  return `${loopback.offer(path)}?v=${mtimeMs}-${size}`
}

async function describe(
  { renderer, tab }: Browser,
  path: string,
  frame: string,
  signal: AbortSignal,
): Promise<CallResult> {
  const job = (): DescribeJob => ({ task: 'describe', photo: addressOf(renderer, path), name: basename(path), frame })
  const answer = await tab.ask(job, signal)
  if (!answer.ok) throw new CallError(failureText(answer.error))
  const { ok: _, preview, ...facts } = answer
  return { facts, preview }
}

/** A file to make; the paths are checked. */
interface Order {
  photo: string
  out: { folder: string; name: string }
  settings: RenderJob['settings']
  texts: Record<string, string>
  template: NamedTemplate
}

async function make({ renderer, tab }: Browser, order: Order, signal: AbortSignal): Promise<CallResult> {
  const { photo, settings, texts, template } = order
  const { folder, name } = order.out
  const out = openOutputFolder(folder)
  const job = (): RenderJob => ({
    task: 'render',
    template: template.source(renderer.loopback),
    photo: addressOf(renderer, photo),
    name: basename(photo),
    settings,
    texts: { layers: texts, placeholders: {} },
    result: renderer.loopback.take((bytes) => out.write(name, bytes)),
    reportsTexts: true,
    previews: true,
  })
  try {
    const answer = await tab.ask(job, signal)
    if (!answer.ok) throw new CallError(failureText(answer.error))
    const { ok: _, preview, texts: reports = [], unknown, ...facts } = answer
    const notes = unknown.map((key) => `The template has no text named ${key}.`)
    const advised = reports.map((text) => ({ ...text, advice: adviceFor(text) }))
    return { facts: { file: join(folder, name), ...facts, texts: advised, notes }, ...(preview && { preview }) }
  } finally {
    out.clear()
  }
}

/** The export format of each file name extension. */
const FORMATS: Readonly<Record<string, string>> = { '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.webp': 'webp' }

function settingsOf({ width, height, quality }: Arguments, name: string): RenderJob['settings'] {
  if ((width === undefined) !== (height === undefined)) throw new CallError('Give both width and height.')
  return {
    format: FORMATS[extname(name).toLowerCase()] ?? 'png',
    ...(width !== undefined && { size: 'pixels', width, height }),
    ...(quality !== undefined && { quality }),
  }
}

/** Shares and contrasts from which a text is hard to read. 3:1 is the minimum for large text (WCAG 2.2, 1.4.3). */
const [MUCH_HIDDEN, MUCH_OUTSIDE, LOW_CONTRAST] = [0.5, 0.02, 3]

/** Returns what to change so that the text can be read; empty = nothing. */
function adviceFor({ hidden, outside, contrast }: TextReport): string[] {
  const percent = (share: number) => `${Math.round(100 * share)} %`
  return [
    ...(hidden > MUCH_HIDDEN
      ? [`The subject hides ${percent(hidden)}. Move the text to a free area, or set placement to "foreground".`]
      : []),
    ...(outside > MUCH_OUTSIDE
      ? [`${percent(outside)} is outside of the frame. Make the text smaller or move it.`]
      : []),
    ...(contrast < LOW_CONTRAST
      ? [`The contrast is ${contrast}:1. Use another colour, a stroke or a background.`]
      : []),
  ]
}
