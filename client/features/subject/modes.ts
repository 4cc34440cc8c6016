/** The modes of the subject's tools. They share three panels and one entry in the rail. */

import { mayAddLayers } from '#client/layers/actions.ts'
import { isExtended } from '#client/model/document/backdrop.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import {
  closeTool,
  isLifting,
  MASK_EDIT_PANEL,
  OBJECTS_PANEL,
  openSubjectTool,
  type PanelUi,
  SELECT_SUBJECT_PANEL,
  type ToolUi,
} from '#client/model/session/ui/subject.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { selectedObject } from './mask/editedMask.ts'
import { subjectState } from './subjectState.ts'

/** The modes. `label` is English; translated when shown. The command provides icon and requirements. */
export const MODES = [
  { id: 'keep', label: 'Keep', command: `panel.${SELECT_SUBJECT_PANEL}` },
  { id: 'lift', label: 'Lift', command: 'lift-object' },
  { id: 'erase', label: 'Erase', command: 'erase-object' },
  { id: 'brush', label: 'Brush', command: `panel.${MASK_EDIT_PANEL}` },
] as const

export type Mode = (typeof MODES)[number]

/**
 * Returns the active mode. Returns null in other panels, and in the Objects panel while clicks don't lift or erase
 * objects.
 */
export function modeOf(ui: ToolUi): Mode['id'] | null {
  if (ui.panel === SELECT_SUBJECT_PANEL) return 'keep'
  if (ui.panel === MASK_EDIT_PANEL) return 'brush'
  return isLifting(ui) ? ui.subject.lifts : null
}

/** Returns true while a panel of the subject's tools is open. */
export const isSubjectOpen = (ui: ToolUi): boolean => ui.panel === OBJECTS_PANEL || modeOf(ui) !== null

/**
 * Opens the Objects panel in a mode where a click on the photo lifts an object, or lifts and hides the object. Stores
 * the panel that was open.
 */
export function startLifting(ui: ToolUi & PanelUi, way: 'lift' | 'erase'): void {
  openSubjectTool(ui, OBJECTS_PANEL)
  ui.subject.lifts = way
}

/** Closes the subject tool and reopens the panel that was open before the tool. */
export const closeSubjectTool = (ui: PanelUi): void => closeTool(ui, 'subject')

export function openMode(session: Session, mode: Mode['id']): void {
  const { ui } = session
  if (mode === 'lift' || mode === 'erase') startLifting(ui, mode)
  else if (mode === 'keep') openSubjectTool(ui, SELECT_SUBJECT_PANEL)
  else openBrush(session)
}

/**
 * Opens the brush for the selected object, or else for the subject. In the mode Erase, the brush extends the object
 * that was erased last.
 */
function openBrush(session: Session): void {
  const { ui, doc } = session
  const selected = selectedObject(session)?.id
  const erased = modeOf(ui) === 'erase' ? doc.order.findLast((id) => asLifted(doc.layers[id])?.isHidden) : undefined
  openSubjectTool(ui, MASK_EDIT_PANEL, selected ?? erased)
  if (!selected && erased) subjectState(session).mode = 'restore'
}

/**
 * Closes the open panel of the subject's tools. If none is open, opens the mode Erase. Without a subject or background,
 * and after Fill around, opens the mode Keep instead.
 */
export function toggleSubject(session: Session): void {
  const { ui } = session
  const doc = snapshotOf(session)
  if (isSubjectOpen(ui)) ui.panel = null
  else openMode(session, doc.separation && !isExtended(doc) && mayAddLayers({ doc, ui }) ? 'erase' : 'keep')
}
