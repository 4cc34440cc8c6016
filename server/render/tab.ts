/** A tab that renders one job at a time. It opens at the first job and is replaced if it crashes. */
import {
  type DescribeAnswer,
  type DescribeJob,
  RENDER_FUNCTION,
  type RenderAnswer,
  type RenderJob,
} from '#server/contract/render.ts'
import { type Chromium, type Page, PageLostError } from './chromium.ts'

export type Tab = ReturnType<typeof createTab>

type AnswerTo<Job> = Job extends RenderJob ? RenderAnswer : DescribeAnswer
type Answer = RenderAnswer & DescribeAnswer

/** Creates a tab. `address`: URL of the page that renders. */
export function createTab(chromium: Chromium, address: string) {
  let page: Page | null = null
  const opened = async () => {
    if (page) return page
    page = await chromium.open(address)
    await page.evaluate(
      `new Promise((done) => { const look = () => (window.${RENDER_FUNCTION} ? done() : setTimeout(look, 50)); look() })`,
    )
    return page
  }
  const close = async () => {
    await page?.close()
    page = null
  }
  const askOnce = async (job: RenderJob | DescribeJob, signal?: AbortSignal): Promise<Answer> => {
    try {
      const asked = await opened()
      signal?.throwIfAborted() // the job may have been aborted meanwhile
      return (await asked.evaluate(`window.${RENDER_FUNCTION}(${JSON.stringify(job)})`)) as Answer
    } catch (error) {
      if (error instanceof PageLostError) return { ok: false, error: 'tab-lost' }
      return { ok: false, error: error instanceof Error ? error.message : String(error) }
    }
  }
  return {
    /**
     * Runs a job, and returns failures in the answer. Calls `job` for each attempt, and replaces a crashed tab once. An
     * abort closes the tab and returns the error 'aborted'.
     */
    async ask<Job extends RenderJob | DescribeJob>(job: () => Job, signal?: AbortSignal): Promise<AnswerTo<Job>> {
      const abort = () => void close()
      signal?.addEventListener('abort', abort, { once: true })
      try {
        const answer = await askOnce(job(), signal)
        if (signal?.aborted) return { ok: false, error: 'aborted' }
        if (answer.ok || !(answer.error === 'tab-lost' || answer.error === 'context-lost')) return answer
        await close()
        return await askOnce(job(), signal)
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },
    close,
  }
}

/** Messages by error code. Scripts should read the code, because messages may change. */
const TEXTS: Readonly<Record<string, string>> = {
  'unsupported-type': 'This file isn’t a JPEG, PNG, WebP or HEIC image.',
  'decode-failed': 'The photo is damaged or empty.',
  'heic-failed': 'The HEIC photo could not be converted.',
  'too-large': 'The photo or the output image is too large.',
  'model-unavailable': 'Failed to load the subject-detection model.',
  'out-of-memory': 'There is not enough memory.',
  'context-lost': 'Rendering failed: the WebGL context was lost.',
  'timed-out': 'Rendering timed out.',
  'tab-lost': 'Chromium crashed or was terminated.',
  'nothing-there': 'No object was found at that place.',
  failed: 'Failed to erase the object.',
  'encode-failed': 'Failed to encode the image.',
  'template: not-a-project': 'The template isn’t a Midground file.',
  'template: damaged': 'The template is damaged.',
  'template: newer': 'The template was saved by a newer version.',
  'template: unknown': 'No template with this ID.',
  'template: too-large': 'The template is too large.',
  'template: images-too-large': 'The images in the template are too large.',
}

/** Returns the message for the error of a `RenderAnswer`, by default the error itself. */
export const failureText = (error: string): string => TEXTS[error] ?? error
