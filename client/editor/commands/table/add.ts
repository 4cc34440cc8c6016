import { Copy, Plus, Type } from 'lucide-react'
import { addLayer } from '../../../layers/actions.ts'
import { defineCommands } from '../command.ts'
import { editSelected } from '../editSelected.ts'
import { hasTab, MAY_ADD } from '../requirements.ts'

/** Commands that add layers. */
export const addCommands = defineCommands([
  {
    id: 'add-text',
    label: 'Add Text',
    icon: Type,
    keys: ['Shift+T'],
    group: 'Add',
    needs: [hasTab('text'), ...MAY_ADD],
    run({ workspace: { session } }) {
      addLayer(session, 'text')
      editSelected(session)
    },
  },
  {
    id: 'add-shape',
    label: 'Add Shape',
    icon: Plus,
    keys: [],
    group: 'Add',
    needs: [hasTab('shapes'), ...MAY_ADD],
    run({ workspace: { session } }) {
      addLayer(session, 'shape')
      editSelected(session)
    },
  },
  {
    id: 'add-clone',
    label: 'Clone subject',
    icon: Copy,
    keys: [],
    group: 'Add',
    needs: [hasTab('clone-image'), ...MAY_ADD],
    run({ workspace: { session } }) {
      addLayer(session, 'clone')
      editSelected(session)
    },
  },
])
