/**
 * argon2id in threads of its own, so few that their memory is bounded: in libuv's pool each of four threads keeps what one
 * derivation took, and every file and every name look-up waits behind a row of sign-ins.
 */
import type { Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Half of the machine, at most two: the rest goes on answering while people sign in. */
const THREADS = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))

/** As text, because a single executable has no second file. */
const SCRIPT = `
const { parentPort } = require('node:worker_threads')
const { argon2Sync } = require('node:crypto')
parentPort.on('message', (parameters) => parentPort.postMessage(argon2Sync('argon2id', parameters)))
`

interface Waiting {
  readonly parameters: Argon2Parameters
  resolve(hash: Uint8Array): void
  reject(reason: unknown): void
}

const queue: Waiting[] = []
const idle: Worker[] = []
let threads = 0

export const argon2id = (parameters: Argon2Parameters): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    queue.push({ parameters, resolve, reject })
    work()
  })

function work(): void {
  if (queue.length === 0) return
  const thread = idle.pop() ?? (threads < THREADS ? start() : null)
  const next = thread && queue.shift()
  if (!thread || !next) return // whoever is done first takes it
  const onMessage = (hash: Uint8Array) => {
    thread.off('error', onError)
    thread.unref() // an idle thread keeps no program alive
    idle.push(thread)
    next.resolve(hash)
    work()
  }
  const onError = (error: unknown) => {
    thread.off('message', onMessage)
    threads -= 1
    next.reject(error)
    work()
  }
  thread.once('message', onMessage)
  thread.once('error', onError)
  thread.ref()
  thread.postMessage(next.parameters)
}

function start(): Worker {
  threads += 1
  return new Worker(SCRIPT, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 } })
}
