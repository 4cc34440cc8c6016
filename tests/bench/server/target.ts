/** Starts a server in a separate process that reports its CPU time. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundle } from '../../../scripts/setup/bundle.ts'
import { SERVER_FLAGS } from '../../../scripts/setup/run.mjs'
import type { Usage } from './usage.ts'

export interface Target {
  readonly child: ReturnType<typeof fork>
  readonly origin: string
  usage(): Promise<Usage>
}

/** Bundles the server as for `npm start`. The bundle is in build/, where it finds the SQLite package. */
export async function bundled(name: string): Promise<string> {
  const file = join(import.meta.dirname, `../../../build/bench/${name}.js`)
  await bundle(`tests/bench/server/${name}.ts`, file)
  return file
}

/** Starts the server. Its log is in `folder`. */
export async function start(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  folder: string,
): Promise<Target> {
  // the log goes to a file, as under a service manager; the server sends its address through the IPC channel
  const log = openSync(join(folder, `${basename(script)}.log`), 'w')
  const child = fork(script, [...args], { env, execArgv: [...SERVER_FLAGS], stdio: ['ignore', log, 'inherit', 'ipc'] })
  const [origin] = (await once(child, 'message')) as [string]
  const usage = async (): Promise<Usage> => {
    child.send('usage')
    const [answer] = (await once(child, 'message')) as [Usage]
    return answer
  }
  return { child, origin, usage }
}
