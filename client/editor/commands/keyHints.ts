/** What keys do while they are held: no commands, but the help shows them. */
import { HELD_KEYS } from '../canvas/heldKeys.ts'
import type { CommandGroup } from './command.ts'

export interface KeyHint {
  readonly key: string
  /** English; translated where it is shown. */
  readonly label: string
  readonly group: CommandGroup
}

export const KEY_HINTS: readonly KeyHint[] = [
  { key: HELD_KEYS.pan, label: 'Hold and drag to move the view', group: 'View' },
  { key: HELD_KEYS.rotate, label: 'Hold and drag to rotate', group: 'Selection' },
  { key: HELD_KEYS.scale, label: 'Hold and drag to resize', group: 'Selection' },
]
