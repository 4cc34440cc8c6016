/** What the editor's bench measures and what each figure must not exceed. */
export const BARS = {
  dragMixed20Vs2: 1.2,
  sliderMixed20Vs2: 1.2,
  stroke100Vs1: 1.2,
  dragSubjectVsText: 2,
  /** Tasks above 50 ms in a walk through the editor, what WebGL took within them not counted. */
  longTasks: 0,
} as const
