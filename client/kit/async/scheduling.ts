/**
 * Functions that delay work, for example until the browser is idle or has painted, or until the previous task has
 * ended.
 */
import type { Result } from '../values/result.ts'
import { listen, stopAll } from './listeners.ts'

/** Timeout of `requestIdleCallback`, ms. The browser calls back after this time even if it was never idle. */
const LONGEST_MS = 200
/** Delay in browsers without `requestIdleCallback`, such as Safari, ms. */
const INSTEAD_MS = 50
/** Delay before `quiet` requests the idle callback, ms. */
const QUIET_MS = 1500

/**
 * Calls `run` in an idle period of the browser, within 200 ms of the request. `soon` requests the idle callback
 * immediately, `quiet` after 1.5 s. Browsers without idle callbacks call `run` 50 ms after the request. Returns a
 * function that cancels the call.
 */
export function whenIdle(run: () => void, wait: 'soon' | 'quiet'): () => void {
  let callOff = () => {}
  const soon = () => {
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(run, INSTEAD_MS)
      callOff = () => clearTimeout(timer)
    } else {
      const handle = requestIdleCallback(run, { timeout: LONGEST_MS })
      callOff = () => cancelIdleCallback(handle)
    }
  }
  if (wait === 'soon') soon()
  else {
    const timer = setTimeout(soon, QUIET_MS)
    callOff = () => clearTimeout(timer)
  }
  return () => callOff()
}

/**
 * Runs the loaders one after another, each in an idle period. Running all loaders together would block the page for
 * longer than a frame. Ignores failures, because a module is requested again when it is needed. Returns a function that
 * stops the loading.
 */
export function preloadWhenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const [load, ...rest] = loads
  if (!load) return () => {}
  let isEnded = false
  let end = whenIdle(() => {
    load()
      .catch(() => null)
      .then(() => {
        if (!isEnded) end = preloadWhenIdle(rest)
      })
  }, 'soon')
  return () => {
    isEnded = true
    end()
  }
}

/**
 * Returns a function that runs tasks one after another, in the order of the calls. The promise of each call settles
 * with the result of its task. A failed task doesn't stop later tasks. `idle` resolves when all tasks are finished.
 */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  const run = <T>(task: () => T | Promise<T>): Promise<T> => {
    const result = last.then(task)
    last = result.catch(() => null) // the caller receives the error through `result`
    return result
  }
  return Object.assign(run, { idle: () => last.then(() => undefined) })
}

/** The browser's Web Locks, which all tabs share. Pages without a secure origin don't have them. */
export const webLocks = (): LockManager | undefined => globalThis.navigator?.locks

/**
 * Runs `act` while this page holds the Web Lock `name`, and settles with its result. First waits until the lock is
 * free. Runs `act` immediately if Web Locks are missing (plain HTTP).
 */
export const withLock = async <T>(name: string, act: () => T | Promise<T>, options: LockOptions = {}): Promise<T> => {
  const locks = webLocks()
  return locks ? locks.request(name, options, act) : act()
}

/** Returns a function that calls `act` only at its first call. */
export function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}

/**
 * Returns a function that calls `load` once and then always returns the same promise. After a failure, the next call
 * loads again. `current` is the promise of the running or finished load, or null. Setting `current` to null makes the
 * next call load again.
 */
export function loadOnce<Args extends unknown[], T>(load: (...args: Args) => Promise<T>) {
  const once = (...args: Args): Promise<T> => {
    if (once.current) return once.current
    const loading = load(...args)
    once.current = loading
    loading.catch(() => {
      if (once.current === loading) once.current = null
    })
    return loading
  }
  once.current = null as Promise<T> | null
  return once
}

/**
 * Calls `load` once per key and returns its promise. After a failure, the next call loads again. `known` stores one
 * load function per key. Deleting a key makes the next call load again.
 */
export function onceFor<K, T>(
  known: { get(key: K): (() => Promise<T>) | undefined; set(key: K, load: () => Promise<T>): unknown },
  key: K,
  load: () => Promise<T>,
): Promise<T> {
  const loadKey = known.get(key) ?? loadOnce(load)
  known.set(key, loadKey)
  return loadKey()
}

/** Resolves in an idle period of the browser, like `whenIdle` with `soon`, or when `signal` aborts. */
export const idle = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = whenIdle(resolve, 'soon')
    signal.addEventListener('abort', () => {
      cancel()
      resolve()
    })
  })

/**
 * Resolves in an idle period without a gesture, because the caller's work would slow down a gesture. After an abort,
 * resolves in the first idle period. `wait` calls `run` in an idle period. `isBusy` returns true during a gesture.
 */
export async function untilFree(wait: (run: () => void) => void, isBusy: () => boolean, signal: AbortSignal) {
  do await new Promise<void>(wait)
  while (isBusy() && !signal.aborted)
}

/** Resolves after `ms`, or when `signal` aborts. A signal that has already aborted has no effect. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Settles like `running`, or resolves with the error 'aborted' as soon as `signal` aborts. `signal` then doesn't hold
 * the result, even if it lives much longer.
 */
export async function untilAborted<T>(
  running: T | Promise<T>,
  signal: AbortSignal,
): Promise<T | Result<never, 'aborted'>> {
  const settled = new AbortController()
  const aborted = new Promise<Result<never, 'aborted'>>((resolve) => {
    const abort = () => resolve({ ok: false, error: 'aborted' })
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { signal: settled.signal })
  })
  try {
    return await Promise.race([running, aborted])
  } finally {
    settled.abort()
  }
}

/** Resolves after the browser has painted the next frame, with everything that React has rendered so far. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve)) // the browser paints the frame before it runs the next task
  })

/** Calls `run` whenever the page is hidden or unloaded. Returns a function that removes the listeners. */
export function whenHidden(run: () => void): () => void {
  const visibilitychange = () => document.visibilityState === 'hidden' && run()
  return stopAll([listen(document, { visibilitychange }), listen(window, { pagehide: run })])
}

/**
 * Resolves after this thread has handled its queued messages and events. Long computations call this function between
 * steps. A timer would take at least 4 ms.
 */
export function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/**
 * Creates a runner for one task at a time. A new task aborts the running task. Calls `onIdle` when the newest task has
 * settled, even after `cancel`, but not when a newer task replaces a running task.
 */
export function createLatestTask(onIdle: () => void = () => {}) {
  let current: AbortController | null = null
  return {
    /**
     * Aborts the running task and starts `task`. Settles with the result of `task`. An aborted task continues until it
     * checks its signal, and must not write anything after the abort.
     */
    async run<T>(task: (signal: AbortSignal) => Promise<T>) {
      current?.abort()
      const controller = new AbortController()
      current = controller
      try {
        return await task(controller.signal)
      } finally {
        if (current === controller) {
          current = null
          onIdle()
        }
      }
    },
    cancel: () => current?.abort(),
  }
}
