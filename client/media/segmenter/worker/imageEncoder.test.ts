import { tensor } from '@tensorflow/tfjs'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Encoder, type EncoderPort, encoderBeside, type FromEncoder, type ToEncoder } from './imageEncoder.ts'

const INPUT = Float32Array.of(1, 2, 3)
const FILES = [Uint8Array.of(1), Uint8Array.of(2)]

let sent: ToEncoder[] = []
let port: EncoderPort
let encoder: Encoder
const instead = { describe: vi.fn(async () => tensor([9])) }
beforeEach(() => {
  sent = []
  port = {
    postMessage: (message) => sent.push(message),
    terminate: vi.fn(),
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  }
  instead.describe.mockClear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  encoder = encoderBeside(FILES, async () => instead, port)
})

const answer = (data: FromEncoder) => port.onmessage?.call(port as Worker, { data } as MessageEvent<FromEncoder>)
const valuesOf = async (embedding: ReturnType<Encoder['describe']>) => [...(await (await embedding).data())]
const noStep = () => {}

it('hands the thread its files and a photo, and gives what it answers', async () => {
  const embedding = encoder.describe(INPUT, noStep)
  answer({ type: 'done', job: 1, values: Float32Array.of(4, 5), shape: [1, 2] })
  expect(await valuesOf(embedding)).toEqual([4, 5])
  expect((await embedding).shape).toEqual([1, 2])
  expect(sent).toEqual([
    { type: 'start', files: FILES },
    { type: 'describe', job: 1, input: INPUT },
  ])
})

it('ends what nobody waits for any more, and hears nothing of it while the next photo is described', async () => {
  const ended = encoder.describe(INPUT, async () => {
    throw new Error('aborted')
  })
  answer({ type: 'step', job: 1, done: 0.1 })
  await expect(ended).rejects.toThrow('aborted')
  expect(sent.at(-1)).toEqual({ type: 'abort', job: 1 })

  const steps: number[] = []
  const next = encoder.describe(INPUT, (done) => void steps.push(done))
  answer({ type: 'step', job: 1, done: 0.2 })
  answer({ type: 'done', job: 1, values: Float32Array.of(1), shape: [1] })
  answer({ type: 'step', job: 2, done: 0.5 })
  answer({ type: 'done', job: 2, values: Float32Array.of(7), shape: [1] })
  expect(await valuesOf(next)).toEqual([7])
  expect(steps).toEqual([0.5])
  expect(instead.describe).not.toHaveBeenCalled()
})

it.each<[string, () => void]>([
  ['says that it failed', () => answer({ type: 'failed', reason: 'no memory' })],
  ['cannot be loaded', () => port.onerror?.call(port as Worker, { message: 'refused' } as ErrorEvent)],
  ['cannot be understood', () => port.onmessageerror?.call(port as Worker, {} as MessageEvent)],
])('describes here when the thread %s, from then on at once', async (_, fails) => {
  const first = encoder.describe(INPUT, noStep)
  fails()
  expect(await valuesOf(first)).toEqual([9])
  expect(port.terminate).toHaveBeenCalled()
  expect(await valuesOf(encoder.describe(INPUT, noStep))).toEqual([9])
  expect(instead.describe.mock.calls).toEqual([
    [INPUT, noStep],
    [INPUT, noStep],
  ])
  expect(sent.filter(({ type }) => type === 'describe')).toHaveLength(1)
})

it('asks again for who describes here when that one could not be had', async () => {
  const had = vi.fn<() => Promise<Encoder>>().mockRejectedValueOnce(new Error('no network')).mockResolvedValue(instead)
  encoder = encoderBeside(FILES, had, port)
  answer({ type: 'failed', reason: 'no memory' })
  await expect(encoder.describe(INPUT, noStep)).rejects.toThrow('no network')
  expect(await valuesOf(encoder.describe(INPUT, noStep))).toEqual([9])
  expect(await valuesOf(encoder.describe(INPUT, noStep))).toEqual([9])
  expect(had).toHaveBeenCalledTimes(2)
})
