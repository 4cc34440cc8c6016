import { Eraser, ImagePlus, Scan, SlidersHorizontal } from 'lucide-react'
import { GALLERY } from '#client/engine/template/gallery.ts'
import {
  colorBackdropFields,
  floorFields,
  gradientFields,
  imageBackdropFields,
} from '#client/model/document/backdrop.ts'
import { maskEditFields } from '#client/model/document/maskEdits.ts'
import type { Session } from '#client/model/session/session.ts'
import { closeSubjectTool, openSubjectTool } from '#client/model/session/ui/subject.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { selectedObject } from '../canvas/subject/editedMask.ts'
import { MASK_BRUSH } from '../canvas/subject/maskBrush.ts'
import { LIFT, SELECT_SUBJECT } from '../canvas/subject/selectSubject.ts'
import type { Tab, ToolPanel } from '../host/panels.ts'
import { MASK_EDIT_TOOL, OBJECTS_TOOL, SELECT_SUBJECT_TOOL, TEMPLATES_TOOL } from './tools.ts'

/** The panels that belong to no layer kind and to no feature. */
export const HOST_PANELS: readonly (Tab | ToolPanel)[] = [
  {
    id: 'remove-background',
    label: 'Remove BG',
    icon: Eraser,
    shortcut: 'X',
    prompt: 'Please upload an image first to remove the background',
    words: 'Remove background, Transparent, Cut out',
    mode: 'remove-background-only',
    tour: {
      title: 'Remove BG and Change BG',
      text: 'Remove the background, or replace it with a color or another image.',
    },
    view: { fadesSelection: true },
    load: () => import('./background/RemoveTab.tsx'),
  },
  {
    id: 'change-background',
    label: 'Change BG',
    icon: ImagePlus,
    shortcut: 'G',
    prompt: 'Please upload an image first to change the background',
    words: 'Background, Background color, Background image',
    settings: [colorBackdropFields, gradientFields, floorFields, imageBackdropFields],
    mode: 'change-background-only',
    needsNoBackground: true,
    tour: { with: 'remove-background' },
    view: { fadesSelection: true },
    load: () => import('./background/ChangeTab.tsx'),
  },
  {
    id: 'tune-image',
    label: 'Tune',
    icon: SlidersHorizontal,
    shortcut: 'A',
    prompt: 'Please upload an image first',
    tour: {
      title: 'Tune',
      text: 'Adjust brightness, contrast, sharpness and more, for the subject, the background or both.',
    },
    words: 'Adjust, Enhance, Filter, Brightness, Looks',
    settings: [tuneFields],
    view: { fadesSelection: true },
    load: () => import('#client/layers/tune/panel.tsx'),
  },
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
    load: () => import('./subject/CutoutTab.tsx'),
  },
  { ...TEMPLATES_TOOL, labels: GALLERY.map(({ name }) => name), load: () => import('./templates/TemplatesPanel.tsx') },
  {
    ...SELECT_SUBJECT_TOOL,
    load: () => import('./subject/SelectSubjectPanel.tsx'),
    tools: [SELECT_SUBJECT],
    toggle: (session) => toggleSubjectTool(session, SELECT_SUBJECT_TOOL.id),
  },
  {
    ...MASK_EDIT_TOOL,
    load: () => import('./subject/MaskEditPanel.tsx'),
    tools: [MASK_BRUSH],
    settings: [maskEditFields],
    toggle: (session) => toggleSubjectTool(session, MASK_EDIT_TOOL.id),
  },
  { ...OBJECTS_TOOL, load: () => import('./ObjectsPanel.tsx'), tools: [LIFT] },
]

function toggleSubjectTool(session: Session, id: Parameters<typeof openSubjectTool>[1]) {
  const { ui } = session
  if (ui.tab === id) closeSubjectTool(ui)
  else openSubjectTool(ui, id, selectedObject(session)?.id)
}
