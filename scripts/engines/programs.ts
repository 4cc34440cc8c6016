/** Child processes whose output says when they are ready, and that end with whoever started them. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Program {
  /** Every line so far, of both outputs. */
  lines: readonly string[]
  /** The first group of the first line that matches; rejects with what was said when the program ends before. */
  says(wanted: RegExp): Promise<string>
  stop(): Promise<void>
}

export function start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  // A group of its own: browsers start others, and all of them have to end.
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const lines: string[] = []
  const listeners = new Set<() => void>()
  let rest = ''
  const hear = (chunk: Buffer) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
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
    lines,
    says: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.map((line) => wanted.exec(line)).find((match) => match !== null)
          if (!found) return
          listeners.delete(look)
          resolve(found[1] ?? '')
        }
        listeners.add(look)
        look()
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
