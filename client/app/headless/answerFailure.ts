/** Returns an error for render jobs if `render.ts` fails to load. This module doesn't import any rendering code. */
import { RENDER_FUNCTION, type RenderAnswer } from '#server/contract/render.ts'

/**
 * Defines a function on `target` (the window) that returns `error` for every job. Otherwise the command line would
 * wait for a response that never comes.
 */
export function answerFailure(error: unknown, target: object = window): void {
  const message = error instanceof Error ? error.message : String(error)
  const answer = async (): Promise<RenderAnswer> => ({ ok: false, error: message })
  Object.assign(target, { [RENDER_FUNCTION]: answer })
}
