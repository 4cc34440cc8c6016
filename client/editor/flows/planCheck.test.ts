/**
 * Tests uploads while the server checks whether the user's plan allows another image, and while the user is asked about
 * converting a HEIC.
 */
import { expect, it, vi } from 'vitest'
import { err, ok } from '#client/kit/values/result.ts'
import type { ImportOptions } from '#client/media/importer/importer.ts'
import { cancelBusy } from './flow.ts'
import { file, imageOf, mockedUploader, tune } from './testing.ts'

/** Mocks the import of the next photo. Returns the mock of its bitmap's `close`. */
function nextImport({ importImage }: ReturnType<typeof mockedUploader>) {
  const { image, close } = imageOf('next.jpg')
  importImage.mockResolvedValueOnce(ok(image))
  return close
}

it("an upload decodes the photo while the server checks the user's plan", async () => {
  const all = mockedUploader()
  const answer = slowPlan(all)
  const uploading = all.uploader.upload(file())
  await expect.poll(() => all.importImage).toHaveBeenCalledOnce()
  expect(all.deps.segmenter.warmUp).toHaveBeenCalledOnce()
  expect([all.session.ui.busy, all.session.ui.status]).toEqual([null, null])
  answer(true)
  await uploading
  expect(all.session.doc.photo?.name).toBe('cat.jpg')
  expect(all.importImage).toHaveBeenCalledOnce()
})

it("an upload that the plan doesn't allow frees the decoded photo", async () => {
  const all = mockedUploader()
  await all.uploader.upload(file('one.jpg'))
  const close = nextImport(all)
  all.deps.requestProcessing.mockResolvedValueOnce(false)
  await all.uploader.upload(file('two.jpg'))
  await expect.poll(() => close).toHaveBeenCalledOnce()
  expect(all.session.doc.photo?.name).toBe('one.jpg')
})

it("a new upload stops the refinement of the previous photo's matte", async () => {
  const all = mockedUploader()
  await all.uploader.upload(file('one.jpg'))
  const order: string[] = []
  all.deps.leavePhoto.mockImplementation(() => order.push('stop'))
  all.segment.mockImplementationOnce(async () => {
    order.push('segment')
    return { ok: false, error: 'aborted' }
  })
  await all.uploader.upload(file('two.jpg'))
  expect(order).toEqual(['stop', 'segment'])
})

it('an upload sends the photo to the worker before showing the photo on the canvas', async () => {
  const all = mockedUploader()
  all.segment.mockImplementationOnce(async (_, { onSent }) => {
    expect(all.session.doc.photo).toBeNull()
    onSent?.()
    await expect.poll(() => all.session.doc.photo).not.toBeNull()
    return { ok: false, error: 'model-unavailable' }
  })
  await all.uploader.upload(file())
  expect(all.session.doc.photo?.name).toBe('cat.jpg')
})

/** Holds back the response to the next photo's plan check until the test calls the returned function. */
function slowPlan({ deps }: ReturnType<typeof mockedUploader>) {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  deps.requestProcessing.mockReturnValueOnce(promise)
  return resolve
}

it('a newer upload replaces an older upload whose plan check is still running', async () => {
  const all = mockedUploader()
  const answer = slowPlan(all)
  const close = nextImport(all)
  const first = all.uploader.upload(file('slow.jpg'))
  await expect.poll(() => all.deps.requestProcessing).toHaveBeenCalledOnce()
  await all.uploader.upload(file('fast.jpg'))
  answer(true)
  await first
  expect(all.session.doc.photo?.name).toBe('fast.jpg')
  expect(close).toHaveBeenCalledOnce()
})

it('an upload asks before replacing edits made during the plan check', async () => {
  const all = mockedUploader()
  const { session, notices, uploader } = all
  await uploader.upload(file('one.jpg'))
  const answer = slowPlan(all)
  notices.confirm.mockResolvedValueOnce(false)
  const second = uploader.upload(file('two.jpg'))
  await expect.poll(() => all.deps.requestProcessing).toHaveBeenCalledTimes(2)
  tune(session)
  answer(true)
  await second
  expect(notices.confirm).toHaveBeenCalledOnce()
  expect(session.doc.photo?.name).toBe('one.jpg')
  expect(session.history.state.undo).toBe('Tune')
})

it("an upload that is canceled during the plan check doesn't open the photo", async () => {
  const all = mockedUploader()
  const answer = slowPlan(all)
  const close = nextImport(all)
  const uploading = all.uploader.upload(file())
  await expect.poll(() => all.deps.requestProcessing).toHaveBeenCalledOnce()
  cancelBusy(all.session)
  answer(true)
  await uploading
  expect(close).toHaveBeenCalledOnce()
  expect(all.session.doc.photo).toBeNull()
})

it('while the user is asked about converting a HEIC, the editor does not show progress', async () => {
  const { session, notices, importImage, uploader } = mockedUploader()
  const { ui } = session
  const shown: unknown[] = []
  notices.confirm.mockImplementationOnce(async () => {
    shown.push(ui.busy, ui.status)
    return true
  })
  importImage.mockImplementationOnce((async (_: File, { onStage, consentToConvert }: ImportOptions) => {
    await consentToConvert()
    shown.push(ui.busy)
    onStage?.('converting')
    shown.push(ui.busy, ui.status?.text)
    return err('heic-failed')
  }) as typeof importImage)
  await uploader.upload(file('phone.heic'))
  expect(shown).toEqual([null, null, 'processing', 'converting', 'Converting your photo to a compatible format...'])
})

it('an answer about converting a HEIC does not make the editor busy after the upload was replaced', async () => {
  const { session, notices, importImage, uploader } = mockedUploader()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  notices.confirm.mockReturnValueOnce(promise)
  importImage.mockImplementationOnce((async (_: File, { consentToConvert }: ImportOptions) => {
    await consentToConvert()
    return err('aborted')
  }) as typeof importImage)
  const older = uploader.upload(file('phone.heic'))
  await vi.waitFor(() => expect(notices.confirm).toHaveBeenCalledOnce())
  await uploader.upload(file('cat.jpg'))
  resolve(true)
  await older
  expect(session.ui.busy).toBeNull()
})
