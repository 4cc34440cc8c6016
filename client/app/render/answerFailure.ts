/** Answers for the page that should render when `render.ts` cannot be loaded. Apart from it, because it must load. */
import { RENDER_FUNCTION, type RenderAnswer } from '#server/contract/render.ts'

/** Publishes a function on `target` (the window) that answers every job with `error`; nobody would answer otherwise. */
export function answerFailure(error: unknown, target: object = window): void {
  const message = error instanceof Error ? error.message : String(error)
  const answer = async (): Promise<RenderAnswer> => ({ ok: false, error: message })
  Object.assign(target, { [RENDER_FUNCTION]: answer })
}
