/**
 * Measures the time of a frame in the editor, and whether it depends on the number of layers.
 * npm run bench:editor -- [--quick] [--json] [--photo <file>] [--gl swiftshader|egl|<ANGLE backend>] [--only <part>]
 * Figures are ratios of medians over interleaved rounds. Every frame ends with reading a pixel back.
 */

import { runParts } from './browser/pages.ts'
import { walk } from './editor/walk.ts'

/** Limits of the figures. */
const BARS = {
  dragMixed20Vs2: 1.2,
  sliderMixed20Vs2: 1.2,
  stroke100Vs1: 1.2,
  dragSubjectVsText: 2,
  objects8Vs2: 1.2,
  /** Additional passes per frame if all blend modes are normal. */
  blendNormalExtraPasses: 0,
  /** Tasks of more than 50 ms in a session in the editor, without their time in WebGL. */
  longTasks: 0,
} as const

await runParts(BARS, (bench) => ({
  mixed: () => bench.measured('editor/mixed'),
  stroke: () => bench.measured('editor/stroke'),
  objects: () => bench.measured('editor/objects'),
  dragSubject: () => bench.measured('gpu/dragSubject'),
  walk: () => walk(bench),
}))
