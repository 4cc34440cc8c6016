/** Commands that align and distribute layers. */
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
} from 'lucide-react'
import type { Edge } from '../../tools/align.ts'
import type { Axis } from '../../tools/snap.ts'
import { align, distribute } from '../arrange.ts'
import { defineCommands, withSession } from '../command.ts'
import { ANY_SELECTED, THREE_SELECTED } from '../requirements.ts'

const [ANY, THREE] = [[ANY_SELECTED], [THREE_SELECTED]]

/**
 * Commands that align and distribute layers. Several layers are aligned with each other. A single layer is aligned with
 * the image's frame.
 */
export const arrangeCommands = defineCommands('Arrange', [
  ['align-left', 'Align left', AlignStartVertical, ['Alt+A'], ANY, alignTo('left')],
  ['align-center', 'Align center', AlignCenterVertical, ['Alt+H'], ANY, alignTo('center')],
  ['align-right', 'Align right', AlignEndVertical, ['Alt+D'], ANY, alignTo('right')],
  ['align-top', 'Align top', AlignStartHorizontal, ['Alt+W'], ANY, alignTo('top')],
  ['align-middle', 'Align middle', AlignCenterHorizontal, ['Alt+V'], ANY, alignTo('middle')],
  ['align-bottom', 'Align bottom', AlignEndHorizontal, ['Alt+S'], ANY, alignTo('bottom')],
  ['distribute-x', 'Distribute horizontally', AlignHorizontalDistributeCenter, ['Alt+Shift+H'], THREE, spread('x')],
  ['distribute-y', 'Distribute vertically', AlignVerticalDistributeCenter, ['Alt+Shift+V'], THREE, spread('y')],
])

function alignTo(edge: Edge) {
  return withSession((session) => align(session, edge))
}

function spread(axis: Axis) {
  return withSession((session) => distribute(session, axis))
}
