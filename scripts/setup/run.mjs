// Runs child processes and prints progress. Works on Node 20.19 and later, because it runs before `npm ci`.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the path of the pinned Node in node_modules or, if this platform has none, of the running Node. */
export function pinnedNode() {
  const pinned = bin('node')
  return existsSync(pinned) ? pinned : process.execPath
}

/** Node's flags for the server. With the default semi-space, temporary objects would fill 90 MB more at startup. */
export const SERVER_FLAGS = ['--max-semi-space-size=8']

/**
 * Path of the bundled server. It is as deep as its source file, because the server finds other files by relative paths.
 */
export const SERVER = 'build/server/main.js'

export const bin = (name) => join(ROOT, 'node_modules', '.bin', name)

/** An expected failure. Only its message is printed, without a stack trace. */
export class SetupError extends Error {}

/** Runs a command and resolves with its `exitCode`. Its output goes to the terminal. */
export const run = (command, args, options = {}) =>
  exitCode(spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options }))

/**
 * Resolves with the exit code of a child process. After a signal, this is 128 and the signal's number, as in a shell.
 * Rejects with a SetupError if the process can't be started.
 */
export function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new SetupError(`${child.spawnfile} could not be started: ${error.message}`)))
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/**
 * Runs a command as a named step and prints its time. Its output goes to the standard error, because the output of
 * `render` and `mcp` is for programs. @throws SetupError with `hint` if the exit code isn't 0
 */
export async function step(name, command, args, hint, options) {
  const start = performance.now()
  console.error(`· ${name} …`)
  const code = await run(command, args, { stdio: ['ignore', 2, 'inherit'], ...options })
  if (code !== 0) throw new SetupError(`${name} failed (exit ${code}). ${hint}`)
  console.error(`✓ ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
}

/** Prints the error and exits with code 1. */
export function fail(error) {
  console.error(`\n✗ ${error instanceof SetupError ? error.message : error.stack}`)
  process.exit(1)
}
