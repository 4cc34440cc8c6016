/**
 * The cost of a frame of the editor, and whether it depends on the other layers: ratios, as in bench:gpu.
 * npm run bench:editor -- [--quick] [--json] [--photo <file>] [--gl swiftshader|egl|<ANGLE backend>] [--only <part>]
 * Rounds are interleaved, medians count, and every frame ends with a pixel read back.
 */

import { benchOptions, openBench, runParts } from './browser/pages.ts'
import { BARS } from './editor/figures.ts'
import { walk } from './editor/walk.ts'

const options = benchOptions()
const bench = await openBench(options)
try {
  await runParts(
    BARS,
    {
      mixed: () => bench.measured('editor/mixed'),
      stroke: () => bench.measured('editor/stroke'),
      objects: () => bench.measured('editor/objects'),
      dragSubject: () => bench.measured('gpu/dragSubject'),
      walk: () => walk(bench),
    },
    options,
  )
} finally {
  await bench.close()
}
