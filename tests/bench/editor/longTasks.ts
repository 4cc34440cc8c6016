/**
 * What holds this page's thread: every run of our code in a frame that came late, and how much of it was spent waiting
 * for the GPU: in calls of WebGL, and in giving a canvas of WebGL another size. What the browser itself does in between
 * is no run of ours.
 */

export interface LongTask {
  /** Who called it, and what: `Window.requestAnimationFrame paint`. */
  name: string
  /** On the page's clock, ms. */
  from: number
  /** All of it, as a clock on the wall says. */
  ms: number
  /** For the GPU. */
  waiting: number
}

export interface LongTasks {
  /** Those above so many ms that have ended since the last call. */
  take(above: number): LongTask[]
}

interface Span {
  from: number
  to: number
}

/** Shorter calls are not worth their record, ms. */
const LEAST = 0.5

/** Of `PerformanceLongAnimationFrameTiming`, which TypeScript does not know yet. */
interface Script {
  startTime: number
  duration: number
  invoker: string
  sourceFunctionName: string
}

/** To be called before there is a context. */
export function watchLongTasks(): LongTasks {
  const calls: Span[] = [] // kept: what a frame ran is told when it has been shown, which may be much later
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
