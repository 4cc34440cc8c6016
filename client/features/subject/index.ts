import { Group, MousePointerClick, Paintbrush, Scan, SquareDashedMousePointer, Users, WandSparkles } from 'lucide-react'
import { defineCommands } from '#client/editor/commands/command.ts'
import { ALL_TABS, MAY_ADD, NOT_BUSY, PHOTO } from '#client/editor/commands/requirements.ts'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { objectKind } from '#client/layers/object/index.ts'
import { maskEditFields } from '#client/model/document/maskEdits.ts'
import type { Session } from '#client/model/session/session.ts'
import { MASK_EDIT_PANEL, OBJECTS_PANEL, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import { MASK_BRUSH } from './mask/maskBrush.ts'
import { closeSubjectTool, isSubjectOpen, openMode, startLifting, toggleSubject } from './modes.ts'
import { eraseObject, liftPeople } from './objects/commands.ts'
import { SubjectModes, SubjectTools } from './SubjectModes.tsx'
import { SubjectSlot } from './SubjectSlot.tsx'
import { SubjectCandidates } from './select/SubjectCandidates.tsx'
import { LIFT, SELECT_SUBJECT } from './select/selectSubjectTool.ts'
import { createImproving, createSelector } from './subjectFlows.ts'
import { NOT_EXTENDED } from './subjectState.ts'
import { useSubjectStatus } from './useSubjectStatus.ts'

const LIFTABLE = [ALL_TABS, ...MAY_ADD, NOT_EXTENDED]

/** Titles of the Objects panel in the modes Lift and Erase. English; translated when shown. */
const LIFT_TITLES = { lift: 'Lift object', erase: 'Erase object' } as const

/**
 * The photo's subject and other objects in the photo: selecting, masks, outline, lifting and erasing. Begin with
 * `select/subjectSelector.ts`.
 */
export const subject = defineFeature({
  id: 'subject',
  panels: [
    {
      id: 'outline',
      place: 70,
      label: 'Cutout',
      icon: Scan,
      shortcut: 'C',
      prompt: 'Please upload an image first',
      words: 'Sticker, Border, Shadow',
      labels: ['Outline'],
      kind: 'subject',
      tour: {
        title: 'Cutout',
        text: 'Add an outline around the subject, like a sticker.',
        after: 'images', // in the tour, Cutout comes later than in the rail
      },
      load: () => import('./CutoutTab.tsx'),
    },
    {
      id: SELECT_SUBJECT_PANEL,
      label: 'Select subject',
      icon: MousePointerClick,
      shortcut: 'W',
      prompt: 'Please upload an image first to select its subject',
      words: 'Selection, Person, Detect',
      head: SubjectModes,
      load: () => import('./select/SelectSubjectPanel.tsx'),
      tools: [SELECT_SUBJECT],
      toggle: (session) => toggleTool(session, SELECT_SUBJECT_PANEL, 'keep'),
    },
    {
      id: MASK_EDIT_PANEL,
      label: 'Edit mask',
      icon: Paintbrush,
      shortcut: 'M',
      prompt: 'Please upload an image first to edit its mask',
      words: 'Brush, Refine edge, Hair',
      head: SubjectModes,
      load: () => import('./mask/MaskEditPanel.tsx'),
      tools: [MASK_BRUSH],
      settings: [maskEditFields],
      toggle: (session) => toggleTool(session, MASK_EDIT_PANEL, 'brush'),
    },
    {
      id: OBJECTS_PANEL,
      label: 'Objects',
      icon: objectKind.icon,
      kind: objectKind.kind,
      shortcut: 'O',
      prompt: 'Please upload an image first to lift objects from it',
      title: ({ subject }) => (subject.lifts ? LIFT_TITLES[subject.lifts] : 'Objects'),
      words: 'Lift, Erase, People',
      head: SubjectModes,
      load: () => import('./objects/ObjectsPanel.tsx'),
      tools: [LIFT],
    },
  ],
  commands: [
    ...defineCommands('Tools', [
      [
        'subject',
        'Erase & select',
        SquareDashedMousePointer,
        [],
        [ALL_TABS, PHOTO, NOT_BUSY],
        ({ session }) => toggleSubject(session),
        { words: 'Keep, Lift, Erase, Brush, Retouch, Lasso' },
      ],
    ]),
    ...defineCommands('Add', [
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
        liftPeople,
        { words: 'Lift people, Separate people', inCanvasMenu: true },
      ],
    ]),
  ],
  flows: [createSelector, createImproving],
  slots: { canvas: SubjectSlot, side: SubjectCandidates, subjectTools: SubjectTools },
  rail: [{ command: 'subject', isOpen: isSubjectOpen }],
  useStatus: useSubjectStatus,
})

function toggleTool(session: Session, panel: string, mode: 'keep' | 'brush') {
  if (session.ui.panel === panel) closeSubjectTool(session.ui)
  else openMode(session, mode)
}
