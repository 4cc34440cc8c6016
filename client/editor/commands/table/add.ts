/** Commands for undo and redo, and commands that add layers. */
import { Copy, Plus, Redo2, Type, Undo2 } from 'lucide-react'
import { addLayer } from '#client/layers/actions.ts'
import { addText } from '#client/layers/text/addText.ts'
import { type Session, stepToCancel } from '#client/model/session/session.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { type Command, defineCommands, type Requirement, withSession } from '../command.ts'
import { editSelected } from '../editSelected.ts'
import { hasTab, MAY_ADD, SUBJECT } from '../requirements.ts'

const UNDOABLE: Requirement = {
  reason: 'Nothing to undo.',
  isMet: ({ session, tools }) =>
    session.history.state.undo !== null ||
    tools.isGesturing ||
    session.history.hasOpenEdit ||
    stepToCancel(session) !== null,
}

const REDOABLE: Requirement = {
  reason: 'Nothing to redo.',
  isMet: ({ session }) => session.history.state.redo !== null,
}

export const editCommands = defineCommands('Edit', [
  ['undo', 'Undo', Undo2, ['Mod+Z'], [UNDOABLE], undo, { worksInIdleFields: true, keepsGesture: true }],
  ['redo', 'Redo', Redo2, ['Mod+Shift+Z', 'Mod+Y'], [REDOABLE], withSession(redo), { worksInIdleFields: true }],
])

/** Cancels the running gesture or the computation `stepToCancel`. If there is neither, undoes the last step. */
function undo({ session, tools }: Workspace) {
  const pending = stepToCancel(session)
  if (tools.isGesturing) tools.cancel()
  else if (pending) pending.cancel()
  else session.history.undo()
}

function redo({ history }: Session) {
  history.redo()
}

export const addCommands = defineCommands('Add', [
  [
    'add-text',
    'Add Text',
    Type,
    ['Shift+T'],
    [hasTab('text'), ...MAY_ADD],
    adding(addText),
    { words: 'Title, Caption, Words, Font' },
  ],
  [
    'add-shape',
    'Add Shape',
    Plus,
    [],
    [hasTab('shapes'), ...MAY_ADD],
    adding((session) => addLayer(session, 'shape')),
    { words: 'Rectangle, Circle, Arrow, Line, Star' },
  ],
  [
    'add-clone',
    'Clone subject',
    Copy,
    [],
    [hasTab('clone-image'), ...MAY_ADD, SUBJECT],
    adding((session) => addLayer(session, 'clone')),
    { words: 'Copy person, Duplicate subject' },
  ],
])

function adding(add: (session: Session) => unknown): Command['run'] {
  return (workspace) => {
    add(workspace.session)
    editSelected(workspace)
  }
}
