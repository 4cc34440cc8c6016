import { Group, MousePointerClick, Paintbrush, Scan, Users, WandSparkles } from 'lucide-react'
import { defineCommands } from '#client/editor/commands/command.ts'
import { ALL_TABS, MAY_ADD } from '#client/editor/commands/requirements.ts'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { objectKind } from '#client/layers/object/index.ts'
import { maskEditFields } from '#client/model/document/maskEdits.ts'
import type { Session } from '#client/model/session/session.ts'
import {
  closeSubjectTool,
  isLifting,
  MASK_EDIT_TAB,
  OBJECTS_TAB,
  openSubjectTool,
  SELECT_SUBJECT_TAB,
  startLifting,
} from '#client/model/session/ui/subject.ts'
import { selectedObject } from './mask/editedMask.ts'
import { MASK_BRUSH } from './mask/maskBrush.ts'
import { eraseObject, findPeople } from './objects/commands.ts'
import { SubjectSlot } from './SubjectSlot.tsx'
import { SubjectTools } from './SubjectTools.tsx'
import { SubjectCandidates } from './select/SubjectCandidates.tsx'
import { LIFT, SELECT_SUBJECT } from './select/selectSubjectTool.ts'
import { createImproving, createSelector } from './subjectFlows.ts'
import { useSubjectStatus } from './useSubjectStatus.ts'

const LIFTABLE = [ALL_TABS, ...MAY_ADD]

/**
 * The subject of the photo and the other objects in it: selecting, masks, the outline, lifting and erasing.
 * Begin with `select/subjectSelector.ts`.
 */
export const subject = defineFeature({
  id: 'subject',
  panels: [
    {
      id: 'outline',
      label: 'Cutout',
      icon: Scan,
      shortcut: 'C',
      prompt: 'Please upload an image first',
      words: 'Sticker, Border, Shadow',
      kind: 'subject',
      tour: {
        title: 'Cutout',
        text: 'Add an outline around the subject, like a sticker.',
        after: 'images', // the tour shows Cutout later than the rail does
      },
      load: () => import('./CutoutTab.tsx'),
    },
    {
      id: SELECT_SUBJECT_TAB,
      label: 'Select subject',
      icon: MousePointerClick,
      shortcut: 'W',
      prompt: 'Please upload an image first to select its subject',
      words: 'Selection, Person, Detect',
      load: () => import('./select/SelectSubjectPanel.tsx'),
      tools: [SELECT_SUBJECT],
      toggle: (session) => toggleSubjectTool(session, SELECT_SUBJECT_TAB),
    },
    {
      id: MASK_EDIT_TAB,
      label: 'Edit mask',
      icon: Paintbrush,
      shortcut: 'M',
      prompt: 'Please upload an image first to edit its mask',
      words: 'Brush, Refine edge, Hair',
      load: () => import('./mask/MaskEditPanel.tsx'),
      tools: [MASK_BRUSH],
      settings: [maskEditFields],
      toggle: (session) => toggleSubjectTool(session, MASK_EDIT_TAB),
    },
    {
      id: OBJECTS_TAB,
      label: 'Objects',
      icon: objectKind.icon,
      kind: objectKind.kind,
      shortcut: 'O',
      prompt: 'Please upload an image first to lift objects from it',
      words: 'Lift, Erase, People',
      load: () => import('./objects/ObjectsPanel.tsx'),
      tools: [LIFT],
    },
  ],
  commands: defineCommands('Add', [
    [
      'lift-object',
      'Lift object',
      Group,
      ['Shift+O'],
      LIFTABLE,
      ({ session }) => startLifting(session.ui, 'lift'),
      { words: 'Extract object, Separate object', inCanvasMenu: true },
    ],
    [
      'erase-object',
      'Erase object',
      WandSparkles,
      ['Shift+E'],
      LIFTABLE,
      ({ session }) => eraseObject(session),
      { words: 'Remove person, Remove object, Delete object, Magic eraser', inCanvasMenu: true },
    ],
    [
      'find-people',
      'Find people',
      Users,
      ['Shift+P'],
      LIFTABLE,
      findPeople,
      { words: 'Lift people, Separate people', inCanvasMenu: true },
    ],
  ]),
  flows: [createSelector, createImproving],
  slots: { canvas: SubjectSlot, corner: SubjectCandidates, subjectTools: SubjectTools },
  rail: [{ command: 'erase-object', isOpen: (ui) => isLifting(ui) && ui.subject.lifts === 'erase' }],
  useStatus: useSubjectStatus,
})

function toggleSubjectTool(session: Session, id: Parameters<typeof openSubjectTool>[1]) {
  const { ui } = session
  if (ui.tab === id) closeSubjectTool(ui)
  else openSubjectTool(ui, id, selectedObject(session)?.id)
}
