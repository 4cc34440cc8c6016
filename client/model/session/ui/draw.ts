/** What the Draw tab remembers (spec §3, "drawing settings"). */
import type { Hex } from '../../../kit/base/fields.ts'
import type { LayerId } from '../../../kit/base/ids.ts'
import type { Placement } from '../../document/document.ts'

export interface DrawUi {
  /** Drawing mode: the pointer draws instead of selecting. */
  isOn: boolean
  tool: 'pencil' | 'eraser'
  /** Document px. */
  size: number
  color: Hex
  placement: Placement
  /** The stroke that is being drawn, if any. */
  live: LayerId[]
}

export const freshDrawUi = (): DrawUi => ({
  isOn: false,
  tool: 'pencil',
  size: 20,
  color: '#ffffff',
  placement: 'background',
  live: [],
})
