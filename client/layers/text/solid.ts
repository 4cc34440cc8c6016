/** Lengths of the 3D effect, which stay in proportion to the letters. */
import { clampField } from '#client/kit/base/fields.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { SOLID_LENGTHS, type TextValues, textFields } from './schema.ts'

type Effect = TextValues['threeDEffect']

/** A 3D effect, and the painted font size that its lengths belong to, document px. */
export interface Solid {
  effect: Immutable<Effect>
  fontSize: number
}

/** Sets the lengths of an enabled 3D effect to those of `start`, scaled to `fontSize`. */
export function scaleSolid(effect: Effect, start: Solid, fontSize: number): void {
  if (!start.effect.enabled) return
  const by = fontSize / start.fontSize
  for (const name of SOLID_LENGTHS) {
    const length = by === 1 ? start.effect[name] : Math.round(by * start.effect[name] * 10) / 10
    effect[name] = clampField(textFields.threeDEffect.fields[name], length)
  }
}
