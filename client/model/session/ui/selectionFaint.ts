import type { Immutable } from '../../../kit/base/immutable.ts'
import type { Ui } from './ui.ts'

/** Ids of the tabs in which the picture is judged as a whole. */
const JUDGING: ReadonlySet<string> = new Set(['tune-image', 'change-background', 'remove-background'])

/**
 * Returns true while the user judges the picture as a whole: in certain tabs, with the eyedropper, or while drawing.
 * The frame and the bar of the selected layers are then drawn faintly.
 */
export const isSelectionFaint = ({
  tab,
  colorPick,
  draw,
}: Immutable<Pick<Ui, 'tab' | 'colorPick' | 'draw'>>): boolean =>
  (tab !== null && JUDGING.has(tab)) || colorPick !== null || (tab === 'draw' && draw.isOn)
