/**
 * The tests that `npm test` runs without `--all`: all unit tests, the GPU tests below, and the end-to-end tests with
 * the tag `@story`. Continuous integration runs all tests. Vitest and Playwright also run all tests if they are started
 * directly.
 */
/** The GPU tests that compare pixels with a reference, and one suite of all layer kinds. */
export const QUICK_GPU = [
  'shaders/blend/blend.gpu.test.ts',
  'shaders/conversions.gpu.test.ts',
  'shaders/copy.gpu.test.ts',
  'shaders/placed/placed.gpu.test.ts',
  'tests/kinds/kinds.gpu.test.ts',
  'tests/pixels/blendModes.gpu.test.ts',
  'tests/pixels/crop.gpu.test.ts',
  'tests/pixels/preview.gpu.test.ts',
]

/** Tag of an end-to-end test that `npm test` runs. */
export const STORY = '@story'

/** True if this run is `npm test` without `--all`. */
export const isQuick = (): boolean => Boolean(process.env.QUICK_TESTS)
