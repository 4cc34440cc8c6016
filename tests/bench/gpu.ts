/**
 * Our GPU engine against its peers, on one photo in one run: ratios, because milliseconds differ between machines.
 * npm run bench:gpu -- [--quick] [--json] [--photo <file>] [--gl swiftshader|egl|<ANGLE backend>] [--only <part>]
 * Rounds are interleaved, medians count, and every frame ends with a pixel read back. --quick takes
 * fewer rounds, of pictures of the same sizes where a figure names one. With --json the last line is one object with
 * every figure. --gl egl asks for the machine's own GPU.
 */

import { benchOptions, openBench, runParts } from './browser/pages.ts'
import { benchExport } from './export.ts'
import { BARS } from './gpu/figures.ts'

const options = benchOptions()
const bench = await openBench(options)
const { browser, base, setting } = bench

const exported = () =>
  benchExport({
    browser,
    base,
    megapixels: [12, 24],
    rounds: setting.isQuick ? 0 : 5,
    ...(setting.photo ? { photo: setting.photo } : {}),
  })

try {
  await runParts(
    BARS,
    {
      accuracy: () => bench.measured('gpu/accuracy'),
      drag: () => bench.measured('gpu/drag'),
      dragSubject: () => bench.measured('gpu/dragSubject'),
      effects: () => bench.measured('gpu/effects'),
      sliders: () => bench.measured('gpu/sliders'),
      export: exported,
    },
    options,
  )
} finally {
  await bench.close()
}
