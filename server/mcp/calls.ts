/** Makes and describes images for agents, in a browser that stays open between calls. */
import { basename, extname } from 'node:path'
import { MAX_PHOTO_BYTES } from '#server/contract/plans/limits.ts'
import type { DescribeAnswer, RenderAnswer, Stage, TextReport } from '#server/contract/render.ts'
import type { InputFile } from '#server/render/inputFile.ts'
import { UsageError } from '#server/render/options.ts'
import { type Renderer, renderJob } from '#server/render/renderer.ts'
import { failureText, notesOn, type Tab } from '#server/render/tab.ts'
import type { NamedTemplate } from '#server/render/templates.ts'
import type { Roots } from './roots.ts'
import { createTabPool, type TabPool } from './tabPool.ts'

/** The arguments of a call. They match the tool's schema. */
export type Arguments = Readonly<Record<string, unknown>>

/** The result of a call: JSON and, for an image, a preview (JPEG, base64). */
export interface CallResult {
  facts: object
  preview?: string
}

/** The client that waits for a call. */
export interface Caller {
  signal: AbortSignal
  /** Sends the current step of the call to the client, as a short text. */
  report(state: string): void
}

/** Functions that do the work of the tools. They reject with a UsageError, and after an abort. */
export type Calls = ReturnType<typeof createCalls>

type Browser = Renderer & { pool: TabPool }

const STATES: Record<Stage, string> = {
  opening: 'Opening the photo and finding its subject',
  converting: 'Converting the HEIC photo',
  describing: 'Describing the photo',
  erasing: 'Erasing the object',
  painting: 'Painting the image',
  saving: 'Saving the file',
}

/**
 * Creates the functions behind the MCP tools. Their first call runs `start`, as does the next call if `start` fails.
 * `roots` limits the file paths. The functions reject with a UsageError after `close`.
 */
export function createCalls(roots: Roots, start: () => Promise<Renderer>) {
  let browser: Promise<Browser> | null = null
  let isClosed = false

  async function open(): Promise<Browser> {
    if (isClosed) throw new UsageError('The server is stopping.')
    browser ??= start().then((renderer) => ({ ...renderer, pool: createTabPool(renderer.openTab) }))
    try {
      return await browser
    } catch (error) {
      browser = null
      throw error
    }
  }

  /** Opens the photo and runs `work` in a tab of the browser, when it is the call's turn. */
  async function withPhoto(
    path: string,
    { signal, report }: Caller,
    work: (photo: InputFile, tab: Tab, loopback: Renderer['loopback']) => Promise<CallResult>,
  ): Promise<CallResult> {
    const photo = await roots.input(path, MAX_PHOTO_BYTES)
    try {
      report('Starting')
      const { pool, loopback } = await open()
      const tellPosition = (ahead: number) => report(`Waiting for ${ahead} earlier ${ahead === 1 ? 'call' : 'calls'}`)
      return await pool.run(photo.version, { signal, tellPosition }, (tab) => work(photo, tab, loopback))
    } finally {
      await photo.close()
    }
  }

  const following = ({ signal, report }: Caller) => ({ signal, onStage: (stage: Stage) => report(STATES[stage]) })

  return {
    describe({ photo: path, frame = 'photo' }: Arguments, caller: Caller): Promise<CallResult> {
      return withPhoto(String(path), caller, async (photo, tab, loopback) => {
        const job = () => ({
          task: 'describe' as const,
          photo: loopback.offer(photo),
          name: basename(photo.path),
          frame: String(frame),
        })
        const { ok: _, preview, ...facts } = succeeded(await tab.ask(job, following(caller)))
        return { facts, preview }
      })
    },
    /** Makes the image of `args.photo` and the template, and writes it to `args.out`. Closes the template's file. */
    async make(args: Arguments, template: NamedTemplate, caller: Caller): Promise<CallResult> {
      try {
        const out = roots.output(String(args.out))
        try {
          const settings = settingsOf(args, out.path)
          const texts = { layers: (args.texts ?? {}) as Record<string, string>, placeholders: {} }
          return await withPhoto(String(args.photo), caller, async (photo, tab, loopback) => {
            const order = { photo, template, settings, texts, reportsTexts: true, previews: true }
            const answer = await tab.ask(() => renderJob(loopback, order, out.create), following(caller))
            const { ok: _, preview, texts: reports = [], unknown, ...facts } = succeeded(answer)
            const notes = notesOn(unknown, facts.missingScripts)
            const advised = reports.map((text) => ({ ...text, advice: adviceFor(text) }))
            return { facts: { file: out.path, ...facts, texts: advised, notes }, ...(preview && { preview }) }
          })
        } finally {
          out.free()
        }
      } finally {
        await template.file?.close()
      }
    },
    async close() {
      isClosed = true
      await (await browser?.catch(() => null))?.close()
    },
  }
}

/** Returns the response if it is a success. @throws {UsageError} otherwise */
function succeeded<A extends RenderAnswer | DescribeAnswer>(answer: A): Extract<A, { ok: true }> {
  if (!answer.ok) throw new UsageError(failureText(answer))
  return answer as Extract<A, { ok: true }>
}

const FORMATS: Readonly<Record<string, string>> = { '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.webp': 'webp' }

function settingsOf({ width, height, quality }: Arguments, name: string): Readonly<Record<string, unknown>> {
  return {
    format: FORMATS[extname(name).toLowerCase()] ?? 'png',
    ...(width !== undefined && { size: 'pixels', width, height }),
    ...(quality !== undefined && { quality }),
  }
}

/** Limits of readable text: largest fraction hidden and outside the image, least contrast (3:1, WCAG 2.2, 1.4.3). */
const [MUCH_HIDDEN, MUCH_OUTSIDE, LOW_CONTRAST] = [0.5, 0.02, 3]

/** Returns advice that makes the text easier to read; empty for text within the limits. */
function adviceFor({ hidden, outside, contrast }: TextReport): string[] {
  const percent = (share: number) => `${Math.round(100 * share)} %`
  const hides = `The subject hides ${percent(hidden)}. Move the text to a free area, or set placement to "foreground".`
  const leaves = `${percent(outside)} is outside of the frame. Make the text smaller or move it.`
  const blends = `The contrast is ${contrast}:1. Use another color, a stroke or a background.`
  return [
    ...(hidden > MUCH_HIDDEN ? [hides] : []),
    ...(outside > MUCH_OUTSIDE ? [leaves] : []),
    ...(contrast < LOW_CONTRAST ? [blends] : []),
  ]
}
