/** State of the two tools for the subject: Choose subject and Mend mask. */
import { maskEditFields } from '../../document/maskEdits.ts'

/** The ids of their panels in `ui.tab`. */
export const CHOOSE_TAB = 'choose-subject'
export const MEND_TAB = 'mend-mask'

/** How the mask is shown: tinted over the photo, as black and white, or the subject alone on black or white. */
export type MaskView = 'overlay' | 'mask' | 'black' | 'white'

export interface SubjectUi {
  /** A click of Choose subject adds to the selection; false = it removes. */
  adds: boolean
  mode: 'erase' | 'restore'
  /** The brush, in the units of `strokeFields`. */
  size: number
  hardness: number
  isSnapping: boolean
  view: MaskView
}

const { size, hardness, isSnapping } = maskEditFields.strokes.fields

export const initialSubjectUi = (): SubjectUi => ({
  adds: true,
  mode: 'erase',
  size: size.default,
  hardness: hardness.default,
  isSnapping: isSnapping.default,
  view: 'overlay',
})

/** The mask view of the open tool; null when neither tool is open. Choose subject always uses the overlay. */
export function maskViewOf({
  tab,
  subject,
}: {
  tab: string | null
  subject: Pick<SubjectUi, 'view'>
}): MaskView | null {
  if (tab === MEND_TAB) return subject.view
  return tab === CHOOSE_TAB ? 'overlay' : null
}
