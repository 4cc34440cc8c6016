/**
 * What we need of an engine is tried, not told from its name. Each question is asked once, when it first matters, and
 * whoever asks says what happens at a "no".
 */
import { hasGraphics } from './graphics.ts'
import { addsInHalfFloats, keepsStraightAlpha, multipliesCanvases, readsExactly, writesExactly } from './pixels.ts'
import { askWorker, hasVectors, sharesMemory } from './threads.ts'

const PROBES = {
  graphics: async () => hasGraphics(),
  straightAlpha: keepsStraightAlpha,
  canvasUpload: multipliesCanvases,
  exactReadback: readsExactly,
  exactCanvas: writesExactly,
  halfFloats: addsInHalfFloats,
  vectors: async () => hasVectors(),
  workers: async () => (await askWorker()) !== null,
  workerGraphics: async () => (await askWorker()) === true,
  sharedMemory: async () => sharesMemory(),
} satisfies Record<string, () => Promise<boolean>>

export type Ability = keyof typeof PROBES
export const ABILITIES = Object.keys(PROBES) as readonly Ability[] // typed by the table itself

const known = new Map<Ability, Promise<boolean>>()

/** A probe that fails says no. */
export function can(ability: Ability): Promise<boolean> {
  const asked = known.get(ability)
  if (asked) return asked
  const answer = PROBES[ability]().catch((reason: unknown) => {
    console.info(`self-check ${ability}:`, reason)
    return false
  })
  known.set(ability, answer)
  return answer
}

/** Asks anew the next time: for what a user can change while the page stands. */
export const askAgain = (ability: Ability): void => void known.delete(ability)
