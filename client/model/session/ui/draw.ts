/** State of the Draw tab (spec §3, "drawing settings"). */
import type { Hex } from '../../../kit/base/fields.ts'
import type { LayerId } from '../../../kit/base/ids.ts'
import type { Placement } from '../../document/document.ts'

/** State of the Draw tab. */
export interface DrawUi {
  /** Drawing mode: the pointer draws instead of selecting. */
  isOn: boolean
  tool: 'pencil' | 'eraser'
  /** Diameter of the brush, document px. */
  size: number
  color: Hex
  placement: Placement
  /** The layers of the stroke that is being drawn; empty = none. */
  activeStroke: LayerId[]
}

/** Returns the Draw tab's state at the start of a session: drawing mode is off. */
export const initialDrawUi = (): DrawUi => ({
  isOn: false,
  tool: 'pencil',
  size: 20,
  color: '#ffffff',
  placement: 'background',
  activeStroke: [],
})
