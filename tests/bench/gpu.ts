/**
 * Compares the product's GPU code with other libraries on one photo. Figures are ratios, because times differ between
 * machines.
 * npm run bench:gpu -- [--quick] [--json] [--photo <file>] [--gl swiftshader|egl|<ANGLE backend>] [--only <part>]
 * Figures are medians over interleaved rounds, and every frame ends with reading a pixel back. --quick runs fewer
 * rounds and smaller images, except where a figure names a size. --json prints an object with all figures in the last
 * line. --gl egl uses the machine's own GPU.
 */

import { runParts } from './browser/pages.ts'
import { benchExport } from './exportBench.ts'

/** Limits of the figures, which are ratios of product to peer. */
const BARS = {
  /** Draw calls of a slider's frame with ten enhancements set, per separately painted part of the photo. */
  passesAllSliders: 1,
  allSlidersVsPixiChain1MP: 1 / 3,
  allSlidersVsPixiChain12MP: 1 / 3,
  shippedSliderVsFabricCpu12MP: 1 / 10,
  outline200VsPixiOutline: 1 / 30,
  glow50VsPixiGlow: 1 / 50,
  text3dVsStack30: 1,
  exportBytesVsToBlob12MP: 0.82,
  exportWallVsToBlob12MP: 1,
  exportMemoryVsToBlob12MP: 0.4,
  exportBytesVsToBlob24MP: 0.82,
  exportWallVsToBlob24MP: 1,
  exportMemoryVsToBlob24MP: 0.4,
} as const

await runParts(BARS, (bench) => ({
  effects: () => bench.measured('gpu/effects'),
  sliders: () => bench.measured('gpu/sliders'),
  export: () => benchExport({ ...bench, megapixels: [12, 24] }),
}))
