/** Starts a server for each worker, with an empty data folder, a free port and the client built with test hooks. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVER, SERVER_FLAGS } from '../../scripts/setup/run.mjs'
import { whenServing } from '../../tests/server/helpers/process.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Node's arguments for the bundled program, as in `npm start`. Unbundled sources take seven times as long to start. */
export const PROGRAM = [...SERVER_FLAGS, join(ROOT, SERVER)]

/** Environment variable with the path of the shared folder, see `shareClientFiles`. */
const CLIENT_FILES = 'SHARED_CLIENT_FILES'

/**
 * Creates a folder where all servers of a run store their client's files. Each server would otherwise write, sync and
 * delete 2,000 files, which costs more than most tests. Returns a function that deletes the folder.
 */
export function shareClientFiles(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'midground-client-files-'))
  process.env[CLIENT_FILES] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

export interface RunningServer {
  origin: string
  dataDir: string
  /** Returns the lines that the server has printed, such as its log. */
  output(): string
  stop(): Promise<void>
}

/** Starts the server. Resolves when it responds. Rejects with its output if it exits earlier. */
export async function startServer(env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'midground-e2e-'))
  const shared = process.env[CLIENT_FILES]
  if (shared) symlinkSync(shared, join(dataDir, 'client-files'), 'junction')
  const child = spawn(process.execPath, PROGRAM, {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      CLIENT_DIR: 'build/client-test',
      RATE_LIMITS: 'off',
      BACKUPS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { url: origin, output } = await whenServing(child)
  return {
    origin,
    dataDir,
    output,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
