/** State of the two tools for the subject: Choose subject and Mend mask. */
import { maskEditFields } from '../../document/maskEdits.ts'

/** The id in `ui.tab` of the panel that chooses the subject. */
export const CHOOSE_TAB = 'choose-subject'
/** The id in `ui.tab` of the panel that edits the mask. */
export const MASK_EDIT_TAB = 'mend-mask'

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
  /** The tab that was open before one of the two tools; null = none. `Done` goes back to it. */
  returnTab: string | null
}

const { size, hardness, isSnapping } = maskEditFields.strokes.fields

/** Returns the state at the start of a session. */
export const initialSubjectUi = (): SubjectUi => ({
  adds: true,
  mode: 'erase',
  size: size.default,
  hardness: hardness.default,
  isSnapping: isSnapping.default,
  view: 'overlay',
  returnTab: null,
})

/** Returns the mask view of the open tool; null when neither tool is open. Choose subject always uses the overlay. */
export function maskViewOf({
  tab,
  subject,
}: {
  tab: string | null
  subject: Pick<SubjectUi, 'view'>
}): MaskView | null {
  if (tab === MASK_EDIT_TAB) return subject.view
  return tab === CHOOSE_TAB ? 'overlay' : null
}

interface ToolUi {
  tab: string | null
  subject: Pick<SubjectUi, 'returnTab'>
}

/** Opens a tool of the subject and remembers the tab that was open. */
export function openSubjectTool(ui: ToolUi, tool: typeof CHOOSE_TAB | typeof MASK_EDIT_TAB): void {
  if (ui.tab !== CHOOSE_TAB && ui.tab !== MASK_EDIT_TAB) ui.subject.returnTab = ui.tab
  ui.tab = tool
}

/** Closes the tool and opens the tab from which it was opened. */
export function closeSubjectTool(ui: ToolUi): void {
  ui.tab = ui.subject.returnTab
  ui.subject.returnTab = null
}
