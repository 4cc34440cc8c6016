/** Computes the animations of texts, as pure functions of time. */
import type { Motion } from '#client/model/document/motion.ts'

/**
 * Ends of the phases of the loop: disappearing, hidden, appearing. Outside these phases, the text is complete, so the
 * first frame equals the still image.
 */
const [OUT, GONE, IN, BACK] = [0.08, 0.18, 0.24, 0.5] as const

/** Distance over which a rising text moves, as a fraction of the image's height. */
const RISE = 0.04
/** Duration for which one letter appears, as a fraction of the appearing phase. */
const LETTER_SHARE = 0.4

/** The appearance of a text, or of one letter, at one time. */
export interface TextState {
  /** Opacity, 0..1. */
  opacity: number
  /** Offset downwards, as a fraction of the image's height. */
  down: number
}

const COMPLETE: TextState = { opacity: 1, down: 0 }

/**
 * Returns the state of a text at `time` (1 = the end of the loop). For the animation 'letters', returns the state of
 * the letter `index` of `count`.
 */
export function textStateAt(animation: Motion['text'], time: number, index = 0, count = 1): TextState {
  const at = time % 1
  if (animation === 'none' || at <= OUT || at >= BACK) return COMPLETE
  if (at < IN) {
    const shown = 1 - smooth((at - OUT) / (GONE - OUT))
    return { opacity: shown, down: animation === 'rise' ? -RISE * (1 - shown) : 0 }
  }
  const progress = (at - IN) / (BACK - IN)
  if (animation !== 'letters') {
    const shown = smooth(progress)
    return { opacity: shown, down: animation === 'rise' ? RISE * (1 - shown) : 0 }
  }
  const start = count > 1 ? (index / (count - 1)) * (1 - LETTER_SHARE) : 0
  return { opacity: smooth((progress - start) / LETTER_SHARE), down: 0 }
}

/** Returns the smoothstep of a value, which is first clamped to 0..1. */
function smooth(value: number): number {
  const x = Math.min(1, Math.max(0, value))
  return x * x * (3 - 2 * x)
}
