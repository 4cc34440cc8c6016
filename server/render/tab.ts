/** A tab of the browser that renders: opened at the first job, replaced when it is lost. Its failures, in sentences. */
import { RENDER_FUNCTION, type RenderAnswer, type RenderJob } from '#server/contract/render.ts'
import { type Chromium, type Page, PageLostError } from './chromium.ts'

/** A tab that renders, one job at a time. */
export interface Tab {
  /**
   * Renders. Does not reject: failures are in the answer. `job` is called for each try: a tab that is lost, or whose
   * WebGL context is, is replaced once, because the next one may succeed.
   */
  ask(job: () => RenderJob): Promise<RenderAnswer>
  close(): Promise<void>
}

/** Creates a tab, which is opened with the first job. `address`: URL of the page that renders. */
export function createTab(chromium: Chromium, address: string): Tab {
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
  const askOnce = async (job: RenderJob): Promise<RenderAnswer> => {
    try {
      const asked = await opened()
      return (await asked.evaluate(`window.${RENDER_FUNCTION}(${JSON.stringify(job)})`)) as RenderAnswer
    } catch (error) {
      if (error instanceof PageLostError) return { ok: false, error: 'tab-lost' }
      return { ok: false, error: error instanceof Error ? error.message : String(error) }
    }
  }
  return {
    async ask(job) {
      const answer = await askOnce(job())
      if (answer.ok || !(answer.error === 'tab-lost' || answer.error === 'context-lost')) return answer
      await close()
      return askOnce(job())
    },
    close,
  }
}

/** What went wrong with one picture, for people; the code is for scripts. */
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
  'encode-failed': 'Failed to encode the image.',
  'design: not-a-project': 'The template isn’t a Midground file.',
  'design: damaged': 'The design is damaged.',
  'design: newer': 'The design was saved by a newer version.',
  'design: unknown': 'No template with this ID.',
  'design: too-large': 'The design is too large.',
  'design: images-too-large': 'The images in the design are too large.',
}

/** Returns the sentence for the error of a `RenderAnswer`; an unknown error is returned as it is. */
export const failureText = (error: string): string => TEXTS[error] ?? error
