import type { Hex } from '#client/kit/base/fields.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import type { Placement } from '../../document/document.ts'

export interface DrawUi {
  /** The pointer draws instead of selecting. */
  isOn: boolean
  tool: 'pencil' | 'eraser'
  /** brush diameter, document px */
  size: number
  color: Hex
  placement: Placement
  /** Layers of the stroke being drawn; empty = none. */
  activeStroke: LayerId[]
}

export const initialDrawUi = (): DrawUi => ({
  isOn: false,
  tool: 'pencil',
  size: 20,
  color: '#ffffff',
  placement: 'background',
  activeStroke: [],
})
