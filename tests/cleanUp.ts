// Runs in each test file of Node. Files of a worker share one set of modules and globals: what a file has replaced or
// made is put back and removed at its end.
import { afterAll, vi } from 'vitest'
import { removeFolders } from './helpers/folders.ts'

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  removeFolders()
})
