/** Table of the commands that undo, and that add layers. */
import { Copy, Group, Plus, Redo2, Type, Undo2, Users, WandSparkles } from 'lucide-react'
import { addLayer, removeLayer } from '#client/layers/actions.ts'
import { openObjects, startLifting } from '#client/model/session/ui/subject.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { defineCommands } from '../command.ts'
import { editSelected } from '../editSelected.ts'
import { ALL_TABS, hasTab, MAY_ADD } from '../requirements.ts'
/** Undo and redo. */
export const editCommands = defineCommands('Edit', [
  {
    id: 'undo',
    label: 'Undo',
    icon: Undo2,
    keys: ['Mod+Z'],
    worksInIdleFields: true,
    keepsGesture: true,
    needs: [
      {
        reason: 'Nothing to undo.',
        isMet: ({ session, tools }) => session.history.state.undo !== null || tools.isGesturing,
      },
    ],
    run({ session, tools }) {
      if (tools.isGesturing) tools.cancel()
      else session.history.undo()
    },
  },
  {
    id: 'redo',
    label: 'Redo',
    icon: Redo2,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    worksInIdleFields: true,
    needs: [{ reason: 'Nothing to redo.', isMet: ({ session }) => session.history.state.redo !== null }],
    run: ({ session }) => session.history.redo(),
  },
])

const ADDED = [
  ['add-text', 'Add Text', Type, ['Shift+T'], 'text', 'text'],
  ['add-shape', 'Add Shape', Plus, [], 'shapes', 'shape'],
  ['add-clone', 'Clone subject', Copy, [], 'clone-image', 'clone'],
] as const

/** Commands that add layers, and that lift objects out of the photo. */
export const addCommands = defineCommands('Add', [
  ...ADDED.map(([id, label, icon, keys, tab, kind]) => ({
    id,
    label,
    icon,
    keys,
    needs: [hasTab(tab), ...MAY_ADD],
    run({ session }: Workspace) {
      addLayer(session, kind)
      editSelected(session)
    },
  })),
  {
    id: 'lift-object',
    label: 'Lift object',
    icon: Group,
    keys: ['Shift+O'],
    needs: [ALL_TABS, ...MAY_ADD],
    run: ({ session }) => startLifting(session.ui, 'lift'),
  },
  {
    id: 'find-people',
    label: 'Find people',
    icon: Users,
    keys: ['Shift+P'],
    needs: [ALL_TABS, ...MAY_ADD],
    run({ session, subjectSelector }) {
      openObjects(session.ui)
      subjectSelector.liftPeople()
    },
  },
  {
    id: 'erase-object',
    label: 'Erase object',
    icon: WandSparkles,
    keys: ['Shift+E'],
    needs: [ALL_TABS, ...MAY_ADD],
    run({ session }) {
      const objects = session.ui.selection.filter((id) => {
        const object = asLifted(session.doc.layers[id])
        return object && !object.isHidden
      })
      if (objects.length > 0) removeLayer(session, ...objects)
      else startLifting(session.ui, 'erase')
    },
  },
])
