import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  FoldHorizontal,
  FoldVertical,
  UnfoldHorizontal,
  UnfoldVertical,
} from 'lucide-react'
import { align, distribute, stretch } from '../arrange.ts'
import { type Command, defineCommands } from '../command.ts'
import { ANY_SELECTED, STRETCHABLE, THREE_SELECTED } from '../requirements.ts'

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

/** Commands that change one side of a layer with free proportions, as the handles of its sides do. */
export const stretchCommands = defineCommands(
  (
    [
      ['stretch-wider', 'Make wider (Shift: 10×)', 'Alt+ArrowRight', UnfoldHorizontal, { x: 1, y: 0 }],
      ['stretch-narrower', 'Make narrower (Shift: 10×)', 'Alt+ArrowLeft', FoldHorizontal, { x: -1, y: 0 }],
      ['stretch-taller', 'Make taller (Shift: 10×)', 'Alt+ArrowUp', UnfoldVertical, { x: 0, y: 1 }],
      ['stretch-flatter', 'Make shorter (Shift: 10×)', 'Alt+ArrowDown', FoldVertical, { x: 0, y: -1 }],
    ] as const
  ).map(
    ([id, label, key, icon, direction]): Command<typeof id> => ({
      id,
      label,
      icon,
      keys: [key],
      group: 'Selection',
      needs: [STRETCHABLE],
      run: ({ workspace }, { isShift }) => stretch(workspace.session, direction, isShift ? 10 : 1),
    }),
  ),
)
