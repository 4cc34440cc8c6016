import { tensor } from '@tensorflow/tfjs'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  type EncoderCommand,
  type EncoderMessage,
  type EncoderPort,
  type ImageEncoder,
  workerEncoder,
} from './imageEncoder.ts'

const INPUT = Float32Array.of(1, 2, 3)
const FILES = [Uint8Array.of(1), Uint8Array.of(2)]

let sent: EncoderCommand[] = []
let port: EncoderPort
let encoder: ImageEncoder
const fallback = { embed: vi.fn(async () => tensor([9])) }
beforeEach(() => {
  sent = []
  port = {
    postMessage: (message) => sent.push(message),
    terminate: vi.fn(),
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  }
  fallback.embed.mockClear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  encoder = workerEncoder(FILES, async () => fallback, port)
})

const answer = (data: EncoderMessage) => port.onmessage?.call(port as Worker, { data } as MessageEvent<EncoderMessage>)
const valuesOf = async (embedding: ReturnType<ImageEncoder['embed']>) => [...(await (await embedding).data())]
const noStep = () => {}

it('sends the worker its files and a photo, and returns its embedding', async () => {
  const embedding = encoder.embed(INPUT, noStep)
  answer({ type: 'done', job: 1, values: Float32Array.of(4, 5), shape: [1, 2] })
  expect(await valuesOf(embedding)).toEqual([4, 5])
  expect((await embedding).shape).toEqual([1, 2])
  expect(sent).toEqual([
    { type: 'start', files: FILES },
    { type: 'embed', job: 1, input: INPUT },
  ])
})

it('aborts a job whose callback throws, and ignores its late messages during the next job', async () => {
  const ended = encoder.embed(INPUT, async () => {
    throw new Error('aborted')
  })
  answer({ type: 'step', job: 1, done: 0.1 })
  await expect(ended).rejects.toThrow('aborted')
  expect(sent.at(-1)).toEqual({ type: 'abort', job: 1 })

  const steps: number[] = []
  const next = encoder.embed(INPUT, (done) => void steps.push(done))
  answer({ type: 'step', job: 1, done: 0.2 })
  answer({ type: 'done', job: 1, values: Float32Array.of(1), shape: [1] })
  answer({ type: 'step', job: 2, done: 0.5 })
  answer({ type: 'done', job: 2, values: Float32Array.of(7), shape: [1] })
  expect(await valuesOf(next)).toEqual([7])
  expect(steps).toEqual([0.5])
  expect(fallback.embed).not.toHaveBeenCalled()
})

it.each<[string, () => void]>([
  ['reports a failure', () => answer({ type: 'failed', reason: 'no memory' })],
  ['cannot be loaded', () => port.onerror?.call(port as Worker, { message: 'refused' } as ErrorEvent)],
  ['sends an unreadable message', () => port.onmessageerror?.call(port as Worker, {} as MessageEvent)],
])('uses the fallback when the worker %s, and at once from then on', async (_, fails) => {
  const first = encoder.embed(INPUT, noStep)
  fails()
  expect(await valuesOf(first)).toEqual([9])
  expect(port.terminate).toHaveBeenCalled()
  expect(await valuesOf(encoder.embed(INPUT, noStep))).toEqual([9])
  expect(fallback.embed.mock.calls).toEqual([
    [INPUT, noStep],
    [INPUT, noStep],
  ])
  expect(sent.filter(({ type }) => type === 'embed')).toHaveLength(1)
})

it('creates the fallback again after its creation failed', async () => {
  const had = vi
    .fn<() => Promise<ImageEncoder>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(fallback)
  encoder = workerEncoder(FILES, had, port)
  answer({ type: 'failed', reason: 'no memory' })
  await expect(encoder.embed(INPUT, noStep)).rejects.toThrow('no network')
  expect(await valuesOf(encoder.embed(INPUT, noStep))).toEqual([9])
  expect(await valuesOf(encoder.embed(INPUT, noStep))).toEqual([9])
  expect(had).toHaveBeenCalledTimes(2)
})
