/** The modes of the subject's tools. Three panels share them, and the rail has one entry for all. */

import { mayAddLayers } from '#client/layers/actions.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import {
  isLifting,
  MASK_EDIT_TAB,
  OBJECTS_TAB,
  openSubjectTool,
  SELECT_SUBJECT_TAB,
  startLifting,
  type ToolUi,
} from '#client/model/session/ui/subject.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { selectedObject } from './mask/editedMask.ts'

/** Each mode with its label (English; translated when shown) and the command with its icon and requirements. */
export const MODES = [
  { id: 'keep', label: 'Keep', command: `tab.${SELECT_SUBJECT_TAB}` },
  { id: 'lift', label: 'Lift', command: 'lift-object' },
  { id: 'erase', label: 'Erase', command: 'erase-object' },
  { id: 'brush', label: 'Brush', command: `tab.${MASK_EDIT_TAB}` },
] as const

export type Mode = (typeof MODES)[number]

/** Returns the active mode. Null in all other panels, and in the list of objects. */
export function modeOf(ui: ToolUi): Mode['id'] | null {
  if (ui.tab === SELECT_SUBJECT_TAB) return 'keep'
  if (ui.tab === MASK_EDIT_TAB) return 'brush'
  return isLifting(ui) ? ui.subject.lifts : null
}

/** Returns true while a panel of the subject's tools is open. */
export const isSubjectOpen = (ui: ToolUi): boolean => ui.tab === OBJECTS_TAB || modeOf(ui) !== null

export function openMode(session: Session, mode: Mode['id']): void {
  const { ui } = session
  if (mode === 'lift' || mode === 'erase') startLifting(ui, mode)
  else if (mode === 'keep') openSubjectTool(ui, SELECT_SUBJECT_TAB)
  else openBrush(session)
}

/**
 * Opens the brush for the selected object or the subject. While the user erases, the brush adds to the object that was
 * erased last.
 */
function openBrush(session: Session): void {
  const { ui, doc } = session
  const selected = selectedObject(session)?.id
  const erased = modeOf(ui) === 'erase' ? doc.order.findLast((id) => asLifted(doc.layers[id])?.isHidden) : undefined
  openSubjectTool(ui, MASK_EDIT_TAB, selected ?? erased)
  if (!selected && erased) ui.subject.mode = 'restore'
}

/**
 * Closes the open panel of the subject's tools, or opens the mode Erase. Without a subject or a background, opens the
 * mode Keep instead.
 */
export function toggleSubject(session: Session): void {
  const { ui } = session
  const doc = snapshotOf(session)
  if (isSubjectOpen(ui)) ui.tab = null
  else openMode(session, doc.separation && mayAddLayers({ doc, ui }) ? 'erase' : 'keep')
}
