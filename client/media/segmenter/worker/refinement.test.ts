import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { callWorker, exposeMethods, openWorker } from '#client/kit/base/callWorker.ts'
import { ok } from '#client/kit/base/result.ts'
import type { TaskContext } from './refinementTasks.ts'

const { releaseWorker, photo, findSubject, eachPerson, previewChoice } = vi.hoisted(() => ({
  releaseWorker: vi.fn<() => void>(),
  photo: { isEmbedded: false },
  findSubject: vi.fn<() => Promise<unknown>>(),
  eachPerson: vi.fn<(context: TaskContext) => Promise<unknown[]>>(),
  previewChoice: vi.fn<() => Promise<string>>(),
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
const uncalled = { candidateMasks: null, segmentChoices: null }
vi.mock('./refinementTasks.ts', () => ({ findSubject, eachPerson, previewChoice, ...uncalled }))
vi.mock('#client/model/assets/pixels.ts', () => ({ pixelsOf: () => null }))

const SETUP = { manifest: 'manifest.json', model: 'u2netp', backend: null }
const CHOICE = { adds: true, points: [] }
const NOTHING = { start: 'nothing', choices: [] } as const
const callOf = ({ signal } = new AbortController()) => ({ signal, onProgress: () => {} })

let refinement: typeof import('./refinement.ts')
beforeEach(async () => {
  vi.stubGlobal('self', { location: { href: 'https://photos.example/' } })
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 })
  photo.isEmbedded = false
  for (const mock of [releaseWorker, eachPerson, previewChoice]) mock.mockReset()
  vi.resetModules()
  refinement = await import('./refinement.ts')
  await refinement.setPhoto(SETUP, { close() {} } as ImageBitmap, { width: 3, height: 2 }, null)
})
afterEach(() => vi.unstubAllGlobals())

it('the networks’ worker ends after the task that computes the embedding', async () => {
  previewChoice.mockResolvedValue('preview')
  eachPerson.mockImplementationOnce(async ({ onYield }) => {
    photo.isEmbedded = true
    await onYield() // the preview runs during this pause
    expect(previewChoice).toHaveBeenCalledTimes(1)
    expect(releaseWorker).not.toHaveBeenCalled()
    return []
  })
  const people = refinement.eachPerson(callOf())
  expect(await refinement.previewChoice(CHOICE, NOTHING, callOf())).toEqual(ok('preview'))
  expect(await people).toEqual(ok([]))
  await expect.poll(() => releaseWorker.mock.calls.length).toBeGreaterThan(0)
})

it('only the newest of several previews is computed', async () => {
  previewChoice.mockResolvedValue('preview')
  const preview = () => refinement.previewChoice(CHOICE, NOTHING, callOf())
  expect(await Promise.all([preview(), preview()])).toEqual([{ ok: false, error: 'aborted' }, ok('preview')])
  expect(previewChoice).toHaveBeenCalledTimes(1)
})

it('the networks’ worker keeps running if a task is aborted before the embedding is computed', async () => {
  const stop = new AbortController()
  eachPerson.mockImplementationOnce(async ({ onYield }) => {
    stop.abort()
    await onYield()
    return []
  })
  eachPerson.mockImplementationOnce(async () => {
    expect(releaseWorker).not.toHaveBeenCalled()
    photo.isEmbedded = true
    return []
  })
  const aborted = refinement.eachPerson(callOf(stop))
  expect(await refinement.eachPerson(callOf())).toEqual(ok([]))
  expect(await aborted).toEqual({ ok: false, error: 'aborted' })
  await expect.poll(() => releaseWorker.mock.calls.length).toBe(1)
})

it('the masks of a result are transferred to the page', async () => {
  const found = () => ({
    coverage: Uint8Array.of(7),
    isInDoubt: false,
    candidates: [{ start: 'found', mask: { width: 1, height: 1, coverage: Uint8Array.of(9) } }],
  })
  const own = found()
  findSubject.mockResolvedValue(own)
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  exposeMethods({ find: refinement.find }, port1)
  const worker = openWorker<Pick<typeof refinement, 'find'>>(Object.assign(port2, { terminate: () => port2.close() }))
  expect(await callWorker(worker, 'find', [])).toEqual(ok(found()))
  expect([own.coverage.length, own.candidates[0]?.mask.coverage.length]).toEqual([0, 0])
})
