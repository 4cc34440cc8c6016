/**
 * Test files that `npm test` skips and `npm test -- --all` runs, as in continuous integration. They take more than half
 * of the processor time: neural networks, kills of browsers and servers, many screen sizes and languages.
 * `leftToCi.test.ts` makes sure that no test for a planted fault is skipped. Vitest and Playwright started directly run
 * all files.
 */
const LEFT_TO_CI = {
  e2e: [
    'account/batch',
    'account/billing-off',
    'account/security',
    'editor/accessibility',
    'editor/apple',
    'editor/batch',
    'editor/clipboard',
    'editor/focus',
    'editor/forced-colors',
    'editor/fuzz',
    'editor/jobs',
    'editor/names',
    'editor/room',
    'editor/several-layers',
    'editor/sliders',
    'editor/templates',
    'editor/top-bar',
    'editor/touch',
    'editor/tour',
    'export/display-p3',
    'export/preview-export',
    'import/heic-sandbox',
    'layers/keyboard',
    'layers/own-fonts',
    'layers/refiner/refiner',
    'layers/text-in-place',
    'layers/touch',
    'offline/offline',
    'offline/rolling-upgrade',
    'pages/languages',
    'pages/long-words',
    'pages/prerender',
    'pages/self-checks',
    'projects/device',
    'projects/kill',
    'render/agents',
    'render/hdr',
    'render/render',
  ].map((name) => `e2e/${name}.spec.ts`),
  gpu: [
    'client/kit/base/self-checks/selfChecks.gpu.test.ts',
    'client/layers/text/paint/textureLimits.gpu.test.ts',
    'client/layers/text/tabLooks.gpu.test.tsx',
    'client/media/exporter/formats/encodeWebp.gpu.test.ts',
    'client/model/assets/windows.gpu.test.ts',
    'tests/heic/heic.gpu.test.ts',
    'tests/kinds/panelSections.gpu.test.tsx',
    'tests/kinds/together.gpu.test.ts',
    'tests/pixels/backdrop.gpu.test.ts',
    'tests/pixels/displayP3.gpu.test.ts',
    'tests/pixels/edges.gpu.test.ts',
    'tests/pixels/limits.gpu.test.ts',
    'tests/pixels/motion.gpu.test.ts',
    'tests/pixels/paintedParts.gpu.test.ts',
    'tests/pixels/partial.gpu.test.ts',
    'tests/pixels/psd.gpu.test.ts',
    'tests/pixels/smallPreview.gpu.test.ts',
    'tests/pixels/srgbExports.gpu.test.ts',
    'tests/pixels/tunedScene.gpu.test.ts',
    'tests/segmenter/mobileSam.gpu.test.ts',
    'tests/segmenter/network.gpu.test.ts',
    'tests/segmenter/segmenter.gpu.test.ts',
  ],
  stress: [
    'tests/billing/histories.stress.test.ts',
    'tests/binary/binary.stress.test.ts',
    'tests/binary/nodes.stress.test.ts',
    'tests/conformance/away.stress.test.ts',
    'tests/conformance/backup-server.stress.test.ts',
    'tests/conformance/contenders.stress.test.ts',
    'tests/conformance/copy-before.stress.test.ts',
    'tests/conformance/move.stress.test.ts',
    'tests/conformance/standby.stress.test.ts',
    'tests/recipes/recipes.stress.test.ts',
    'tests/server/check.stress.test.ts',
    'tests/server/listeners.stress.test.ts',
    'tests/server/memory.stress.test.ts',
    'tests/server/minutely.stress.test.ts',
    'tests/server/trouble.stress.test.ts',
  ],
} as const satisfies Record<string, readonly string[]>

/** A group of tests that `npm test` runs only in part. */
export type PartialProject = keyof typeof LEFT_TO_CI

/** Returns the paths, relative to the root, of the files that `npm test` skips in a project. */
export const leftToCi = (project: PartialProject): readonly string[] => LEFT_TO_CI[project]

/** Returns the paths of the files that this run skips. Empty unless `npm test` has set QUICK_TESTS. */
export const excludedFiles = (project: PartialProject): string[] =>
  process.env.QUICK_TESTS ? [...leftToCi(project)] : []
