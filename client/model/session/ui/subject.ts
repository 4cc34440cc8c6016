/** State of the two tools for the subject: Choose subject and Mend mask. */
import type { LayerId } from '../../../kit/base/ids.ts'
import { maskEditFields } from '../../document/maskEdits.ts'

/** The id in `ui.tab` of the panel that chooses the subject. */
export const CHOOSE_TAB = 'choose-subject'
/** The id in `ui.tab` of the panel that edits the mask. */
export const MASK_EDIT_TAB = 'mend-mask'
/** The id in `ui.tab` of the panel of lifted objects. */
export const OBJECTS_TAB = 'objects'

/** How the mask is shown: tinted over the photo, as black and white, or the subject alone on black or white. */
export type MaskView = 'overlay' | 'mask' | 'black' | 'white'

/** State of the two tools for the subject: Choose subject and Mend mask. */
export interface SubjectUi {
  /** True: a click of Choose subject adds to the selection; false: a click removes from the selection. */
  adds: boolean
  /** `fill` marks more of the background to be filled, while there is a fill. */
  mode: 'erase' | 'restore' | 'fill'
  /** The brush, in the units of `strokeFields`. */
  size: number
  hardness: number
  isSnapping: boolean
  view: MaskView
  /** The lifted object whose mask Mend mask edits; null = the subject's. */
  object: LayerId | null
  /** What a click does while the panel of objects is open: it lifts an object, or lifts and hides it; null = neither. */
  lifts: 'lift' | 'erase' | null
  /** The tab that was open before one of the two tools; null = none. `Done` goes back to it. */
  returnTab: string | null
}

const { size, hardness, isSnapping } = maskEditFields.strokes.fields

/** Returns the state of the subject's tools at the start of a session. */
export const initialSubjectUi = (): SubjectUi => ({
  adds: true,
  mode: 'erase',
  size: size.default,
  hardness: hardness.default,
  isSnapping: isSnapping.default,
  view: 'overlay',
  object: null,
  lifts: null,
  returnTab: null,
})

interface ViewUi {
  tab: string | null
  subject: Pick<SubjectUi, 'view' | 'lifts'>
}

/** Returns true while the panel of objects is open and a click on the photo lifts an object, or lifts and hides it. */
export const isLifting = ({ tab, subject }: ViewUi): boolean => tab === OBJECTS_TAB && subject.lifts !== null

/** Opens the panel of objects; from now on a click on the photo lifts an object, or lifts and hides it. */
export function startLifting(
  ui: { tab: string | null; subject: Pick<SubjectUi, 'lifts'> },
  way: 'lift' | 'erase',
): void {
  ui.tab = OBJECTS_TAB
  ui.subject.lifts = way
}

/** Opens the panel of objects; a click on the photo lifts nothing. */
export function openObjects(ui: { tab: string | null; subject: Pick<SubjectUi, 'lifts'> }): void {
  ui.tab = OBJECTS_TAB
  ui.subject.lifts = null
}

/**
 * Returns what the canvas shows instead of the edited picture. 'photo': the photo alone, while a click lifts an object out of
 * it (`isLifting`). A MaskView: how the mask is shown while Mend mask is open; Choose subject always shows 'overlay'. Null:
 * the edited picture.
 */
export function maskViewOf(ui: ViewUi): MaskView | 'photo' | null {
  const { tab, subject } = ui
  if (isLifting(ui)) return 'photo'
  if (tab === MASK_EDIT_TAB) return subject.view
  return tab === CHOOSE_TAB ? 'overlay' : null
}

interface ToolUi {
  tab: string | null
  subject: Pick<SubjectUi, 'returnTab' | 'object'>
}

/** Returns the id of the lifted object whose mask is being edited; null = none, or the subject's mask. */
export const editedObjectId = ({ tab, subject }: Readonly<Pick<ToolUi, 'tab' | 'subject'>>): LayerId | null =>
  tab === MASK_EDIT_TAB ? subject.object : null

/**
 * Returns the ids of the selected layers that gestures and commands change: all but the object whose mask is being
 * edited, because the canvas then shows the mask instead of the object.
 */
export const changeableSelection = ({
  selection,
  ...ui
}: Readonly<Pick<ToolUi, 'tab' | 'subject'>> & { readonly selection: readonly LayerId[] }): readonly LayerId[] => {
  const edited = editedObjectId(ui)
  return edited ? selection.filter((id) => id !== edited) : selection
}

/** Opens a tool of the subject and remembers the tab that was open. `object`: the object whose mask Mend mask edits. */
export function openSubjectTool(
  ui: ToolUi,
  tool: typeof CHOOSE_TAB | typeof MASK_EDIT_TAB,
  object: LayerId | null = null,
): void {
  ui.subject.object = object
  if (ui.tab !== CHOOSE_TAB && ui.tab !== MASK_EDIT_TAB) ui.subject.returnTab = ui.tab
  ui.tab = tool
}

/** Closes the tool and opens the tab from which it was opened. */
export function closeSubjectTool(ui: ToolUi): void {
  ui.tab = ui.subject.returnTab
  ui.subject.returnTab = null
}
