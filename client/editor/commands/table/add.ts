/** Table of the commands that undo and redo, and of the commands that add layers. */
import { Copy, Group, Plus, Redo2, Type, Undo2, Users, WandSparkles } from 'lucide-react'
import { addLayer, removeLayer } from '#client/layers/actions.ts'
import type { Session } from '#client/model/session/session.ts'
import { openObjects, startLifting } from '#client/model/session/ui/subject.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { type Command, defineCommands, type Requirement, withSession } from '../command.ts'
import { editSelected } from '../editSelected.ts'
import { ALL_TABS, hasTab, MAY_ADD, SUBJECT } from '../requirements.ts'

const UNDOABLE: Requirement = {
  reason: 'Nothing to undo.',
  isMet: ({ session, tools }) => session.history.state.undo !== null || tools.isGesturing,
}

const REDOABLE: Requirement = {
  reason: 'Nothing to redo.',
  isMet: ({ session }) => session.history.state.redo !== null,
}

export const editCommands = defineCommands('Edit', [
  ['undo', 'Undo', Undo2, ['Mod+Z'], [UNDOABLE], undo, { worksInIdleFields: true, keepsGesture: true }],
  ['redo', 'Redo', Redo2, ['Mod+Shift+Z', 'Mod+Y'], [REDOABLE], withSession(redo), { worksInIdleFields: true }],
])

function undo({ session, tools }: Workspace) {
  if (tools.isGesturing) tools.cancel()
  else session.history.undo()
}

function redo({ history }: Session) {
  history.redo()
}

const LIFTABLE = [ALL_TABS, ...MAY_ADD]

export const addCommands = defineCommands('Add', [
  [
    'add-text',
    'Add Text',
    Type,
    ['Shift+T'],
    [hasTab('text'), ...MAY_ADD],
    add('text'),
    { words: 'Title, Caption, Words, Font' },
  ],
  [
    'add-shape',
    'Add Shape',
    Plus,
    [],
    [hasTab('shapes'), ...MAY_ADD],
    add('shape'),
    { words: 'Rectangle, Circle, Arrow, Line, Star' },
  ],
  [
    'add-clone',
    'Clone subject',
    Copy,
    [],
    [hasTab('clone-image'), ...MAY_ADD, SUBJECT],
    add('clone'),
    { words: 'Copy person, Duplicate subject' },
  ],
  [
    'lift-object',
    'Lift object',
    Group,
    ['Shift+O'],
    LIFTABLE,
    ({ session }) => startLifting(session.ui, 'lift'),
    { words: 'Extract object, Separate object' },
  ],
  ['find-people', 'Find people', Users, ['Shift+P'], LIFTABLE, findPeople, { words: 'Lift people, Separate people' }],
  [
    'erase-object',
    'Erase object',
    WandSparkles,
    ['Shift+E'],
    LIFTABLE,
    withSession(eraseObject),
    { words: 'Remove person, Remove object, Delete object, Magic eraser' },
  ],
])

function add(kind: 'text' | 'shape' | 'clone'): Command['run'] {
  return (workspace) => {
    addLayer(workspace.session, kind)
    editSelected(workspace)
  }
}

function findPeople({ session, subjectSelector }: Workspace) {
  openObjects(session.ui)
  subjectSelector.liftPeople()
}

/** Erases the selected objects and fills the background. Without a selection, the next click erases an object. */
function eraseObject(session: Session) {
  const objects = session.ui.selection.filter((id) => {
    const object = asLifted(session.doc.layers[id])
    return object && !object.isHidden
  })
  if (objects.length > 0) removeLayer(session, ...objects)
  else startLifting(session.ui, 'erase')
}
