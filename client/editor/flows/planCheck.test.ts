/** Tests of uploads during the check whether the user's plan allows another image. */
import { expect, it } from 'vitest'
import { file, mockedUploader, tune } from './testing.ts'

/** Delays the plan check of the next photo until the test calls the returned function. */
function slowPlan({ deps }: ReturnType<typeof mockedUploader>) {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  deps.requestProcessing.mockReturnValueOnce(promise)
  return resolve
}

it('the newest upload wins while the plan is checked for an older upload', async () => {
  const all = mockedUploader()
  const answer = slowPlan(all)
  const first = all.uploader.upload(file('slow.jpg'))
  await expect.poll(() => all.deps.requestProcessing).toHaveBeenCalledOnce()
  await all.uploader.upload(file('fast.jpg'))
  answer(true)
  await first
  expect(all.session.doc.photo?.name).toBe('fast.jpg')
  expect(all.importImage).toHaveBeenCalledOnce()
})

it('an upload asks before it replaces work that was done during the plan check', async () => {
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

it('an upload cancelled during the plan check opens nothing', async () => {
  const all = mockedUploader()
  const answer = slowPlan(all)
  const uploading = all.uploader.upload(file())
  await expect.poll(() => all.deps.requestProcessing).toHaveBeenCalledOnce()
  all.uploader.cancel()
  answer(true)
  await uploading
  expect(all.importImage).not.toHaveBeenCalled()
  expect(all.session.doc.photo).toBeNull()
})
