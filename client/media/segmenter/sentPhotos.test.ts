import { expect, it, vi } from 'vitest'
import { openWorker } from '#client/kit/async/callWorker.ts'
import { err, ok } from '#client/kit/values/result.ts'
import { inColorSpace } from '#client/model/assets/straightAlpha.ts'
import { FakeWorker } from '../../../tests/helpers/fakeWorker.ts'
import { type CopyOptions, SentPhotos } from './sentPhotos.ts'
import type { SegmentationWorker } from './worker/segmentation.worker.ts'

type FetchRows = (top: number, height: number) => Promise<unknown>

const photo = () => ({ width: 4, height: 3, close() {} }) as ImageBitmap
/** Makes a photo look like a closed bitmap with the size 0. */
const close = (image: ImageBitmap) => void Object.assign(image, { width: 0, height: 0 })
const settled = () => new Promise((done) => setImmediate(done)) // resolves after all pending promises have settled

/** Creates the sent photos and a worker that records the photos that it gets and releases. */
function setup(options: CopyOptions = {}) {
  const heard: string[] = []
  const fetchRows: FetchRows[] = []
  const formats: unknown[] = []
  const newWorker = () =>
    openWorker<SegmentationWorker>(
      new FakeWorker({
        putPhoto(id: number, _: unknown, format: unknown, fetch: FetchRows) {
          heard.push(`put ${id}`)
          fetchRows.push(fetch)
          formats.push(format)
        },
        releasePhoto: (id: number) => void heard.push(`release ${id}`),
      }),
    )
  const copy = async ({ width, height }: ImageBitmap) => ({ width, height, close() {} }) as ImageBitmap
  const cut = async (_: ImageBitmap, top: number, height: number) => new ArrayBuffer(10 * top + height) as never
  return {
    photos: new SentPhotos({ copy, cut, ...options }),
    worker: newWorker(),
    newWorker,
    heard,
    fetchRows,
    formats,
  }
}

it('two tasks on the same photo send the photo to the worker once', async () => {
  const { photos, worker, heard } = setup()
  const own = photo()
  expect(await Promise.all([photos.send('quick', own, worker), photos.send('task', own, worker)])).toEqual([
    ok(0),
    ok(0),
  ])
  expect(heard).toEqual(['put 0'])
})

it('a photo is sent again to a worker that replaces another worker', async () => {
  const { photos, worker, newWorker, heard } = setup()
  const own = photo()
  await photos.send('task', own, worker)
  expect(await photos.send('task', own, newWorker())).toEqual(ok(1))
  await settled()
  expect(heard).toEqual(['put 0', 'put 1', 'release 0'])
})

it('the worker releases a photo when the last task that uses the photo ends', async () => {
  const { photos, worker, heard } = setup()
  const own = photo()
  await photos.send('quick', own, worker)
  await photos.send('task', own, worker)
  photos.drop('task')
  await settled()
  expect(heard).toEqual(['put 0'])
  photos.drop('quick')
  await settled()
  expect(heard).toEqual(['put 0', 'release 0'])
})

it('the worker gets the color space of the photo’s rows', async () => {
  const { photos, worker, formats } = setup()
  await photos.send('task', inColorSpace(photo(), 'display-p3'), worker)
  await settled()
  expect(formats).toEqual([{ width: 4, height: 3, colorSpace: 'display-p3' }])
})

it('the worker can request rows of a photo', async () => {
  const { photos, worker, fetchRows } = setup()
  await photos.send('task', photo(), worker)
  await settled()
  expect(await fetchRows[0]!(2, 1)).toHaveProperty('byteLength', 21)
})

it('the worker gets null if it requests rows of a closed photo', async () => {
  const cut = vi.fn()
  const { photos, worker, fetchRows } = setup({ cut })
  const own = photo()
  await photos.send('task', own, worker)
  await settled()
  close(own)
  expect(await fetchRows[0]!(0, 1)).toBeNull()
  expect(cut).not.toHaveBeenCalled()
})

it.each([
  ['is closed during the copying', true, err('aborted'), 0],
  ['doesn’t fit into the memory', false, err('out-of-memory'), 1],
] as const)('a photo that %s can be sent by the next call', async (_, isClosed, failure, logged) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const own = photo()
  const copy = vi.fn(async (image: ImageBitmap) => image)
  copy.mockImplementationOnce(async () => {
    if (isClosed) close(own)
    throw new DOMException('The source image could not be decoded.', 'InvalidStateError')
  })
  const { photos, worker, heard } = setup({ copy })
  expect(await photos.send('task', own, worker)).toEqual(failure)
  expect(log).toHaveBeenCalledTimes(logged)
  expect(photos.isLast('task', own)).toBe(false)
  expect(await photos.send('task', own, worker)).toEqual(ok(1))
  expect(heard).toEqual(['put 1'])
})
