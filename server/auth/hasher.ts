/** Runs argon2id (RFC 9106) in separate threads. In libuv's thread pool, hashes would delay file access and DNS. */
import type { Argon2Parameters } from 'node:crypto'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { BusyError } from '#server/http/errors.ts'

/** Half of the CPU cores, at least one and at most two. The server then still responds while users sign in. */
const THREADS = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))

/** Maximum number of waiting hashes per purpose. A thread computes 32 hashes in about 1 s. */
const MAX_QUEUED = 32

export interface HashRequest {
  readonly purpose: keyof typeof queues
  /** Aborts when the client disconnects, which removes the request from the queue. */
  readonly signal?: AbortSignal
}

/** Source of the worker. It is text, because a single-file executable can't load a second file. */
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

/** Waiting requests by purpose, most urgent first. */
const queues = {
  knownBrowser: new Set<Waiting>(),
  signedIn: new Set<Waiting>(),
  signIn: new Set<Waiting>(),
  signUp: new Set<Waiting>(),
}
const DISCONNECTED = 'The client disconnected before its password was hashed.'
const idle: Worker[] = []
let threads = 0

/**
 * Computes an argon2id hash in a worker thread. Waits while all threads are busy. @throws {BusyError} if the queue of
 * this purpose is full, {Error} if the client disconnects while it waits
 */
export const argon2id = (parameters: Argon2Parameters, { purpose, signal }: HashRequest): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) throw new Error(DISCONNECTED)
    const queue = queues[purpose]
    refuseIfFull(purpose)
    const waiting = { parameters, resolve, reject }
    queue.add(waiting)
    const leave = () => {
      if (queue.delete(waiting)) reject(new Error(DISCONNECTED))
    }
    signal?.addEventListener('abort', leave, { once: true })
    void runNext()
  })

/** @throws {BusyError} if `MAX_QUEUED` requests of this purpose are waiting */
export function refuseIfFull(purpose: HashRequest['purpose']): void {
  if (queues[purpose].size >= MAX_QUEUED) throw new BusyError()
}

/** Removes and returns the most urgent request, or returns null if all queues are empty. */
function takeNext(): Waiting | null {
  for (const queue of Object.values(queues))
    for (const waiting of queue) {
      queue.delete(waiting)
      return waiting
    }
  return null
}

/** Computes the next hash if a thread is idle or can be created. */
async function runNext(): Promise<void> {
  if (idle.length === 0 && threads >= THREADS) return
  const next = takeNext()
  if (!next) return
  let thread: Worker | undefined
  try {
    thread = idle.pop() ?? createThread()
    thread.ref()
    thread.postMessage(next.parameters)
    const [hash] = await once(thread, 'message') // rejects if the thread fails
    thread.unref() // an idle thread doesn't keep the process running
    idle.push(thread)
    next.resolve(hash)
  } catch (error) {
    threads -= 1
    next.reject(error)
    if (!thread) return // the system can't create a thread now; the next request tries again
  }
  void runNext()
}

function createThread(): Worker {
  threads += 1
  return new Worker(SCRIPT, {
    eval: true,
    // `node --watch` sets WATCH_REPORT_DEPENDENCIES. With this variable, the worker would also post messages of Node.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  })
}
