/** The figures of the GPU bench and their bars. Ratios are ours : peer. */
export const BARS = {
  /** Draw calls of a slider's frame with all ten enhancements set, per branch of the photo. */
  passesAllSliders: 1,
  allSlidersVsPixiChain1MP: 1 / 3,
  allSlidersVsPixiChain12MP: 1 / 3,
  shippedSliderVsFabricCpu12MP: 1 / 10,
  outline200VsPixiOutline: 1 / 30,
  glow50VsPixiGlow: 1 / 50,
  outlineMaxErrorPx: 0.1,
  /** Before dither. */
  twinMaxErrorLsb: 0.05,
  neutralChangedBytes: 0,
  seamBytes: 0,
  previewExportMeanLsb: 1,
  previewExportP99Lsb: 15,
  text3dVsStack30: 1,
  exportBytesVsToBlob12MP: 0.82,
  exportWallVsToBlob12MP: 1,
  exportMemoryVsToBlob12MP: 0.4,
  exportBytesVsToBlob24MP: 0.82,
  exportWallVsToBlob24MP: 1,
  exportMemoryVsToBlob24MP: 0.4,
  drag20LayersVs2: 1.2,
  dragSubjectVsText: 2,
} as const
