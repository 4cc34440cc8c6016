import { FoldHorizontal, FoldVertical, UnfoldHorizontal, UnfoldVertical } from 'lucide-react'
import { stretch } from '../arrange.ts'
import { type Command, defineCommands } from '../command.ts'
import { STRETCHABLE } from '../requirements.ts'

/** Commands that change one side of a layer with free proportions, as the handles of its sides do. */
export const stretchCommands = defineCommands(
  (
    [
      ['stretch-wider', 'Wider, Shift by ten', 'Alt+ArrowRight', UnfoldHorizontal, { x: 1, y: 0 }],
      ['stretch-narrower', 'Narrower, Shift by ten', 'Alt+ArrowLeft', FoldHorizontal, { x: -1, y: 0 }],
      ['stretch-taller', 'Taller, Shift by ten', 'Alt+ArrowUp', UnfoldVertical, { x: 0, y: 1 }],
      ['stretch-flatter', 'Flatter, Shift by ten', 'Alt+ArrowDown', FoldVertical, { x: 0, y: -1 }],
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
