import { beforeEach, expect, it, vi } from 'vitest'
import { whenDownloadsMayRun } from '#client/kit/browser/network.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { err, ok } from '#client/kit/values/result.ts'
import type { ImportOptions } from '#client/media/importer/importer.ts'
import { cancelBusy } from './flow.ts'
import { CANCELED, READY_MS } from './messages.ts'
import { file, imageOf, mockedUploader, tune } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())

it('an upload splits the photo into background and subject layers', async () => {
  const { deps, session, said, uploader } = mockedUploader()
  await uploader.upload(file())
  expect(Object.values(session.doc.layers).map((layer) => layer.kind)).toEqual(['background', 'subject'])
  expect(session.doc.photo?.name).toBe('cat.jpg')
  expect(session.assets.matte(session.doc.separation!.matte)?.coverage).toHaveLength(8)
  expect(said).toContain('Analyzing your image, please wait...')
  expect(session.ui.status?.text).toBe("All set! Let's create something beautiful!")
  vi.advanceTimersByTime(1999)
  expect(session.ui.status).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(session.ui.status).toBeNull()
  expect(session.ui.busy).toBeNull()
  expect(deps.countImage).toHaveBeenCalledOnce()
  expect(deps.subjectFound).toHaveBeenCalledOnce()
  expect(session.history.state.undo).toBeNull()
})

it("the service worker's downloads wait until the analysis of a photo has finished", async () => {
  const { segment, uploader } = mockedUploader()
  const seen: string[] = []
  const { promise: analysis, resolve: end } = Promise.withResolvers<void>()
  segment.mockImplementationOnce(async () => {
    void whenDownloadsMayRun().then(() => seen.push('download'))
    await analysis
    seen.push('analyzed')
    return err('aborted')
  })
  const upload = uploader.upload(file())
  await vi.waitFor(() => expect(segment).toHaveBeenCalled())
  await vi.advanceTimersByTimeAsync(1000)
  end()
  await upload
  await vi.waitFor(() => expect(seen).toEqual(['analyzed', 'download']))
})

it('the status shows the size of the AI model only until the model is loaded', async () => {
  const { session, segment, uploader } = mockedUploader()
  const details: unknown[] = []
  segment.mockImplementationOnce(async (_, { onProgress }) => {
    for (const loadedBytes of [1_200_000, 2_400_000]) {
      onProgress?.({ stage: 'loading', loadedBytes, totalBytes: 2_400_000 })
      details.push(session.ui.status?.detail)
    }
    return err('aborted')
  })
  await uploader.upload(file())
  expect(details).toEqual(['Loading the AI model: 1.2 of 2.4 MB', 'Finding the subject'])
})

it('the status shows the thumbnail of a HEIC while the photo is converted', async () => {
  const { session, importImage, uploader } = mockedUploader()
  const shown: (string | undefined)[] = []
  importImage.mockImplementationOnce((async (_: File, { onStage, onPreview, consentToConvert }: ImportOptions) => {
    await consentToConvert()
    onStage?.('converting')
    onPreview?.(new Blob(['small']))
    shown.push(session.ui.status?.text, session.ui.status?.preview)
    return err('heic-failed')
  }) as typeof importImage)
  await uploader.upload(file())
  expect(shown).toEqual(['Converting your photo to a compatible format...', expect.stringContaining('blob:')])
  expect(session.ui.status?.preview).toBeUndefined()
})

it('an older upload that finishes after a newer upload frees its decoded photo', async () => {
  const { session, importImage, uploader } = mockedUploader()
  const slow = imageOf('slow.jpg')
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof importImage>>>()
  importImage.mockReturnValueOnce(promise)
  const first = uploader.upload(file('slow.jpg'))
  await vi.advanceTimersByTimeAsync(0)
  await uploader.upload(file('fast.jpg'))
  resolve(ok(slow.image))
  await first
  expect(session.doc.photo?.name).toBe('fast.jpg')
  expect(slow.close).toHaveBeenCalledOnce()
})

it.each<[string, (all: ReturnType<typeof mockedUploader>) => unknown, string | undefined]>([
  ['a newer upload', ({ uploader }) => uploader.upload(file('own.jpg')), 'own.jpg'],
  ['cancelBusy()', ({ session }) => cancelBusy(session), undefined],
])('%s aborts the upload of a photo that is still being fetched', async (_, act, name) => {
  const all = mockedUploader()
  const { session, uploader } = all
  const { promise, resolve } = Promise.withResolvers<File>()
  const signals: AbortSignal[] = []
  const fetching = uploader.uploadFetched((signal) => {
    signals.push(signal)
    return promise
  })
  await act(all)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  resolve(file('sample.jpg'))
  await fetching
  expect(session.doc.photo?.name).toBe(name)
})

it("canceling the segmentation of a photo doesn't close the photo", async () => {
  const { deps, session, segment, uploader } = mockedUploader()
  segment.mockImplementationOnce(async (_, { onSent }) => {
    onSent?.()
    await vi.waitFor(() => expect(session.doc.photo).not.toBeNull())
    cancelBusy(session)
    return err('aborted')
  })
  await uploader.upload(file())
  expect(session.doc.photo?.name).toBe('cat.jpg')
  expect(session.ui).toMatchObject({ busy: null, status: { tone: 'failed', text: CANCELED } })
  vi.advanceTimersByTime(60_000)
  expect(session.ui.status?.text).toBe(CANCELED)
  expect(deps.countImage).not.toHaveBeenCalled()
  await uploader.retry()
  expect(session.doc.separation).not.toBeNull()
})

it("canceling an import doesn't change the document", async () => {
  const { session, importImage, uploader } = mockedUploader()
  await uploader.upload(file('old.jpg'))
  vi.advanceTimersByTime(READY_MS)
  importImage.mockImplementationOnce(async () => {
    cancelBusy(session)
    return ok(imageOf('new.jpg').image)
  })
  await uploader.upload(file('new.jpg'))
  expect(session.doc.photo?.name).toBe('old.jpg')
  expect(session.ui).toMatchObject({ busy: null, status: null })
})

it('canceling the question about unsaved work leaves the current document open', async () => {
  const { session, notices, uploader } = mockedUploader()
  await uploader.upload(file('one.jpg'))
  await uploader.upload(file('two.jpg'))
  expect(notices.confirm).not.toHaveBeenCalled()
  tune(session)
  notices.confirm.mockResolvedValueOnce(false)
  await uploader.upload(file('three.jpg'))
  expect(session.doc.photo?.name).toBe('two.jpg')
})

it('a file of an unsupported type is rejected before the question about unsaved work', async () => {
  const { session, notices, importImage, uploader } = mockedUploader()
  await uploader.upload(file('one.jpg'))
  tune(session)
  importImage.mockClear()
  const text = new File(['x'], 'notes.txt', { type: 'text/plain' })
  for (const open of [uploader.upload, uploader.reuseTemplate]) await open(text)
  expect(notices.alert.mock.calls).toEqual(
    Array(2).fill([
      'Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)',
      '“notes.txt” isn’t in one of these formats. Save it as JPG or PNG, then choose the new file.',
    ]),
  )
  expect(notices.confirm).not.toHaveBeenCalled()
  expect(importImage).not.toHaveBeenCalled()
})

it('for a saved document, the question before an upload mentions Recent projects', async () => {
  const { session, notices, uploader } = mockedUploader()
  await uploader.upload(file('one.jpg'))
  tune(session)
  session.ui.storedVersion = session.history.state.version
  await uploader.upload(file('two.jpg'))
  const text =
    'You haven’t downloaded your latest changes. They are saved in Recent projects, so you can continue later.'
  expect(notices.confirm).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text }))
})

it("a document with all changes undone isn't unsaved work", async () => {
  const { session, notices, uploader } = mockedUploader()
  await uploader.upload(file('one.jpg'))
  session.history.transact('Add', () => {
    const id = 'x' as LayerId
    session.doc.layers[id] = { id, kind: 'text', placement: 'background' }
    session.doc.order.push(id)
  })
  session.history.undo()
  await uploader.upload(file('two.jpg'))
  expect(notices.confirm).not.toHaveBeenCalled()
})

it('a toast shows an error that the import throws', async () => {
  const { notices, importImage, uploader } = mockedUploader()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  importImage.mockRejectedValueOnce(new Error('disk on fire'))
  await uploader.upload(file())
  expect(notices.toast).toHaveBeenCalledWith({ title: 'Error', description: 'disk on fire', isDestructive: true })
})

it("the timeout of an old message doesn't clear a newer message", async () => {
  const { deps, session, uploader } = mockedUploader()
  await uploader.upload(file())
  vi.advanceTimersByTime(1500)
  deps.announcer.begin().busy('Newer')
  vi.advanceTimersByTime(5000)
  expect(session.ui.status?.text).toBe('Newer')
})

it("a task's message is shown again when a newer message has ended", () => {
  const { session, deps } = mockedUploader()
  const { begin, done } = deps.announcer
  const [older, newer] = [begin(), begin()]
  older.busy('Older')
  newer.busy('Newer')
  older.busy('Older', 0.5)
  expect(session.ui.status?.text).toBe('Newer')
  done('Done', READY_MS)
  newer.end()
  expect(session.ui.status?.text).toBe('Done')
  vi.advanceTimersByTime(READY_MS)
  expect(session.ui.status).toMatchObject({ text: 'Older', progress: 0.5 })
})

it('importing HEIC offline waits until the decoder can be loaded', async () => {
  const { session, said, notices, importImage, uploader } = mockedUploader()
  const browser = new EventTarget()
  const device = { onLine: false }
  vi.stubGlobal('navigator', device)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  for (const answer of [err('heic-failed'), ok(imageOf('phone.heic').image)])
    importImage.mockImplementationOnce((async (_: File, { consentToConvert }: ImportOptions) => {
      await consentToConvert()
      return answer
    }) as never)
  const uploading = uploader.upload(file('phone.heic'))
  await expect.poll(() => said.at(-1)).toMatch(/needs an internet connection/)
  device.onLine = true
  browser.dispatchEvent(new Event('online'))
  await uploading
  expect(session.doc.photo?.name).toBe('phone.heic')
  expect(notices.confirm).toHaveBeenCalledOnce()
})

it('an upload reports success only after the canvas has painted the subject', async () => {
  const { deps, session, uploader } = mockedUploader()
  let paint = () => {}
  deps.afterPaint.mockImplementation((then) => {
    paint = then
  })
  await uploader.upload(file())
  expect(session.doc.separation).not.toBeNull()
  expect(session.ui.status?.tone).toBe('busy')
  const painted = vi.fn()
  void deps.subjectFound.mock.lastCall![0].then(painted)
  await vi.advanceTimersByTimeAsync(1)
  expect(painted).not.toHaveBeenCalled()
  paint()
  expect(session.ui.status?.tone).toBe('done')
  await vi.advanceTimersByTimeAsync(1)
  expect(painted).toHaveBeenCalledOnce()
})
