/** Makes and describes images for agents. Runs one job at a time in a browser that stays open between calls. */
import { basename, extname, join } from 'node:path'
import type { DescribeJob, TextReport } from '#server/contract/render.ts'
import { UsageError } from '#server/render/options.ts'
import { openOutputFolder } from '#server/render/outputFolder.ts'
import { type Renderer, renderJob } from '#server/render/renderer.ts'
import { failureText, type Tab } from '#server/render/tab.ts'
import type { NamedTemplate } from '#server/render/templates.ts'
import type { Roots } from './roots.ts'

/** The arguments of a call. They match the tool's schema. */
export type Arguments = Readonly<Record<string, unknown>>

/** The result of a call: JSON and, for an image, a preview (JPEG, base64). */
export interface CallResult {
  facts: object
  preview?: string
}

/** Functions that do the work of the tools. They reject with a UsageError, and after an abort. */
export type Calls = ReturnType<typeof createCalls>

type Browser = Renderer & { tab: Tab }

/** Creates the functions behind the MCP tools. Their first call runs `start`. `roots` limits the file paths. */
export function createCalls(roots: Roots, start: () => Promise<Renderer>) {
  let browser: Promise<Browser> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function open(): Promise<Browser> {
    browser ??= start().then((renderer) => ({ ...renderer, tab: renderer.openTab() }))
    try {
      return await browser
    } catch (error) {
      browser = null
      throw error
    }
  }

  /** Runs `work` in the browser after all earlier calls. */
  function queued(work: (on: Browser) => Promise<CallResult>, signal: AbortSignal): Promise<CallResult> {
    const result = last.then(async () => {
      if (signal.aborted || isClosed) throw new UsageError('The call was cancelled.')
      return work(await open())
    })
    last = result.catch(() => undefined)
    return result
  }

  return {
    async describe({ photo, frame = 'photo' }: Arguments, signal: AbortSignal): Promise<CallResult> {
      const path = roots.input(String(photo))
      return queued(async ({ tab, loopback }) => {
        const name = basename(path)
        const job = (): DescribeJob => ({ task: 'describe', photo: loopback.offer(path), name, frame: String(frame) })
        const { ok: _, preview, ...facts } = succeeded(await tab.ask(job, signal))
        return { facts, preview }
      }, signal)
    },
    /** Makes the image of `args.photo` and the template, and writes it to `args.out`. */
    async make(args: Arguments, template: NamedTemplate, signal: AbortSignal): Promise<CallResult> {
      const photo = roots.input(String(args.photo))
      const { folder, name } = roots.output(String(args.out))
      const settings = settingsOf(args, name)
      const texts = { layers: (args.texts ?? {}) as Record<string, string>, placeholders: {} }
      return queued(async ({ tab, loopback }) => {
        const out = openOutputFolder(folder)
        const order = { photo, template, settings, texts, reportsTexts: true, previews: true }
        try {
          const answer = await tab.ask(() => renderJob(loopback, order, (bytes) => out.write(name, bytes)), signal)
          const { ok: _, preview, texts: reports = [], unknown, ...facts } = succeeded(answer)
          const notes = unknown.map((key) => `The template has no text named ${key}.`)
          const advised = reports.map((text) => ({ ...text, advice: adviceFor(text) }))
          return { facts: { file: join(folder, name), ...facts, texts: advised, notes }, ...(preview && { preview }) }
        } finally {
          out.clear()
        }
      }, signal)
    },
    async close() {
      isClosed = true
      await (await browser?.catch(() => null))?.close()
    },
  }
}

/** Returns the answer if it is a success. @throws {UsageError} otherwise */
function succeeded<A extends { ok: boolean }>(answer: A | { ok: false; error: string }): A & { ok: true } {
  if ('error' in answer) throw new UsageError(failureText(answer.error))
  return answer as A & { ok: true }
}

const FORMATS: Readonly<Record<string, string>> = { '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.webp': 'webp' }

function settingsOf({ width, height, quality }: Arguments, name: string): Readonly<Record<string, unknown>> {
  if ((width === undefined) !== (height === undefined)) throw new UsageError('Give both width and height.')
  return {
    format: FORMATS[extname(name).toLowerCase()] ?? 'png',
    ...(width !== undefined && { size: 'pixels', width, height }),
    ...(quality !== undefined && { quality }),
  }
}

/** Limits beyond which a text is hard to read. 3:1 is the minimum contrast of large text (WCAG 2.2, 1.4.3). */
const [MUCH_HIDDEN, MUCH_OUTSIDE, LOW_CONTRAST] = [0.5, 0.02, 3]

/** Returns advice that makes the text easier to read; empty for a text within the limits. */
function adviceFor({ hidden, outside, contrast }: TextReport): string[] {
  const percent = (share: number) => `${Math.round(100 * share)} %`
  const hides = `The subject hides ${percent(hidden)}. Move the text to a free area, or set placement to "foreground".`
  const leaves = `${percent(outside)} is outside of the frame. Make the text smaller or move it.`
  const blends = `The contrast is ${contrast}:1. Use another colour, a stroke or a background.`
  return [
    ...(hidden > MUCH_HIDDEN ? [hides] : []),
    ...(outside > MUCH_OUTSIDE ? [leaves] : []),
    ...(contrast < LOW_CONTRAST ? [blends] : []),
  ]
}
