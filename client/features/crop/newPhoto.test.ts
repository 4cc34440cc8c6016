import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { file, mockedUploader } from '#client/editor/flows/testing.ts'
import { cancelCrop, createCropFlow, setRatio, toggleCrop } from './editCrop.ts'

beforeEach(() => void vi.useFakeTimers())

it("canceling the crop of a new photo doesn't apply the previous photo's crop", async () => {
  const { session, uploader } = mockedUploader()
  onTestFinished(createCropFlow({ session }).dispose)
  await uploader.upload(file('one.jpg'))
  setRatio(session, '1:1')
  toggleCrop(session)
  session.ui.downloadedVersion = session.history.state.version
  await uploader.upload(file('two.jpg'))
  cancelCrop(session)
  expect(session.doc.crop).toBeNull()
})
