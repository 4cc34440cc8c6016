/**
 * Records long tasks of the product's code on the page's thread. Also records how long each task waits for the GPU, in
 * WebGL calls and in resizing a WebGL canvas.
 */

export interface LongTask {
  /** Caller and function, for example `Window.requestAnimationFrame paint`. */
  name: string
  /** Start of the task on the page's clock, ms. */
  from: number
  /** Wall time, ms. */
  ms: number
  /** Part of `ms` while the task waits for the GPU, ms. */
  waiting: number
}

export interface LongTasks {
  /** Returns the tasks longer than `above` ms that ended after the last call. */
  take(above: number): LongTask[]
}

interface Span {
  from: number
  to: number
}

/** Minimum duration of a recorded call, ms. */
const LEAST = 0.5

/** Fields of `PerformanceLongAnimationFrameTiming`, which TypeScript's types lack. */
interface Script {
  startTime: number
  duration: number
  invoker: string
  sourceFunctionName: string
}

/** Starts recording. Call it before the WebGL context is created. */
export function watchLongTasks(): LongTasks {
  // stores all calls, because the browser reports a frame only after it has shown the frame, which may be much later
  const calls: Span[] = []
  timeCalls(WebGL2RenderingContext.prototype, calls)
  timeSizes(HTMLCanvasElement.prototype, calls)
  const scripts: Script[] = []
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries) scripts.push(...(entry as PerformanceEntry & { scripts: Script[] }).scripts)
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'long-animation-frame' })
  return {
    take(above) {
      note(observer.takeRecords())
      const taken = scripts.splice(0).map(({ startTime: from, duration, invoker, sourceFunctionName }) => {
        const within = calls.map((call) => Math.max(0, Math.min(from + duration, call.to) - Math.max(from, call.from)))
        const waiting = within.reduce((sum, ms) => sum + ms, 0)
        return { name: `${invoker} ${sourceFunctionName}`, from, ms: duration, waiting }
      })
      return taken.filter(({ ms }) => ms > above)
    },
  }
}

function timeCalls(prototype: object, calls: Span[]) {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (typeof value === 'function' && name !== 'constructor')
      Object.defineProperty(prototype, name, { configurable: true, writable: true, value: timed(value, calls) })
}

function timeSizes(prototype: object, calls: Span[]) {
  for (const name of ['width', 'height']) {
    const { get, set } = Object.getOwnPropertyDescriptor(prototype, name) ?? {}
    if (get && set) Object.defineProperty(prototype, name, { configurable: true, get, set: timed(set, calls) })
  }
}

function timed(call: (...args: never[]) => unknown, calls: Span[]) {
  return function (this: unknown, ...args: unknown[]): unknown {
    const from = performance.now()
    const result: unknown = Reflect.apply(call, this, args)
    const to = performance.now()
    if (to - from > LEAST) calls.push({ from, to })
    return result
  }
}
