/** State of the subject tools: Select subject, Edit mask and Lift object. */
import type { LayerId } from '#client/kit/base/ids.ts'
import { maskEditFields } from '../../document/maskEdits.ts'

/** id of the Select subject panel in `ui.tab` */
export const SELECT_SUBJECT_TAB = 'choose-subject'
/** id of the Edit mask panel in `ui.tab` */
export const MASK_EDIT_TAB = 'mend-mask'
/** id of the lifted objects' panel in `ui.tab` */
export const OBJECTS_TAB = 'objects'

/** Mask view: tinted over the photo, black and white, or the subject on black or white. */
export type MaskView = 'overlay' | 'mask' | 'black' | 'white'

export interface SubjectUi {
  /** True: a click of Select subject adds to the selection; false: a click subtracts. */
  adds: boolean
  /** `fill` marks more of the background to be filled. */
  mode: 'erase' | 'restore' | 'fill'
  /** Brush, in the units of `strokeFields`. */
  size: number
  hardness: number
  isSnapping: boolean
  view: MaskView
  /** The lifted object whose mask is edited; null = the subject. */
  object: LayerId | null
  /**
   * Action of a click on the photo while the objects panel is open: lift an object, or lift and hide it; null = none.
   */
  lifts: 'lift' | 'erase' | null
  /** Tab that was open before a subject tool; Done reopens it. Null = none. */
  returnTab: string | null
}

const { size, hardness, isSnapping } = maskEditFields.strokes.fields

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

/** Opens the objects panel. Clicks on the photo then lift objects, or lift and hide them. */
export function startLifting(
  ui: { tab: string | null; subject: Pick<SubjectUi, 'lifts'> },
  way: 'lift' | 'erase',
): void {
  ui.tab = OBJECTS_TAB
  ui.subject.lifts = way
}

/** Opens the objects panel. Clicks on the photo lift nothing. */
export function openObjects(ui: { tab: string | null; subject: Pick<SubjectUi, 'lifts'> }): void {
  ui.tab = OBJECTS_TAB
  ui.subject.lifts = null
}

/**
 * Returns the view that replaces the edited image on the canvas. 'photo': the photo alone, while a click lifts an
 * object (`isLifting`). 'erased': the whole edited photo, while a click erases an object. A MaskView: while Edit mask is open; Select subject always uses 'overlay'. Null: the edited
 * image.
 */
export function maskViewOf(ui: ViewUi): MaskView | 'photo' | 'erased' | null {
  const { tab, subject } = ui
  if (isLifting(ui)) return subject.lifts === 'erase' ? 'erased' : 'photo'
  if (tab === MASK_EDIT_TAB) return subject.view
  return tab === SELECT_SUBJECT_TAB ? 'overlay' : null
}

interface ToolUi {
  tab: string | null
  subject: Pick<SubjectUi, 'returnTab' | 'object'>
}

/** Returns the lifted object whose mask is being edited; null = none, or the subject's mask. */
export const editedObjectId = ({ tab, subject }: Readonly<Pick<ToolUi, 'tab' | 'subject'>>): LayerId | null =>
  tab === MASK_EDIT_TAB ? subject.object : null

/**
 * Returns the selected layers that gestures and commands change. Excludes the object whose mask is being edited,
 * because the canvas shows its mask instead.
 */
export const changeableSelection = ({
  selection,
  ...ui
}: Readonly<Pick<ToolUi, 'tab' | 'subject'>> & { readonly selection: readonly LayerId[] }): readonly LayerId[] => {
  const edited = editedObjectId(ui)
  return edited ? selection.filter((id) => id !== edited) : selection
}

/** Opens a subject tool and remembers the open tab. `object`: the object whose mask Edit mask edits. */
export function openSubjectTool(
  ui: ToolUi,
  tool: typeof SELECT_SUBJECT_TAB | typeof MASK_EDIT_TAB,
  object: LayerId | null = null,
): void {
  ui.subject.object = object
  if (ui.tab !== SELECT_SUBJECT_TAB && ui.tab !== MASK_EDIT_TAB) ui.subject.returnTab = ui.tab
  ui.tab = tool
}

/** Closes the tool and reopens the previous tab. */
export function closeSubjectTool(ui: ToolUi): void {
  ui.tab = ui.subject.returnTab
  ui.subject.returnTab = null
}
