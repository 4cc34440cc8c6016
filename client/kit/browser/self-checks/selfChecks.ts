/**
 * The self-checks of the browser's abilities. Each ability is tested by experiment, never by the browser's name. Each
 * check runs once, at its first use. If a check fails, its caller uses a fallback.
 */
import { graphicsKind, hasVectors } from './graphics.ts'
import { keepsStraightAlpha, readsExactly, showsDisplayP3, writesExactly } from './pixels.ts'

const PROBES = {
  graphics: async () => graphicsKind() !== 'none',
  straightAlpha: keepsStraightAlpha,
  exactReadback: readsExactly,
  exactCanvas: writesExactly,
  wideGamut: showsDisplayP3,
  vectors: async () => hasVectors(),
  secureContext: async () => isSecureContext,
} satisfies Record<string, () => Promise<boolean>>

export type Ability = keyof typeof PROBES
/** All abilities that a self-check tests. `can` runs a check. */
export const ABILITIES = Object.keys(PROBES) as readonly Ability[] // safe cast: the keys of PROBES have this type

const known = new Map<Ability, Promise<boolean>>()

/** Returns whether the browser passes the self-check. Caches the result. If the check throws, returns false. */
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
 * Discards the cached result of a self-check, so that the next `can` runs the check again. Used for abilities that the
 * user can change while the page is open.
 */
export const resetCheck = (ability: Ability): void => void known.delete(ability)
