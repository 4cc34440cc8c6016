/**
 * Name, icon and shortcut of each tool, for its button, command and panel. Labels are translated when shown. `prompt`:
 * the panel's text while there is no photo.
 */
import { LayoutTemplate, MousePointerClick, Paintbrush } from 'lucide-react'
import { objectKind } from '#client/layers/object/index.ts'
import { MASK_EDIT_TAB, OBJECTS_TAB, SELECT_SUBJECT_TAB } from '#client/model/session/ui/subject.ts'
import { TEMPLATES_TAB } from '#client/model/session/ui/ui.ts'

export const SELECT_SUBJECT_TOOL = {
  id: SELECT_SUBJECT_TAB,
  label: 'Select subject',
  icon: MousePointerClick,
  shortcut: 'W',
  prompt: 'Please upload an image first to select its subject',
  words: 'Selection, Person, Detect',
} as const

export const MASK_EDIT_TOOL = {
  id: MASK_EDIT_TAB,
  label: 'Edit mask',
  icon: Paintbrush,
  shortcut: 'M',
  prompt: 'Please upload an image first to edit its mask',
  words: 'Brush, Refine edge, Hair',
} as const

/** The subject's tools in the order of their buttons. */
export const TOOLS = [SELECT_SUBJECT_TOOL, MASK_EDIT_TOOL] as const

export const TEMPLATES_TOOL = {
  id: TEMPLATES_TAB,
  label: 'Templates',
  icon: LayoutTemplate,
  shortcut: 'Y',
  words: 'Template, Poster, Story, Thumbnail, YouTube, Gallery',
} as const

/** The panel of the objects that the user has lifted out of the photo. */
export const OBJECTS_TOOL = {
  id: OBJECTS_TAB,
  label: 'Objects',
  icon: objectKind.icon,
  kind: objectKind.kind,
  shortcut: 'O',
  prompt: 'Please upload an image first to lift objects from it',
  words: 'Lift, Erase, People',
}
