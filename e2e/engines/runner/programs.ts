/**
 * Starts child processes that end with this process. Also starts a virtual X display, because some engines render WebGL
 * only on a display.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'

/**
 * Starts a program in its own process group. `stop` or the end of this process kills the group with SIGKILL. `env` is
 * added to this process's environment. If the program can't be started, `waitForLine` rejects.
 */
function start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  // starts a process group, because browsers start more processes, and `stop` must stop all of them
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const lines: string[] = []
  const listeners = new Set<() => void>()
  let partialLine = ''
  const onData = (chunk: Buffer) => {
    const parts = (partialLine + chunk).split('\n')
    partialLine = parts.pop() ?? ''
    lines.push(...parts)
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', onData)
  child.stderr.on('data', onData)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      lines.push(error.message)
      resolve()
    })
  })
  const end = () => endGroup(child)
  process.once('exit', end)
  return {
    /** All lines of stdout and stderr so far. */
    lines: lines as readonly string[],
    /**
     * Waits for a line that matches. Resolves with the first group of the match. Rejects if the program exits first.
     */
    waitForLine: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const check = () => {
          const found = lines.map((line) => pattern.exec(line)).find((match) => match !== null)
          if (!found) return
          listeners.delete(check)
          resolve(found[1] ?? '')
        }
        listeners.add(check)
        check()
        void ended.then(() => reject(new Error(`${command} ended: ${lines.slice(-20).join('\n')}`)))
      }),
    async stop() {
      end()
      await ended
      process.off('exit', end)
    },
  }
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (!pid || exitCode !== null || signalCode !== null) return
  process.kill(-pid, 'SIGKILL')
}

/** The virtual display's programs on Debian. */
export const DISPLAY_PROGRAMS = ['/usr/bin/Xvfb', '/usr/bin/openbox']

/** Starts a program on a virtual display (Xvfb) with a window manager. `stop` terminates the three processes. */
export async function startOnDisplay(command: string, args: readonly string[]) {
  // Xvfb chooses a free display number and prints it to stderr.
  const screen = start('Xvfb', ['-displayfd', '2', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'])
  const env = {
    DISPLAY: `:${await screen.waitForLine(/^(\d+)$/)}`,
    LIBGL_ALWAYS_SOFTWARE: '1', // renders in software, because a graphics card would affect the tests
    GDK_BACKEND: 'x11',
  }
  const manager = start('openbox', [], env)
  const program = start(command, args, env)
  return {
    ...program,
    async stop() {
      for (const { stop } of [program, manager, screen]) await stop()
    },
  }
}

/** Returns the first path that matches a glob pattern, or undefined. Needs Node 22. */
export const findProgram = (pattern: string): string | undefined => fs.globSync(pattern)[0]

/** @throws if no path matches the glob pattern. */
export function requireProgram(pattern: string): string {
  const path = findProgram(pattern)
  if (!path) throw new Error(`${pattern} is not installed`)
  return path
}
