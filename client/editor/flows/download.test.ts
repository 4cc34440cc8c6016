import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDeferred } from '../../kit/base/deferred.ts'
import type { AssetId } from '../../kit/base/ids.ts'
import { err, ok, type Result } from '../../kit/base/result.ts'
import type { ExportError, ExportOptions } from '../../media/exporter/exportError.ts'
import { jpeg } from '../../media/exporter/formats/jpeg/jpeg.ts'
import { createSession, type Session } from '../../model/session/session.ts'
import type { Painter } from '../../render/compositor/painter.ts'
import { createDownloader, type ExportJob } from './download.ts'
import { createAnnouncer } from './status.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PNG = new Blob(['png'], { type: 'image/png' })

function setup() {
  const notices = { alert: vi.fn(), confirm: vi.fn(), toast: vi.fn() }
  const session = createSession(notices, { isStrict: true })
  session.history.restart(() => {
    session.doc.photo = { asset: 'a' as AssetId, name: 'holiday.beach.jpg', width: 4, height: 2, hasAlpha: false }
  })
  const painter = { destroy: vi.fn() } as unknown as Painter
  const order: string[] = []
  const save = vi.fn((_blob: Blob, _name: string) => void order.push('save'))
  const deps = {
    session,
    announcer: createAnnouncer(session),
    brand: 'Midground',
    now: () => 1_795_132_800_123,
    createPainter: vi.fn(async () => painter),
    exportPng: vi.fn(
      async (_doc: unknown, _painter: Painter, _options: ExportOptions): Promise<Result<Blob, ExportError>> => {
        order.push('render')
        return ok(PNG)
      },
    ),
    readsExactly: vi.fn(async (_format: unknown) => true),
    mayDownload: vi.fn(async () => true),
    spend: vi.fn(async (handOver: () => void | Promise<void>) => {
      order.push('spend')
      await handOver()
      return true
    }),
    delivery: { handOver: save, done: 'Download complete!' },
    onExported: vi.fn(),
  }
  return { deps, session, notices, painter, order, downloader: createDownloader(deps) }
}

const FAILED = { title: 'Download failed. Please try again.', isDestructive: true }

it('renders, spends one credit, then delivers the file', async () => {
  const { deps, session, painter, order, downloader } = setup()
  await downloader.download()
  expect(order).toEqual(['render', 'spend', 'save'])
  expect(deps.delivery.handOver).toHaveBeenCalledWith(PNG, 'holiday.beach_1795132800.png')
  expect(session.ui.status?.text).toBe('Download complete!')
  vi.advanceTimersByTime(2000)
  expect(session.ui.status).toBeNull()
  expect(painter.destroy).toHaveBeenCalledOnce()
  expect(deps.onExported).toHaveBeenCalledWith(PNG, 'holiday.beach_1795132800.png')
})

it('shows its progress while it renders', async () => {
  const { deps, session, downloader } = setup()
  deps.exportPng.mockImplementationOnce(async (_doc, _painter, options) => {
    options.onProgress?.(0.5)
    expect(session.ui.status).toMatchObject({ text: 'Preparing your masterpiece...', progress: 0.5 })
    return ok(PNG)
  })
  await downloader.download()
  expect(deps.delivery.handOver).toHaveBeenCalledOnce()
})

it('a failed render costs nothing and changes nothing', async () => {
  const { deps, session, notices, painter, downloader } = setup()
  const before = JSON.stringify(session.doc)
  deps.exportPng.mockResolvedValueOnce(err('encode-failed'))
  await downloader.download()
  expect(deps.spend).not.toHaveBeenCalled()
  expect(deps.delivery.handOver).not.toHaveBeenCalled()
  expect(notices.toast).toHaveBeenCalledWith(FAILED)
  expect(session.ui.status).toBeNull()
  expect(session.ui.isDownloading).toBe(false)
  expect(painter.destroy).toHaveBeenCalledOnce()
  expect(JSON.stringify(session.doc)).toBe(before)
})

it('reports that the browser alters pixels before anything is rendered or spent', async () => {
  const { deps, session, notices, downloader } = setup()
  deps.readsExactly.mockResolvedValueOnce(false)
  await downloader.download()
  expect(notices.toast).toHaveBeenCalledWith({
    title: 'This browser alters the picture',
    description: expect.stringContaining('No credit was used.'),
    isDestructive: true,
  })
  for (const step of [deps.mayDownload, deps.createPainter, deps.spend, deps.delivery.handOver])
    expect(step).not.toHaveBeenCalled()
  expect(session.ui.isDownloading).toBe(false)
  await downloader.download()
  expect(deps.delivery.handOver).toHaveBeenCalledOnce()
})

it('waits for the graphics, and is cancelled when the editor is left before they start', async () => {
  const { deps, session, notices, downloader } = setup()
  const painter = await deps.createPainter()
  const graphics = createDeferred<Painter>()
  deps.createPainter.mockImplementation(() => graphics.ready())
  const early = downloader.download()
  await expect.poll(() => deps.createPainter).toHaveBeenCalled()
  graphics.set(painter)
  await early
  expect(deps.delivery.handOver).toHaveBeenCalledOnce()

  graphics.set(null)
  const left = downloader.download()
  await expect.poll(() => deps.createPainter).toHaveBeenCalledTimes(3)
  downloader.cancel()
  graphics.cancel()
  await left
  expect(deps.delivery.handOver).toHaveBeenCalledOnce()
  expect(notices.toast).not.toHaveBeenCalled()
  expect(session.ui.isDownloading).toBe(false)
})

it('reports a failure when memory runs out, and can download again', async () => {
  const { deps, session, notices, downloader } = setup()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  deps.createPainter.mockRejectedValueOnce(new RangeError('Array buffer allocation failed'))
  await downloader.download()
  expect(notices.toast).toHaveBeenCalledWith(FAILED)
  await downloader.download()
  expect(deps.delivery.handOver).toHaveBeenCalledOnce()
  expect(session.doc.photo).not.toBeNull()
})

it('delivers no file when the credit is refused', async () => {
  const { deps, notices, downloader } = setup()
  deps.spend.mockResolvedValueOnce(false)
  await downloader.download()
  expect(deps.delivery.handOver).not.toHaveBeenCalled()
  expect(notices.toast).toHaveBeenCalledWith({ ...FAILED, description: expect.stringContaining('no credit is lost') })
})

it('names the file after the photo in it, whatever is uploaded meanwhile', async () => {
  const { deps, session, downloader } = setup()
  deps.exportPng.mockImplementationOnce(async () => {
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

/** The document's photo with its pixels, as far as the store looks at them. */
function putPhoto(session: Session): AssetId {
  const bitmap = { close() {} } as ImageBitmap
  const asset = session.assets.put({ kind: 'bitmap', bitmap, width: 4, height: 2, hasAlpha: false, sha256: 'x' })
  session.history.restart(() => {
    if (session.doc.photo) session.doc.photo.asset = asset
  })
  return asset
}

it('starts the next download at once after a cancelled one, however long that keeps painting', async () => {
  const { deps, session, order, downloader } = setup()
  const letGo = vi.fn()
  session.hold = () => letGo
  let finishPainting = () => {}
  const painting = new Promise<void>((resolve) => {
    finishPainting = resolve
  })
  deps.exportPng.mockImplementationOnce(async (_doc, _painter, { onProgress }) => {
    await painting
    onProgress?.(0.5)
    return err('aborted')
  })
  const cancelled = downloader.download()
  await expect.poll(() => deps.exportPng).toHaveBeenCalledOnce()
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

it('says that it is cancelling for a second at most, and not over the next download', async () => {
  const { deps, session, downloader } = setup()
  const paintsForEver = () => new Promise<never>(() => {})
  const cancelled = async () => {
    deps.exportPng.mockImplementationOnce(paintsForEver)
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

it('costs nothing and shows nothing when it is cancelled while rendering', async () => {
  const { deps, session, notices, painter, downloader } = setup()
  deps.exportPng.mockImplementationOnce(async (_doc, _painter, { signal }) => {
    downloader.cancel()
    return signal?.aborted ? err('aborted') : ok(PNG)
  })
  await downloader.download()
  expect(deps.spend).not.toHaveBeenCalled()
  expect(notices.toast).not.toHaveBeenCalled()
  expect(session.ui).toMatchObject({ isDownloading: false, status: null })
  expect(painter.destroy).toHaveBeenCalledOnce()
})

it('shows nothing when the editor is left while rendering', async () => {
  const { deps, session, notices, downloader } = setup()
  const complaint = vi.spyOn(console, 'error')
  deps.exportPng.mockImplementationOnce(async () => {
    downloader.cancel()
    throw new Error('the WebGL context was lost')
  })
  await downloader.download()
  expect(complaint).not.toHaveBeenCalled()
  expect(notices.toast).not.toHaveBeenCalled()
  expect(session.ui).toMatchObject({ isDownloading: false, status: null })
})

it('renders nothing when the editor is left while the plan is checked', async () => {
  const { deps, notices, downloader } = setup()
  deps.mayDownload.mockImplementationOnce(async () => {
    downloader.cancel()
    return true
  })
  await downloader.download()
  expect(deps.createPainter).not.toHaveBeenCalled()
  expect(notices.toast).not.toHaveBeenCalled()
})

it('runs once, however often the button is pressed', async () => {
  const { deps, downloader } = setup()
  await Promise.all([downloader.download(), downloader.download(), downloader.download()])
  expect(deps.exportPng).toHaveBeenCalledOnce()
})

it('renders nothing when the plan allows no download', async () => {
  const { deps, downloader } = setup()
  deps.mayDownload.mockResolvedValueOnce(false)
  await downloader.download()
  expect(deps.exportPng).not.toHaveBeenCalled()
})

it('marks the document as saved until the next change', async () => {
  const { session, downloader } = setup()
  session.history.transact('Tune', () => {
    session.doc.tune.image.fade = 1
  })
  expect(session.ui.savedVersion).not.toBe(session.history.state.version)
  await downloader.download()
  expect(session.ui.savedVersion).toBe(session.history.state.version)
})

const ORDER: ExportJob = {
  format: jpeg,
  render: async () => ok(new Blob(['jpg'], { type: 'image/jpeg' })),
  handOver() {},
  done: 'Done!',
}

it('delivers other formats likewise with their extension; only a PNG is stored for trial accounts', async () => {
  const { deps, session, order, downloader } = setup()
  const handOver = vi.fn()
  expect(await downloader.deliver({ ...ORDER, handOver })).toBe(true)
  expect(order).toEqual(['spend'])
  expect(handOver).toHaveBeenCalledWith(expect.any(Blob), 'holiday.beach_1795132800.jpg')
  expect(session.ui.status?.text).toBe('Done!')
  expect(deps.onExported).not.toHaveBeenCalled()
})

it('spends nothing when the user cancels before the delivery', async () => {
  const { deps, session, downloader } = setup()
  expect(await downloader.deliver({ ...ORDER, isWanted: async () => false })).toBe(false)
  expect(deps.spend).not.toHaveBeenCalled()
  expect(session.ui).toMatchObject({ isDownloading: false, status: null })
})

it('shows the reason when a file could not be delivered', async () => {
  const { session, notices, downloader } = setup()
  const version = session.history.state.version
  const handOver = () => Promise.reject(new Error('no clipboard'))
  const failureOf = () => ({ as: 'toast', text: 'Not copied' }) as const
  expect(await downloader.deliver({ ...ORDER, handOver, failureOf })).toBe(false)
  expect(notices.toast).toHaveBeenCalledWith({ title: 'Not copied', isDestructive: true })
  expect(session.ui).toMatchObject({ isDownloading: false, status: null })
  expect(session.ui.savedVersion).not.toBe(version)
})
