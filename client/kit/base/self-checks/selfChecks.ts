/**
 * The self-checks of the browser's abilities. Code detects features by experiment and never asks for the browser's
 * name. Each check runs once, at its first use. The caller decides how to continue after a failed check. A check
 * that no code acts on has no place here.
 */
import { hasGraphics, hasVectors } from './graphics.ts'
import { keepsStraightAlpha, readsExactly, showsDisplayP3, writesExactly } from './pixels.ts'

const PROBES = {
  graphics: async () => hasGraphics(),
  straightAlpha: keepsStraightAlpha,
  exactReadback: readsExactly,
  exactCanvas: writesExactly,
  wideGamut: showsDisplayP3,
  vectors: async () => hasVectors(),
} satisfies Record<string, () => Promise<boolean>>

/** Name of an ability that a self-check tests. */
export type Ability = keyof typeof PROBES
/** The names of all abilities that a self-check tests, such as 'wideGamut'. `can` runs a check. */
export const ABILITIES = Object.keys(PROBES) as readonly Ability[] // the type of the keys of PROBES

const known = new Map<Ability, Promise<boolean>>()

/** Returns whether the browser passes the self-check. The result is cached. A check that throws has failed. */
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

/**
 * Discards the cached result of a self-check, so that the next `can` runs the check again. For abilities that a user
 * can change while the page is open.
 */
export const resetCheck = (ability: Ability): void => void known.delete(ability)
