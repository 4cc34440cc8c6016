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
import { align, distribute } from '../arrange.ts'
import { type Command, defineCommands } from '../command.ts'
import { ANY_SELECTED, THREE_SELECTED } from '../requirements.ts'

/** Several layers are aligned with each other, a single one with the canvas. */
const ALIGNMENTS = (
  [
    ['align-left', 'Align left', 'Alt+A', AlignStartVertical, 'left'],
    ['align-center', 'Align centre', 'Alt+H', AlignCenterVertical, 'center'],
    ['align-right', 'Align right', 'Alt+D', AlignEndVertical, 'right'],
    ['align-top', 'Align top', 'Alt+W', AlignStartHorizontal, 'top'],
    ['align-middle', 'Align middle', 'Alt+V', AlignCenterHorizontal, 'middle'],
    ['align-bottom', 'Align bottom', 'Alt+S', AlignEndHorizontal, 'bottom'],
  ] as const
).map(
  ([id, label, key, icon, edge]): Command<typeof id> => ({
    id,
    label,
    icon,
    keys: [key],
    group: 'Arrange',
    needs: [ANY_SELECTED],
    run: ({ workspace }) => align(workspace.session, edge),
  }),
)

const DISTRIBUTIONS = (
  [
    ['distribute-x', 'Distribute horizontally', 'Alt+Shift+H', AlignHorizontalDistributeCenter, 'x'],
    ['distribute-y', 'Distribute vertically', 'Alt+Shift+V', AlignVerticalDistributeCenter, 'y'],
  ] as const
).map(
  ([id, label, key, icon, axis]): Command<typeof id> => ({
    id,
    label,
    icon,
    keys: [key],
    group: 'Arrange',
    needs: [THREE_SELECTED],
    run: ({ workspace }) => distribute(workspace.session, axis),
  }),
)

/** Commands that align and distribute the selection. */
export const arrangeCommands = defineCommands([...ALIGNMENTS, ...DISTRIBUTIONS])
