import { Copy, Eraser, Group, Plus, Type, Users } from 'lucide-react'
import { addLayer, removeLayer } from '#client/layers/actions.ts'
import { openObjects, startLifting } from '#client/model/session/ui/subject.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { defineCommands } from '../command.ts'
import { editSelected } from '../editSelected.ts'
import { ALL_TABS, hasTab, MAY_ADD } from '../requirements.ts'

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

/** Commands that lift objects out of the photo. */
export const objectCommands = defineCommands([
  {
    id: 'lift-object',
    label: 'Lift object',
    icon: Group,
    keys: ['Shift+O'],
    group: 'Add',
    needs: [ALL_TABS, ...MAY_ADD],
    run: ({ workspace: { session } }) => startLifting(session.ui, 'lift'),
  },
  {
    id: 'find-people',
    label: 'Find people',
    aliases: ['Lift people', 'Separate people'],
    icon: Users,
    keys: ['Shift+P'],
    group: 'Add',
    needs: [ALL_TABS, ...MAY_ADD],
    run({ workspace: { session, chooser } }) {
      openObjects(session.ui)
      chooser.liftPeople()
    },
  },
  {
    id: 'erase-object',
    label: 'Erase object',
    aliases: ['Remove object', 'Magic eraser'],
    icon: Eraser,
    keys: ['Shift+E'],
    group: 'Add',
    needs: [ALL_TABS, ...MAY_ADD],
    run({ workspace: { session } }) {
      const objects = session.ui.selection.filter((id) => {
        const object = asLifted(session.doc.layers[id])
        return object !== null && !object.isHidden
      })
      if (objects.length > 0) removeLayer(session, ...objects)
      else startLifting(session.ui, 'erase')
    },
  },
])
