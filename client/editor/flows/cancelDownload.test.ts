/** Downloads that end because the user cancels them or leaves the editor. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDeferred } from '#client/kit/base/deferred.ts'
import { err, ok } from '#client/kit/base/result.ts'
import { JPEG_ORDER, mockedDownloader, PNG } from './downloadTesting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('waits for rendering to start, and leaving the editor cancels the download', async () => {
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

it('shows its progress at once and cancels at once while the GPU is busy', async () => {
  const { deps, session, downloader } = mockedDownloader()
  let finishCheck = (_isExact: boolean) => {}
  deps.readsExactly.mockImplementationOnce(() => new Promise((resolve) => (finishCheck = resolve)))
  const cancelled = downloader.download()
  expect(session.ui.status).toMatchObject({ text: 'Preparing your masterpiece...', progress: 0 })
  downloader.cancel()
  await cancelled
  expect(session.ui).toMatchObject({ isDownloading: false, status: null })

  const next = downloader.download()
  finishCheck(true)
  await next
  expect(deps.mayDownload).toHaveBeenCalledOnce()
  expect(deps.delivery.handOver).toHaveBeenCalledOnce()
  expect(session.ui.status?.text).toBe('Download complete!')
})

it('starts the next download at once after a cancelled one that is still rendering', async () => {
  const { deps, session, order, downloader } = mockedDownloader()
  const letGo = vi.fn()
  session.hold = () => letGo
  let finishPainting = () => {}
  const painting = new Promise<void>((resolve) => {
    finishPainting = resolve
  })
  deps.exportPlain.mockImplementationOnce(async (_doc, { onProgress }) => {
    await painting
    onProgress?.(0.5)
    return err('aborted')
  })
  const cancelled = downloader.download()
  await expect.poll(() => deps.exportPlain).toHaveBeenCalledOnce()
  downloader.cancel()
  await cancelled
  expect(session.ui).toMatchObject({ isDownloading: false, status: { isCancelling: true } })
  expect(letGo, 'the photo is still being painted').not.toHaveBeenCalled()

  finishPainting()
  await expect.poll(() => letGo).toHaveBeenCalledOnce()
  expect(session.ui.status, 'late progress is not shown').toBeNull()
  await downloader.download()
  expect(order).toEqual(['render', 'spend', 'save'])
})

it('shows the cancellation for a second at most, and not over the next download', async () => {
  const { deps, session, downloader } = mockedDownloader()
  const paintsForEver = () => new Promise<never>(() => {})
  const cancelled = async () => {
    deps.exportPlain.mockImplementationOnce(paintsForEver)
    const download = downloader.download()
    await expect.poll(() => session.ui.status?.progress).toBe(0)
    downloader.cancel()
    await download
    expect(session.ui.status).toMatchObject({ text: 'Preparing your masterpiece...', isCancelling: true })
  }
  await cancelled()
  vi.advanceTimersByTime(1000)
  expect(session.ui.status).toBeNull()

  await cancelled()
  await downloader.download()
  expect(session.ui.status?.text).toBe('Download complete!')
  vi.advanceTimersByTime(1000)
  expect(session.ui.status?.text, 'the message of the next download stays').toBe('Download complete!')
})

it('spends and shows nothing when cancelled while rendering', async () => {
  const { deps, session, notices, downloader } = mockedDownloader()
  deps.exportPlain.mockImplementationOnce(async (_doc, { signal }) => {
    downloader.cancel()
    return signal?.aborted ? err('aborted') : ok(PNG)
  })
  await downloader.download()
  expect(deps.spend).not.toHaveBeenCalled()
  expect(notices.toast).not.toHaveBeenCalled()
  expect(session.ui).toMatchObject({ isDownloading: false, status: null })
})

it('shows nothing when the editor is left while rendering', async () => {
  const { deps, session, notices, downloader } = mockedDownloader()
  const complaint = vi.spyOn(console, 'error')
  deps.exportPlain.mockImplementationOnce(async () => {
    downloader.cancel()
    throw new Error('the WebGL context was lost')
  })
  await downloader.download()
  expect(complaint).not.toHaveBeenCalled()
  expect(notices.toast).not.toHaveBeenCalled()
  expect(session.ui).toMatchObject({ isDownloading: false, status: null })
})

it('renders nothing when the editor is left while the plan is checked', async () => {
  const { deps, notices, downloader } = mockedDownloader()
  deps.mayDownload.mockImplementationOnce(async () => {
    downloader.cancel()
    return true
  })
  await downloader.download()
  expect(deps.exportPlain).not.toHaveBeenCalled()
  expect(notices.toast).not.toHaveBeenCalled()
})

it('spends nothing when the user cancels before delivery', async () => {
  const { deps, session, downloader } = mockedDownloader()
  expect(await downloader.deliver({ ...JPEG_ORDER, isWanted: async () => false })).toBe(false)
  expect(deps.spend).not.toHaveBeenCalled()
  expect(session.ui).toMatchObject({ isDownloading: false, status: null })
})
