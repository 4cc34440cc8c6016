/** The figures of the editor's bench and their bars. */
export const BARS = {
  dragMixed20Vs2: 1.2,
  sliderMixed20Vs2: 1.2,
  stroke100Vs1: 1.2,
  dragSubjectVsText: 2,
  objects8Vs2: 1.2,
  /** Passes that a frame has more where all blend modes are normal. */
  blendNormalExtraPasses: 0,
  /** Tasks of more than 50 ms in a walk through the editor, without their time in WebGL. */
  longTasks: 0,
} as const
