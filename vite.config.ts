import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { engineProjects } from './e2e/engines/runner/project.ts'
import { recordPackages } from './scripts/licences/recordPackages.ts'
import { headScript } from './scripts/pages/headScript.ts'
import { assemblyScript } from './scripts/vite/assemblyScript.ts'
import { groups, importWithRetry, notYetLoaded, workerGroups } from './scripts/vite/chunks.ts'
import { messages } from './scripts/vite/messages.ts'
import { BUILD_TARGET } from './scripts/vite/oldestBrowsers.ts'
import { heicSandbox, pixi, wasmThreads } from './scripts/vite/packages.ts'
import { pageData } from './scripts/vite/pageData.ts'
import { CONNECT_TIMEOUT_MS, IS_LONG, TEST_RETRIES, TEST_TIMEOUT_MS } from './tests/helpers/longRun.ts'
import { isQuick, QUICK_GPU } from './tests/helpers/quick.ts'
import { launchOptions } from './tests/helpers/testBrowser.ts'

/** A build with test hooks has its own folder, so that the server never serves it as the product. */
const hasTestHooks = Boolean(process.env.TEST_HOOKS)

const packages = recordPackages(hasTestHooks ? 'client-test' : 'client')
/** Excludes the prerendering build, which uses the same configuration but isn't shipped. */
const record: Plugin = { ...packages.record, apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild }

/**
 * File names of the workers' scripts. They contain `coep`, because version 1.0.0 served scripts of other names without
 * Cross-Origin-Embedder-Policy, browsers store those for a year, and pages with this policy reject them.
 */
const WORKER_NAMES = 'assets/[name]-coep-[hash].js'

/** Port of the server that `npm run dev` starts alongside Vite. */
const apiPort = process.env.API_PORT

/** Settings of all test projects. */
const COMMON = {
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: TEST_TIMEOUT_MS / 2 } },
  // each test begins without the spies, globals and variables of the previous test
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
}

export default defineConfig({
  define: { __TEST_HOOKS__: JSON.stringify(hasTestHooks) },
  plugins: [
    react(),
    pageData(),
    heicSandbox(),
    assemblyScript(),
    messages(),
    headScript(),
    pixi(),
    importWithRetry(),
    record,
  ],
  json: { stringify: true }, // browsers parse JSON text faster than the same table as code
  publicDir: 'client/public',
  build: {
    outDir: hasTestHooks ? 'build/client-test' : 'build/client',
    emptyOutDir: true,
    target: BUILD_TARGET,
    sourcemap: false,
    manifest: true, // scripts/pages reads the manifest and then removes it
    modulePreload: { resolveDependencies: notYetLoaded },
    chunkSizeWarningLimit: 3000, // in kB; the largest chunk is the HEIC decoder, which loads only for HEIC photos
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: { groups: groups() } } },
  },
  worker: {
    format: 'es',
    plugins: () => [assemblyScript(), wasmThreads(), packages.collect],
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: workerGroups }, entryFileNames: WORKER_NAMES },
    },
  },
  optimizeDeps: {
    // Lists all dependencies, because Vite reloads the page when it finds a new dependency during a test.
    include: [
      '@jsquash/webp/decode.js',
      '@pixi/react',
      'frimousse',
      'hyphen',
      'hyphen/patterns/de-1996.js',
      'hyphen/patterns/en-us.js',
      'lucide-react',
      'pixi.js',
      'pixi.js/unsafe-eval',
      'radix-ui',
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      '@tensorflow-models/body-segmentation/dist/selfie_segmentation_tfjs/segmenter.js',
      '@tensorflow/tfjs-core',
      '@tensorflow/tfjs-converter',
      '@tensorflow/tfjs-backend-webgl',
      '@tensorflow/tfjs-backend-wasm',
    ],
  },
  server: {
    host: '127.0.0.1',
    ...(apiPort ? { proxy: { '/api': `http://127.0.0.1:${apiPort}` } } : {}),
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{client,server,shaders,drizzle,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.gpu.test.ts', '**/*.gpu.test.tsx', '**/*.stress.test.ts'],
          setupFiles: ['tests/setup.ts', 'tests/cleanUp.ts'],
          isolate: false, // imports the modules of a worker once for all of its files
          maxWorkers: '100%', // on two cores, Vitest would start one worker
          ...COMMON,
        },
      },
      {
        // Tests with many processes, requests or pixels, which take too long for `npm test` without `--all`.
        extends: true,
        test: {
          name: 'stress',
          environment: 'node',
          include: ['{client,server,shaders,tests}/**/*.stress.test.ts'],
          setupFiles: ['tests/setup.ts', 'tests/cleanUp.ts'],
          ...COMMON,
          retry: TEST_RETRIES,
          testTimeout: 3 * TEST_TIMEOUT_MS, // a test starts several processes
          hookTimeout: 3 * TEST_TIMEOUT_MS,
          maxWorkers: 2, // a test waits most of the time
        },
      },
      {
        extends: true,
        test: {
          name: 'gpu',
          provide: { engine: 'chromium', isLong: IS_LONG },
          setupFiles: ['tests/browserSetup.ts'],
          include: isQuick() ? QUICK_GPU : ['{client,shaders,tests}/**/*.gpu.test.{ts,tsx}'],
          ...COMMON,
          retry: TEST_RETRIES,
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            connectTimeout: CONNECT_TIMEOUT_MS,
            provider: playwright({ launchOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      ...engineProjects(COMMON),
    ],
  },
})
