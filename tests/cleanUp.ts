// Runs in each test file in Node. Files of a worker share modules and globals, so each file restores replaced globals
// and removes created files when it ends.
import { afterAll, vi } from 'vitest'
import { removeFolders } from './helpers/folders.ts'

afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await removeFolders()
})
