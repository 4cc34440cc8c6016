// Runs in each test file of Node. The files of a worker share modules and globals, so the end of each file restores
// replaced globals and removes created files.
import { afterAll, vi } from 'vitest'
import { removeFolders } from './helpers/folders.ts'

afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await removeFolders()
})
