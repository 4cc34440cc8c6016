import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { FRAME_CHANNEL, type FrameMessage } from '../framePriority.ts'
import type { Graph } from './steppedGraph.ts'
import { compileAhead, createPace } from './webglPace.ts'

const { flags, gpgpu, compiled } = vi.hoisted(() => ({
  flags: new Map<string, unknown>(),
  gpgpu: { gl: null as unknown },
  compiled: [] as string[],
}))
vi.mock('@tensorflow/tfjs-core', () => ({
  env: () => ({ set: (flag: string, value: unknown) => flags.set(flag, value) }),
  backend: () => ({
    gpgpu,
    checkCompileCompletionAsync: async () => void compiled.push('checked'),
    getUniformLocations: () => void compiled.push('located'),
  }),
}))

/** A fake WebGL context whose fence is signaled after `polls` polls. */
class FakeGl {
  SYNC_GPU_COMMANDS_COMPLETE = 1
  TIMEOUT_EXPIRED = 2
  asked = 0
  deleted = 0
  readonly #polls: number
  constructor(polls = 0) {
    this.#polls = polls
  }
  fenceSync = () => ({})
  flush() {}
  clientWaitSync = () => (this.asked++ < this.#polls ? this.TIMEOUT_EXPIRED : 0)
  deleteSync() {
    this.deleted++
  }
}

beforeEach(() => {
  vi.stubGlobal('WebGL2RenderingContext', FakeGl)
  gpgpu.gl = new FakeGl()
  flags.clear()
  compiled.length = 0
})

/** Creates a pace, the page's channel, and a clock that the test advances. */
function setup() {
  const clock = { ms: 0 }
  const page = new BroadcastChannel(FRAME_CHANNEL)
  onTestFinished(() => page.close())
  const pace = createPace(() => clock.ms)
  /** Sends a message, and waits until channels have delivered it. */
  const send = async (message: FrameMessage) => {
    const heard = Promise.withResolvers<unknown>()
    const other = new BroadcastChannel(FRAME_CHANNEL)
    other.onmessage = heard.resolve
    page.postMessage(message)
    await heard.promise
    other.close()
  }
  return { clock, pace, send }
}

/** Returns a function that reports whether a promise has settled. */
function watch(promise: Promise<unknown>) {
  let isDone = false
  void promise.then(() => {
    isDone = true
  })
  return () => isDone
}

it('a network step waits until the GPU has run all its commands', async () => {
  const gl = new FakeGl(3)
  gpgpu.gl = gl
  await setup().pace()
  expect([gl.asked, gl.deleted]).toEqual([4, 1])
})

it('during a gesture, a network step waits for the next idle frame', async () => {
  const { pace, send } = setup()
  await send('changed')
  const isDone = watch(pace())
  await new Promise((done) => setTimeout(done))
  expect(isDone()).toBe(false)
  // an idle frame has no effect before the step waits
  await expect
    .poll(async () => {
      await send('idle')
      return isDone()
    })
    .toBe(true)
})

it('without a gesture, a network step runs immediately', async () => {
  const { clock, pace, send } = setup()
  await pace()
  await send('changed')
  clock.ms = 100 // the hold after a changed frame has passed
  await pace()
})

it('without idle frames, a network step runs 100 ms after a frame last changed', async () => {
  const { clock, pace, send } = setup()
  await send('changed')
  clock.ms = 99
  const step = pace() // waits for 1 ms
  setTimeout(() => {
    clock.ms = 100
  })
  await step
  expect(clock.ms).toBe(100)
})

it('compileAhead compiles the programs and discards the result', async () => {
  const dispose = vi.fn()
  const run = vi.fn<Graph['run']>(async () => {
    expect(flags.get('ENGINE_COMPILE_ONLY')).toBe(true)
    return [{ dispose } as never]
  })
  await compileAhead({ run } as never, {}, ['output'])
  expect(run).toHaveBeenCalledExactlyOnceWith({}, ['output'])
  expect(dispose).toHaveBeenCalledOnce()
  expect(compiled).toEqual(['checked', 'located'])
  expect(flags.get('ENGINE_COMPILE_ONLY')).toBe(false)
})

it("a failed compilation doesn't leave the backend in compile-only mode", async () => {
  const run = () => Promise.reject(new Error('a program did not link'))
  await expect(compileAhead({ run } as never, {}, [])).rejects.toThrow('did not link')
  expect(flags.get('ENGINE_COMPILE_ONLY')).toBe(false)
})
