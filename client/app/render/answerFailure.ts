/** Answers render jobs with an error if `render.ts` cannot be loaded. A separate module, so that it always loads. */
import { RENDER_FUNCTION, type RenderAnswer } from '#server/contract/render.ts'

/**
 * Publishes a function on `target` (the window) that answers every job with `error`. Without this function, the command
 * line would get no answer.
 */
export function answerFailure(error: unknown, target: object = window): void {
  const message = error instanceof Error ? error.message : String(error)
  const answer = async (): Promise<RenderAnswer> => ({ ok: false, error: message })
  Object.assign(target, { [RENDER_FUNCTION]: answer })
}
