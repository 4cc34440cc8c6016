import { beforeEach, expect, it, vi } from 'vitest'
import { createDeferred } from '#client/kit/async/deferred.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { err, ok } from '#client/kit/values/result.ts'
import type { Session } from '#client/model/session/session.ts'
import { JPEG_ORDER, mockedDownloader, PNG } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())

const FAILED = { title: 'Download failed. Please try again.', isDestructive: true }

it('a download renders, spends one credit, then delivers the file', async () => {
  const { deps, session, order, downloader } = mockedDownloader()
  await downloader.download()
  expect(order).toEqual(['render', 'spend', 'save'])
  expect(deps.delivery.handOver).toHaveBeenCalledWith(PNG, 'holiday.beach_1795132800.png')
  expect(session.ui.status?.text).toBe('Download complete!')
  vi.advanceTimersByTime(2000)
  expect(session.ui.status).toBeNull()
  expect(deps.onExported).toHaveBeenCalledWith(PNG, 'holiday.beach_1795132800.png')
})

it('a download shows its progress while rendering', async () => {
  const { deps, session, downloader } = mockedDownloader()
  deps.exportPlain.mockImplementationOnce(async (_doc, options) => {
    options.onProgress?.(0.5)
    expect(session.ui.status).toMatchObject({ text: 'Preparing your masterpiece...', progress: 0.5 })
    return ok(PNG)
  })
  await downloader.download()
  expect(deps.delivery.handOver).toHaveBeenCalledOnce()
})

it("a failed render doesn't spend a credit or change the document", async () => {
  const { deps, session, notices, downloader } = mockedDownloader()
  const before = JSON.stringify(session.doc)
  deps.exportPlain.mockResolvedValueOnce(err('encode-failed'))
  await downloader.download()
  expect(deps.spend).not.toHaveBeenCalled()
  expect(deps.delivery.handOver).not.toHaveBeenCalled()
  expect(notices.toast).toHaveBeenCalledWith(FAILED)
  expect(session.ui.status).toBeNull()
  expect(session.ui.isDownloading).toBe(false)
  expect(JSON.stringify(session.doc)).toBe(before)
})

it('the warning about altered pixels appears before the download renders or spends a credit', async () => {
  const { deps, session, notices, downloader } = mockedDownloader()
  deps.readsExactly.mockResolvedValueOnce(false)
  await downloader.download()
  expect(notices.toast).toHaveBeenCalledWith({
    title: 'Your browser is altering images',
    description: expect.stringContaining('No credit was used.'),
    isDestructive: true,
  })
  for (const step of [deps.requestDownload, deps.exportPlain, deps.spend, deps.delivery.handOver])
    expect(step).not.toHaveBeenCalled()
  expect(session.ui.isDownloading).toBe(false)
  await downloader.download()
  expect(deps.delivery.handOver).toHaveBeenCalledOnce()
})

it.each([
  [true, 'The server didn’t confirm this download.'],
  [false, 'You need an internet connection to download on your plan.'],
])('a rejected credit stops the download and shows the cause (online: %s)', async (onLine, cause) => {
  vi.stubGlobal('navigator', { onLine })
  const { deps, notices, downloader } = mockedDownloader()
  deps.spend.mockResolvedValueOnce(false)
  await downloader.download()
  expect(deps.delivery.handOver).not.toHaveBeenCalled()
  expect(notices.toast).toHaveBeenCalledWith({ ...FAILED, description: expect.stringContaining(cause) })
})

it('the downloaded file is named after the rendered photo, even after another upload', async () => {
  const { deps, session, downloader } = mockedDownloader()
  deps.exportPlain.mockImplementationOnce(async () => {
    session.history.restart(() => {
      session.doc.photo = { asset: 'b' as AssetId, name: 'other.jpg', width: 4, height: 2, hasAlpha: false }
    })
    session.collect()
    expect(session.assets.bitmap(photo)).not.toBeNull()
    return ok(PNG)
  })
  const photo = putPhoto(session)
  await downloader.download()
  expect(deps.delivery.handOver).toHaveBeenCalledWith(PNG, 'holiday.beach_1795132800.png')
  session.collect()
  expect(session.assets.bitmap(photo)).toBeNull()
})

/** Adds a fake bitmap to the asset store and makes it the document's photo. Returns the bitmap's id. */
function putPhoto(session: Session): AssetId {
  const bitmap = { close() {} } as ImageBitmap
  const asset = session.assets.put({ kind: 'bitmap', bitmap, width: 4, height: 2, hasAlpha: false, sha256: 'x' })
  session.history.restart(() => {
    if (session.doc.photo) session.doc.photo.asset = asset
  })
  return asset
}

it('clicking Download repeatedly starts only one download', async () => {
  const { deps, downloader } = mockedDownloader()
  await Promise.all([downloader.download(), downloader.download(), downloader.download()])
  expect(deps.exportPlain).toHaveBeenCalledOnce()
})

it("a download doesn't start when the plan doesn't allow a download", async () => {
  const { deps, session, downloader } = mockedDownloader()
  deps.requestDownload.mockResolvedValueOnce(false)
  await downloader.download()
  expect(deps.exportPlain).not.toHaveBeenCalled()
  expect(session.ui.status).toBeNull()
})

it('a download records the downloaded version of the document', async () => {
  const { session, downloader } = mockedDownloader()
  session.history.transact('Tune', () => {
    session.doc.tune.image.fade = 1
  })
  expect(session.ui.downloadedVersion).not.toBe(session.history.state.version)
  await downloader.download()
  expect(session.ui.downloadedVersion).toBe(session.history.state.version)
})

it("an exported JPEG isn't uploaded as a trial image", async () => {
  const { deps, session, order, downloader } = mockedDownloader()
  const handOver = vi.fn()
  expect(await downloader.deliver({ ...JPEG_ORDER, handOver })).toBe(true)
  expect(order).toEqual(['spend'])
  expect(handOver).toHaveBeenCalledWith(expect.any(Blob), 'holiday.beach_1795132800.jpg')
  expect(session.ui.status?.text).toBe('Done!')
  expect(deps.onExported).not.toHaveBeenCalled()
})

it('a failed delivery shows the text from failureOf in a toast', async () => {
  const { session, notices, downloader } = mockedDownloader()
  const version = session.history.state.version
  const handOver = () => Promise.reject(new Error('no clipboard'))
  const failureOf = () => ({ as: 'toast', text: 'Not copied' }) as const
  expect(await downloader.deliver({ ...JPEG_ORDER, handOver, failureOf })).toBe(false)
  expect(notices.toast).toHaveBeenCalledWith({ title: 'Not copied', isDestructive: true })
  expect(session.ui).toMatchObject({ isDownloading: false, status: null })
  expect(session.ui.downloadedVersion).not.toBe(version)
})

it('leaving the editor cancels a download that waits for rendering', async () => {
  const { deps, session, notices, downloader } = mockedDownloader()
  const graphics = createDeferred<Blob>()
  deps.exportPlain.mockImplementation(async () => ok(await graphics.ready()))
  const early = downloader.download()
  await expect.poll(() => deps.exportPlain).toHaveBeenCalled()
  graphics.set(PNG)
  await early
  expect(deps.delivery.handOver).toHaveBeenCalledOnce()

  graphics.set(null)
  const left = downloader.download()
  await expect.poll(() => deps.exportPlain).toHaveBeenCalledTimes(2)
  downloader.cancel()
  graphics.cancel()
  await left
  expect(deps.delivery.handOver).toHaveBeenCalledOnce()
  expect(notices.toast).not.toHaveBeenCalled()
  expect(session.ui.isDownloading).toBe(false)
})

it('a download waits until a running erasure has finished', async () => {
  const { deps, session, order, downloader } = mockedDownloader()
  const erased = Promise.withResolvers<void>()
  deps.whenDone.mockReturnValueOnce(erased.promise)
  deps.announcer.begin().busy('Erasing the object…', 0.2)
  const download = downloader.download()
  await vi.advanceTimersByTimeAsync(1000)
  expect([order, session.ui.status?.text, session.ui.isDownloading]).toEqual([[], 'Erasing the object…', true])
  erased.resolve()
  await download
  expect(order).toEqual(['render', 'spend', 'save'])
})

it("canceling a download that waits for an erasure doesn't change the erasure's message", async () => {
  const { deps, session, order, downloader } = mockedDownloader()
  deps.whenDone.mockReturnValueOnce(new Promise(() => {}))
  deps.announcer.begin().busy('Erasing the object…', 0.2)
  const download = downloader.download()
  downloader.cancel()
  expect(await download).toBe(false)
  expect([order, session.ui.status?.text, session.ui.isDownloading]).toEqual([[], 'Erasing the object…', false])
})

it('a download can be canceled while the GPU is busy', async () => {
  const { deps, session, downloader } = mockedDownloader()
  const { promise, resolve: finishCheck } = Promise.withResolvers<boolean>()
  deps.readsExactly.mockReturnValueOnce(promise)
  const canceled = downloader.download()
  expect(session.ui.status).toMatchObject({ text: 'Preparing your masterpiece...', progress: 0 })
  downloader.cancel()
  await canceled
  expect(session.ui).toMatchObject({ isDownloading: false, status: null })

  const next = downloader.download()
  finishCheck(true)
  await next
  expect(deps.requestDownload).toHaveBeenCalledOnce()
  expect(deps.delivery.handOver).toHaveBeenCalledOnce()
  expect(session.ui.status?.text).toBe('Download complete!')
})

it("a new download doesn't wait for the rendering of a canceled download", async () => {
  const { deps, session, order, downloader } = mockedDownloader()
  const letGo = vi.fn()
  session.hold = () => letGo
  const { promise: painting, resolve: finishPainting } = Promise.withResolvers<void>()
  deps.exportPlain.mockImplementationOnce(async (_doc, { onProgress }) => {
    await painting
    onProgress?.(0.5)
    return err('aborted')
  })
  const canceled = downloader.download()
  await expect.poll(() => deps.exportPlain).toHaveBeenCalledOnce()
  downloader.cancel()
  await canceled
  expect(session.ui).toMatchObject({ isDownloading: false, status: { isCanceling: true } })
  expect(letGo, 'the photo is still being painted').not.toHaveBeenCalled()

  finishPainting()
  await expect.poll(() => letGo).toHaveBeenCalledOnce()
  expect(session.ui.status, 'late progress is not shown').toBeNull()
  await downloader.download()
  expect(order).toEqual(['render', 'spend', 'save'])
})

it('the progress message of a canceled download disappears after a second', async () => {
  const { deps, session, downloader } = mockedDownloader()
  const paintsForEver = () => new Promise<never>(() => {})
  const canceled = async () => {
    deps.exportPlain.mockImplementationOnce(paintsForEver)
    const download = downloader.download()
    await expect.poll(() => session.ui.status?.progress).toBe(0)
    downloader.cancel()
    await download
    expect(session.ui.status).toMatchObject({ text: 'Preparing your masterpiece...', isCanceling: true })
  }
  await canceled()
  vi.advanceTimersByTime(1000)
  expect(session.ui.status).toBeNull()

  await canceled()
  await downloader.download()
  expect(session.ui.status?.text).toBe('Download complete!')
  vi.advanceTimersByTime(1000)
  expect(session.ui.status?.text, 'the message of the next download stays').toBe('Download complete!')
})

it.each<[string, (all: ReturnType<typeof mockedDownloader>) => void]>([
  [
    'while rendering',
    ({ deps, downloader }) =>
      deps.exportPlain.mockImplementationOnce(async (_doc, { signal }) => {
        downloader.cancel()
        return signal?.aborted ? err('aborted') : ok(PNG)
      }),
  ],
  [
    'by leaving the editor while rendering',
    ({ deps, downloader }) =>
      deps.exportPlain.mockImplementationOnce(async () => {
        downloader.cancel()
        throw new Error('the WebGL context was lost')
      }),
  ],
  [
    'while the plan is checked',
    ({ deps, downloader }) =>
      deps.requestDownload.mockImplementationOnce(async () => {
        downloader.cancel()
        return true
      }),
  ],
  [
    'by opening another document during the wait',
    ({ deps, session }) => deps.whenDone.mockImplementationOnce(async () => session.replaced.emit()),
  ],
])('a download canceled %s does not spend a credit or show a message', async (_, cancel) => {
  const all = mockedDownloader()
  const { deps, session, notices, order, downloader } = all
  const complaint = vi.spyOn(console, 'error')
  cancel(all)
  await downloader.download()
  expect([order, deps.spend.mock.calls, complaint.mock.calls, notices.toast.mock.calls]).toEqual([[], [], [], []])
  expect(session.ui).toMatchObject({ isDownloading: false, status: null })
})

it('canceling a download before the delivery does not spend a credit', async () => {
  const { deps, session, downloader } = mockedDownloader()
  expect(await downloader.deliver({ ...JPEG_ORDER, isWanted: async () => false })).toBe(false)
  expect(deps.spend).not.toHaveBeenCalled()
  expect(session.ui).toMatchObject({ isDownloading: false, status: null })
})
