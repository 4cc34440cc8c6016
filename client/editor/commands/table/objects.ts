import { Eraser, Group, Users } from 'lucide-react'
import { removeLayer } from '../../../layers/actions.ts'
import { openObjects, startLifting } from '../../../model/session/ui/subject.ts'
import { asLifted } from '../../../render/objects/lifted.ts'
import { defineCommands } from '../command.ts'
import { ALL_TABS, MAY_ADD } from '../requirements.ts'

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
