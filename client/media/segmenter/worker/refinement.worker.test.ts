import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RefinementResult, RefinementTask, RefinerCommand, RefinerMessage } from '../refinerProtocol.ts'
import type { TaskContext } from './refinementTasks.ts'

const { releaseWorker, photo, performTask } = vi.hoisted(() => ({
  releaseWorker: vi.fn<() => void>(),
  photo: { isEmbedded: false },
  performTask: vi.fn<(task: RefinementTask, context: TaskContext) => Promise<RefinementResult>>(),
}))
vi.mock('./backend.ts', () => ({ startBackend: async () => 'wasm' }))
vi.mock('./modelRegistry.ts', () => ({ ModelRegistry: { from: async () => ({ releaseWorker }) } }))
vi.mock('./photoAnalysis.ts', () => ({
  PhotoAnalysis: class {
    get isEmbedded() {
      return photo.isEmbedded
    }
  },
}))
vi.mock('./refinementTasks.ts', () => ({ performTask, NobodyFound: class extends Error {} }))
vi.mock('../../../model/assets/pixels.ts', () => ({ pixelsOf: () => null }))

const PREVIEWS: RefinementResult = { kind: 'previews', previews: [] }
const EACH_PERSON = { kind: 'each-person' } as const
const PREVIEW = {
  kind: 'preview',
  choice: { adds: true, points: [] },
  before: { start: 'nothing', choices: [] },
} as const

let worker: {
  onmessage: ((event: { data: RefinerCommand }) => void) | null
  postMessage(message: RefinerMessage): void
}
let said: RefinerMessage[] = []
const send = (data: RefinerCommand) => worker.onmessage?.({ data })
/** Waits for the answer to a job. */
const ended = (job: number) =>
  expect.poll(
    () => said.find((message) => 'job' in message && message.job === job && message.type !== 'progress')?.type,
  )

beforeEach(async () => {
  said = []
  worker = { onmessage: null, postMessage: (message) => said.push(message) }
  vi.stubGlobal('self', Object.assign(worker, { location: { href: 'https://photos.example/' } }))
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 })
  photo.isEmbedded = false
  releaseWorker.mockReset()
  performTask.mockReset()
  vi.resetModules()
  await import('./refinement.worker.ts')
  send({ type: 'start', manifest: 'manifest.json', backend: null })
  send({ type: 'photo', image: { close() {} } as ImageBitmap, size: { width: 3, height: 2 } })
})
afterEach(() => vi.unstubAllGlobals())

it('ends the networks’ worker after any job that has made the embedding, and not within the job', async () => {
  performTask.mockImplementationOnce(async (_, { onYield }) => {
    photo.isEmbedded = true
    await onYield() // the preview runs here
    expect(performTask).toHaveBeenCalledTimes(2)
    expect(releaseWorker).not.toHaveBeenCalled()
    return PREVIEWS
  })
  performTask.mockResolvedValue(PREVIEWS)
  send({ type: 'task', job: 1, task: EACH_PERSON })
  send({ type: 'task', job: 2, task: PREVIEW })
  await ended(2).toBe('done')
  await ended(1).toBe('done')
  await expect.poll(() => releaseWorker.mock.calls.length).toBeGreaterThan(0)
})

it('keeps the networks’ worker for the next job after an abort before the embedding', async () => {
  performTask.mockImplementationOnce(async (_, { onYield }) => {
    send({ type: 'abort', job: 1 })
    await onYield()
    return PREVIEWS
  })
  performTask.mockImplementationOnce(async () => {
    expect(releaseWorker).not.toHaveBeenCalled()
    photo.isEmbedded = true
    return PREVIEWS
  })
  send({ type: 'task', job: 1, task: EACH_PERSON })
  send({ type: 'task', job: 2, task: EACH_PERSON })
  await ended(2).toBe('done')
  await expect.poll(() => releaseWorker.mock.calls.length).toBe(1)
})
