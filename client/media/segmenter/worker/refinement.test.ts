import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { callWorker, exposeMethods, openWorker } from '#client/kit/async/callWorker.ts'
import { err, ok } from '#client/kit/values/result.ts'
import type { TaskContext } from './refinementTasks.ts'

const { pixelsOf, releaseWorker, quickMask, photo, findSubject, eachPerson, previewInput } = vi.hoisted(() => ({
  pixelsOf: vi.fn<() => Pick<ImageData, 'data'> | null>(() => null),
  releaseWorker: vi.fn<() => void>(),
  quickMask: vi.fn<(models: unknown, onStep: (done: number) => Promise<void>) => Promise<unknown>>(),
  photo: { isEmbedded: false },
  findSubject: vi.fn<() => Promise<unknown>>(),
  eachPerson: vi.fn<(context: TaskContext) => Promise<unknown[]>>(),
  previewInput: vi.fn<() => Promise<string>>(),
}))
vi.mock('./models.ts', () => ({ loadModels: async () => ({ releaseWorker }), reportLoadingTo: () => {} }))
vi.mock('./measureEncoder.ts', () => ({ measureEncoder: null }))
vi.mock('./photoAnalysis.ts', () => ({
  PhotoAnalysis: class {
    quickMask = quickMask
    size = { width: 2, height: 1 }
    get isEmbedded() {
      return photo.isEmbedded
    }
    leave() {}
    async dispose() {}
  },
}))
const uncalled = { candidateMasks: null, segmentSelection: null }
vi.mock('./refinementTasks.ts', () => ({ findSubject, eachPerson, previewInput, ...uncalled }))
vi.mock('#client/model/assets/pixels.ts', () => ({ pixelsOf }))

const PHOTO = 7
const FORMAT = { width: 3, height: 2, colorSpace: 'srgb' } as const
const CHOICE = { adds: true, points: [] }
const NOTHING = { start: 'nothing', choices: [] } as const
const callOf = ({ signal } = new AbortController()) => ({ signal, onProgress: () => {} })

const noRows = () => Promise.reject(new Error('no rows'))
let refinement: typeof import('./refinement.ts')
beforeEach(async () => {
  photo.isEmbedded = false
  for (const mock of [releaseWorker, eachPerson, previewInput]) mock.mockReset()
  vi.resetModules()
  refinement = await import('./refinement.ts')
  await refinement.putPhoto(PHOTO, { close() {} } as ImageBitmap, FORMAT, noRows)
})

it('the networks’ worker is terminated after the embedding has been computed', async () => {
  previewInput.mockResolvedValue('preview')
  eachPerson.mockImplementationOnce(async ({ onYield }) => {
    photo.isEmbedded = true
    await onYield() // the preview runs during this pause
    expect(previewInput).toHaveBeenCalledTimes(1)
    expect(releaseWorker).not.toHaveBeenCalled()
    return []
  })
  const people = refinement.eachPerson(PHOTO, callOf())
  expect(await refinement.previewInput(PHOTO, CHOICE, NOTHING, callOf())).toEqual(ok('preview'))
  expect(await people).toEqual(ok([]))
  await expect.poll(() => releaseWorker.mock.calls.length).toBeGreaterThan(0)
})

it("tasks on a photo that can't be read return the cause as their error", async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  pixelsOf.mockImplementationOnce(() => {
    throw new RangeError('no canvas of 3 × 2 px')
  })
  await refinement.putPhoto(8, { close() {} } as ImageBitmap, FORMAT, noRows)
  const tasks = [refinement.segment(8, callOf()), refinement.eachPerson(8, callOf())]
  expect(await Promise.all(tasks)).toEqual([err('out-of-memory'), err('out-of-memory')])
})

it.each([
  ['srgb', [234, 51, 35]],
  ['display-p3', [255, 0, 0]], // the red of sRGB
] as const)('tasks read the rows of a %s photo in sRGB', async (colorSpace, rgb) => {
  const rows = { close: vi.fn() }
  await refinement.putPhoto(8, rows as never, { ...FORMAT, colorSpace }, async () => rows as never)
  pixelsOf.mockReturnValueOnce({ data: Uint8ClampedArray.of(234, 51, 35, 255) })
  eachPerson.mockImplementationOnce(async ({ readRows }) => [[...(await readRows(0, 1))]])
  expect(await refinement.eachPerson(8, callOf())).toEqual(ok([[...rgb, 255]]))
})

it('only the newest of several previews is computed', async () => {
  previewInput.mockResolvedValue('preview')
  const preview = () => refinement.previewInput(PHOTO, CHOICE, NOTHING, callOf())
  expect(await Promise.all([preview(), preview()])).toEqual([{ ok: false, error: 'aborted' }, ok('preview')])
  expect(previewInput).toHaveBeenCalledTimes(1)
})

it("aborting a task before the embedding is computed doesn't terminate the networks’ worker", async () => {
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
  const aborted = refinement.eachPerson(PHOTO, callOf(stop))
  expect(await refinement.eachPerson(PHOTO, callOf())).toEqual(ok([]))
  expect(await aborted).toEqual({ ok: false, error: 'aborted' })
  await expect.poll(() => releaseWorker.mock.calls.length).toBe(1)
})

it('the masks are transferred to the page without copying', async () => {
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
  expect(await callWorker(worker, 'find', [PHOTO])).toEqual(ok(found()))
  expect([own.coverage.length, own.candidates[0]?.mask.coverage.length]).toEqual([0, 0])
})

/** A mask of 2 × 1 values with a subject. */
const MASK = { width: 2, height: 1, values: Float32Array.of(0, 1) }

it('a long task pauses for the quick matte of a new photo', async () => {
  const order: string[] = []
  quickMask.mockImplementation(async (_, onStep) => {
    for (const done of [0.5, 1]) {
      await onStep(done)
      order.push(`quick ${done}`)
    }
    return MASK
  })
  eachPerson.mockImplementationOnce(async ({ onYield }) => {
    const quick = refinement.segment(PHOTO, callOf())
    await onYield()
    order.push('task')
    expect((await quick).ok).toBe(true)
    return []
  })
  expect(await refinement.eachPerson(PHOTO, callOf())).toEqual(ok([]))
  expect(order).toEqual(['quick 0.5', 'quick 1', 'task'])
})

it('segmenting a photo without a distinct subject returns no-subject', async () => {
  quickMask.mockResolvedValue({ ...MASK, values: Float32Array.of(0, 0.01) })
  expect(await refinement.segment(PHOTO, callOf())).toEqual({ ok: false, error: 'no-subject' })
})

it('a task on a released photo fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await refinement.releasePhoto(PHOTO)
  expect(await refinement.segment(PHOTO, callOf())).toEqual({ ok: false, error: 'model-unavailable' })
})
