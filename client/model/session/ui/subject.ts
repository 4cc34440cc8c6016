/**
 * State of the subject's tools (Select subject, Edit mask, Lift object) that other parts of the editor also need. The
 * rest is in features/subject/subjectState.ts.
 */
import { subscribeKey } from 'valtio/vanilla/utils'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import type { DocumentSnapshot } from '../../document/document.ts'

/** Id of the Select subject panel in `ui.panel`. */
export const SELECT_SUBJECT_PANEL = 'select-subject'
/** Id of the Edit mask panel in `ui.panel`. */
export const MASK_EDIT_PANEL = 'edit-mask'
/** Id of the lifted objects' panel in `ui.panel`. */
export const OBJECTS_PANEL = 'objects'

/** How the mask is displayed: as a tint over the photo, in black and white, or as the subject on black or on white. */
export type MaskView = 'overlay' | 'mask' | 'black' | 'white'

export interface SubjectUi {
  view: MaskView
  /** The lifted object whose mask is edited. Null if the subject's mask is edited. */
  object: LayerId | null
  /**
   * The effect of a click on the photo in the Objects panel: lifts an object, or erases an object (lifts and hides it).
   * Null if a click does neither.
   */
  lifts: 'lift' | 'erase' | null
  /** The open photo, if the analysis has found no clear subject in it, otherwise null. */
  missingIn: AssetId | null
  /** True while a better matte of the open photo is being computed. The document may still show the first matte. */
  isRefining: boolean
}

export const initialSubjectUi = (): SubjectUi => ({
  view: 'overlay',
  object: null,
  lifts: null,
  missingIn: null,
  isRefining: false,
})

/**
 * Resolves when no better matte of the open photo is being computed, or when `signal` aborts. `ui`: a valtio proxy.
 */
export function whenRefined({ subject }: { readonly subject: SubjectUi }, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (subject.isRefining && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', check)
      resolve()
    }
    const stop = subscribeKey(subject, 'isRefining', check)
    signal.addEventListener('abort', check)
    check()
  })
}

/**
 * Returns true if no clear subject was found in the open photo and the user hasn't selected a subject. This is not an
 * error. All layers are then in front of the photo.
 */
export const isSubjectMissing = (
  { photo, separation }: Pick<DocumentSnapshot, 'photo' | 'separation'>,
  { subject }: { readonly subject: Pick<SubjectUi, 'missingIn'> },
): boolean => photo !== null && separation === null && subject.missingIn === photo.asset

/** Returns true if the open photo is analyzed, with or without a clear subject. */
export const isAnalyzed = (
  doc: Pick<DocumentSnapshot, 'photo' | 'separation'>,
  ui: { readonly subject: Pick<SubjectUi, 'missingIn'> },
): boolean => doc.separation !== null || isSubjectMissing(doc, ui)

export interface ToolUi {
  panel: string | null
  subject: SubjectUi
}

export interface PanelUi {
  panel: string | null
  /** The panel that was open before each open tool, or null. A key is the tool: `subject` or `crop`. */
  returnPanels: Record<string, string | null>
}

/** Opens the panel of a tool. Remembers the open panel, unless the panel belongs to the same tool (`isSame`). */
export function openTool(ui: PanelUi, tool: string, panel: string, isSame = false): void {
  if (!isSame) ui.returnPanels[tool] = ui.panel
  ui.panel = panel
}

/** Closes a tool and reopens the panel that was open before the tool. */
export function closeTool(ui: PanelUi, tool: string): void {
  ui.panel = ui.returnPanels[tool] ?? null
  delete ui.returnPanels[tool]
}

/** Returns true if the Objects panel is open and a click on the photo lifts or erases an object. */
export const isLifting = ({ panel, subject }: Readonly<ToolUi>): boolean =>
  panel === OBJECTS_PANEL && subject.lifts !== null

/**
 * Returns what the canvas shows instead of the edited image, or null if it shows the edited image. 'photo': only the
 * photo, while clicks lift objects. 'erased': the edited photo in its crop, while clicks erase objects. A MaskView:
 * while Edit mask or Select subject is open. Select subject always uses 'overlay'.
 */
export function maskViewOf(ui: Readonly<ToolUi>): MaskView | 'photo' | 'erased' | null {
  const { panel, subject } = ui
  if (isLifting(ui)) return subject.lifts === 'erase' ? 'erased' : 'photo'
  if (panel === MASK_EDIT_PANEL) return subject.view
  return panel === SELECT_SUBJECT_PANEL ? 'overlay' : null
}

/**
 * Returns the lifted object whose mask the user is editing. Null if no mask is being edited, or if it is the subject's
 * mask.
 */
export const editedObjectId = ({ panel, subject }: Readonly<ToolUi>): LayerId | null =>
  panel === MASK_EDIT_PANEL ? subject.object : null

/**
 * Returns the selected layers that gestures and commands may change. Excludes the object whose mask the user is
 * editing, because the canvas shows the mask and not the object.
 */
export const changeableSelection = ({
  selection,
  ...ui
}: Readonly<ToolUi> & { readonly selection: readonly LayerId[] }): readonly LayerId[] => {
  const edited = editedObjectId(ui)
  return edited ? selection.filter((id) => id !== edited) : selection
}

/** Opens a subject tool and remembers the panel that was open. `object`: the lifted object whose mask is edited. */
export function openSubjectTool(
  ui: ToolUi & PanelUi,
  tool: typeof SELECT_SUBJECT_PANEL | typeof MASK_EDIT_PANEL | typeof OBJECTS_PANEL,
  object: LayerId | null = null,
): void {
  const { panel, subject } = ui
  const isInTool = panel === SELECT_SUBJECT_PANEL || panel === MASK_EDIT_PANEL || isLifting(ui)
  subject.object = object
  subject.lifts = null
  openTool(ui, 'subject', tool, isInTool)
}
