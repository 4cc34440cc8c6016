/** A tab that renders one job at a time. It opens at the first job and is replaced if it crashes. */
import {
  type DescribeAnswer,
  type DescribeJob,
  type Failure,
  RENDER_FUNCTION,
  type RenderAnswer,
  type RenderJob,
  type Stage,
  type TooLarge,
} from '#server/contract/render.ts'
import { type Chromium, type Page, PageLostError } from './chromium.ts'
import type { Loopback } from './loopback.ts'

export type Tab = ReturnType<typeof createTab>

/** A job without the address for progress reports, which the tab adds. */
type Job = Omit<RenderJob, 'progress'> | Omit<DescribeJob, 'progress'>
type AnswerTo<J> = J extends { task: 'render' } ? RenderAnswer : DescribeAnswer
type Answer = RenderAnswer & DescribeAnswer

/** How a caller follows a job. */
interface Following {
  signal?: AbortSignal
  onStage?(stage: Stage): void
}

/**
 * Maximum time without a report of the page, ms. The page reports every 2 s while its main thread runs. On a busy
 * machine without a graphics card, one step of the main thread may take minutes.
 */
const SILENCE_MS = 600_000

/** Number of times that a job is tried, each time in a new tab. */
const MAX_ATTEMPTS = 2

/** Creates a tab. The page that renders opens at the first job. */
export function createTab(
  chromium: Pick<Chromium, 'open'>,
  loopback: Pick<Loopback, 'page' | 'hear'>,
  silenceMs = SILENCE_MS,
) {
  let page: Page | null = null
  const opened = async () => {
    if (page) return page
    page = await chromium.open(loopback.page)
    await page.evaluate(
      `new Promise((done) => { const look = () => (window.${RENDER_FUNCTION} ? done() : setTimeout(look, 50)); look() })`,
    )
    return page
  }
  const close = async () => {
    const closing = page
    page = null
    await closing?.close()
  }
  const askOnce = async (job: Job, { signal, onStage }: Following): Promise<Answer> => {
    let isSilent = false
    const silence = setTimeout(() => {
      isSilent = true
      void close() // rejects the evaluation with a PageLostError
    }, silenceMs)
    const { path: progress, forget } = loopback.hear((stage) => {
      silence.refresh()
      onStage?.(stage)
    })
    try {
      const asked = await opened()
      signal?.throwIfAborted() // the job may have been aborted in the meantime
      return (await asked.evaluate(`window.${RENDER_FUNCTION}(${JSON.stringify({ ...job, progress })})`)) as Answer
    } catch (error) {
      if (error instanceof PageLostError) return { ok: false, error: isSilent ? 'timed-out' : 'tab-lost' }
      return { ok: false, error: error instanceof Error ? error.message : String(error) }
    } finally {
      clearTimeout(silence)
      forget()
    }
  }
  return {
    /**
     * Runs a job, and returns failures in the response. Calls `job` for each attempt, and replaces a crashed tab once. An
     * abort closes the tab and returns the error 'aborted'.
     */
    async ask<J extends Job>(job: () => J, following: Following = {}): Promise<AnswerTo<J>> {
      const { signal } = following
      const abort = () => void close()
      signal?.addEventListener('abort', abort, { once: true })
      try {
        for (let attempts = 1; ; attempts++) {
          const answer = await askOnce(job(), following)
          if (signal?.aborted) return { ok: false, error: 'aborted' }
          if (!isLost(answer)) return answer
          await close() // the next attempt or job needs a new tab
          if (attempts === MAX_ATTEMPTS) return answer
        }
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },
    close,
  }
}

const isLost = (answer: Answer): boolean =>
  !answer.ok && (answer.error === 'tab-lost' || answer.error === 'context-lost')

/** Messages by error code. Scripts should read the code, because messages may change. */
const TEXTS: Readonly<Record<string, string>> = {
  'unsupported-type': 'This file isn’t a JPEG, PNG, WebP or HEIC image.',
  'wrong-content': 'This file has the name of an image, but the content of another format.',
  'decode-failed': 'The photo is damaged or empty.',
  'heic-failed': 'The HEIC photo could not be converted.',
  'too-large': 'The loop is too large for this format. Choose a smaller size.',
  'model-unavailable': 'Failed to load the subject-detection model.',
  'out-of-memory': 'There is not enough memory.',
  'context-lost': 'Rendering failed: the WebGL context was lost.',
  'timed-out': 'Rendering stopped: the page did not respond for 10 minutes. Try again when the computer is less busy.',
  'tab-lost': 'Chromium crashed or was terminated.',
  'nothing-there': 'No object was found at that place.',
  background: 'That place is the background, so nothing was erased. Use another point, or a box around the object.',
  failed: 'Failed to erase the object.',
  'encode-failed': 'Failed to encode the image.',
  'no-encoder': 'This Chromium can’t write this file. Choose another --format.',
  'disk-full': 'The disk of the output folder is full.',
  'not-writable': 'The output folder can’t be written to.',
  'template: not-a-project': 'The template isn’t a Midground file.',
  'template: damaged': 'The template is damaged.',
  'template: newer': 'The template was saved by a newer version.',
  'template: unknown': 'No template with this ID.',
  'template: too-large': 'The template is too large.',
  'template: images-too-large': 'The images in the template are too large.',
}

/** Returns the message for a failure, by default the error itself. */
export const failureText = (failure: Failure): string =>
  'maxPixels' in failure ? tooLargeText(failure) : (TEXTS[failure.error] ?? failure.error)

/** Returns a message with the size of the photo or image, if known, and the limit that it exceeds. */
function tooLargeText({ error, width, height, maxSide, maxPixels }: TooLarge): string {
  const megapixels = (pixels: number) => `${Math.round(pixels / 1e5) / 10} megapixels`
  const size = width && height ? `: ${width} × ${height} px, ${megapixels(width * height)}` : ''
  const limit = `The limit is ${megapixels(maxPixels)}, and ${maxSide} px per side.`
  return error === 'photo-too-large'
    ? `The photo is too large${size}. ${limit}`
    : `The image is too large${size}. ${limit} Choose a smaller size.`
}

/** Returns notes about a made image: text layers that the template lacks, and scripts without a font. */
export const notesOn = (unknown: readonly string[], missingScripts: readonly string[]): string[] => [
  ...unknown.map((key) => `The template has no text named ${key}.`),
  ...missingScripts.map(
    (script) =>
      `This computer has no font for ${script}, so its letters are empty boxes. Install a font and try again.`,
  ),
]
