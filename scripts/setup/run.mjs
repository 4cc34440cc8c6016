// Running child processes and telling the user what happens. Works on any Node >= 20.19: it runs before `npm ci`.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The pinned Node out of node_modules; where npm has none for this platform, the Node that runs this script. */
export function pinnedNode() {
  const pinned = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

/** An expected end: the message is all the user needs, no stack. */
export class SetupError extends Error {}

/** Run to the end; resolves with the exit code. Output is the user's. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
    child.once('error', (error) => reject(new SetupError(`${command} could not be started: ${error.message}`)))
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

/** One named step with its time; a code other than 0 ends the set-up with `hint`. */
export async function step(name, command, args, hint, options) {
  const start = performance.now()
  console.log(`· ${name} …`)
  const code = await run(command, args, options)
  if (code !== 0) throw new SetupError(`${name} failed (exit ${code}). ${hint}`)
  console.log(`✓ ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
}

export function fail(error) {
  console.error(`\n✗ ${error instanceof SetupError ? error.message : error.stack}`)
  process.exit(1)
}
