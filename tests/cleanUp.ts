// Runs in each test file in Node. Restores replaced timers after each test. Files of a worker share modules and
// globals, so each file restores replaced globals and removes created files when it ends.
import { afterAll, afterEach, vi } from 'vitest'
import { removeFolders } from './helpers/folders.ts'

afterEach(() => void vi.useRealTimers())

afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await removeFolders()
})
