/**
 * Runs argon2id (RFC 9106) in its own worker threads. In libuv's thread pool each of the four threads would keep the
 * memory of one derivation, and file access and DNS look-ups would wait for the sign-ins that are queued before them.
 */
import type { Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Half of the CPU cores, at least one and at most two, so that the server keeps answering while users sign in. */
const THREADS = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))

/** Source of the worker as text, because a single-file executable cannot load a second file. */
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

/** Derives an argon2id hash in a worker thread; waits while all threads are busy. */
export const argon2id = (parameters: Argon2Parameters): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    queue.push({ parameters, resolve, reject })
    work()
  })

function work(): void {
  if (queue.length === 0) return
  const thread = idle.pop() ?? (threads < THREADS ? start() : null)
  const next = thread && queue.shift()
  if (!thread || !next) return // the next thread to become idle takes it
  const onMessage = (hash: Uint8Array) => {
    thread.off('error', onError)
    thread.unref() // an idle thread does not keep the process alive
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
