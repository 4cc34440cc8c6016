/** What the two tools of the subject remember: choosing it, and mending its mask. */
import { maskEditFields } from '../../document/maskEdits.ts'

/** Their panels, as `ui.tab` names them. */
export const CHOOSE_TAB = 'choose-subject'
export const MEND_TAB = 'mend-mask'

/** What the mask is seen against: over the photo, as black and white, or the subject alone on black or on white. */
export type MaskView = 'overlay' | 'mask' | 'black' | 'white'

export interface SubjectUi {
  /** What a click of the choosing tool does. */
  adds: boolean
  mode: 'erase' | 'restore'
  /** The brush; as its fields have it. */
  size: number
  hardness: number
  isSnapping: boolean
  view: MaskView
}

const { size, hardness, isSnapping } = maskEditFields.strokes.fields

export const freshSubjectUi = (): SubjectUi => ({
  adds: true,
  mode: 'erase',
  size: size.default,
  hardness: hardness.default,
  isSnapping: isSnapping.default,
  view: 'overlay',
})

/** The open tool's view; null when neither is open. Choosing is done over the photo. */
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
