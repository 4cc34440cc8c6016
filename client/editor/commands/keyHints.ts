import { HELD_KEYS } from '../canvas/heldKeys.ts'
import type { CommandGroup } from './command.ts'

/** A key that changes something while it is held; the help lists it. */
export interface KeyHint {
  readonly key: string
  /** English; translated when shown. */
  readonly label: string
  readonly group: CommandGroup
}

/** The keys that change what a drag does while they are held. */
export const KEY_HINTS: readonly KeyHint[] = [
  { key: HELD_KEYS.pan, label: 'Hold and drag to move the view', group: 'View' },
  { key: HELD_KEYS.rotate, label: 'Hold and drag to rotate', group: 'Selection' },
  { key: HELD_KEYS.scale, label: 'Hold and drag to resize', group: 'Selection' },
]
