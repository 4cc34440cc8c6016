import react from '@vitejs/plugin-react'
import { existsSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { fonts } from './scripts/fonts/vite.ts'

const chromium = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium'].find((path) => existsSync(path))

/** Software WebGL on purpose: a developer's own GPU must not change what the tests see. */
const launchOptions = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking', '--no-first-run'],
}

export default defineConfig({
  plugins: [react(), fonts()],
  publicDir: 'client/public',
  build: { outDir: 'build/client', emptyOutDir: true, target: 'es2023', sourcemap: false },
  worker: { format: 'es' },
  optimizeDeps: { include: ['pixi.js'] },
  server: { host: '127.0.0.1' },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{client,server,shaders,drizzle,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.gpu.test.ts', '**/*.gpu.test.tsx'],
          setupFiles: ['tests/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'gpu',
          include: ['{client,shaders,tests}/**/*.gpu.test.{ts,tsx}'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
