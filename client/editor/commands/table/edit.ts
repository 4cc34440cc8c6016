import { Redo2, Undo2 } from 'lucide-react'
import { defineCommands } from '../command.ts'

/** Undo and redo. */
export const editCommands = defineCommands([
  {
    id: 'undo',
    worksInIdleFields: true,
    label: 'Undo',
    icon: Undo2,
    keys: ['Mod+Z'],
    group: 'Edit',
    needs: [
      {
        reason: 'Nothing to undo.',
        isMet: ({ workspace: { session, tools } }) => session.history.state.undo !== null || tools.isGesturing,
      },
    ],
    keepsGesture: true,
    run({ workspace: { session, tools } }) {
      if (tools.isGesturing) tools.cancel()
      else session.history.undo()
    },
  },
  {
    id: 'redo',
    worksInIdleFields: true,
    label: 'Redo',
    icon: Redo2,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    group: 'Edit',
    needs: [
      {
        reason: 'Nothing to redo.',
        isMet: ({ workspace }) => workspace.session.history.state.redo !== null,
      },
    ],
    run: ({ workspace }) => workspace.session.history.redo(),
  },
])
