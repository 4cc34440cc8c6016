/** Tests the messages for photos that can't be imported or analyzed. */
import { beforeEach, expect, it, vi } from 'vitest'
import { err } from '#client/kit/values/result.ts'
import { mayAddLayers } from '#client/layers/actions.ts'
import type { ImportError } from '#client/media/importer/importer.ts'
import type { SegmentError } from '#client/media/segmenter/segmentationTypes.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { file, mockedUploader } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())

it('an unreadable file leaves the open document unchanged', async () => {
  const { session, importImage, uploader } = mockedUploader()
  await uploader.upload(file('old.jpg'))
  const before = JSON.stringify(session.doc)
  importImage.mockResolvedValueOnce(err('decode-failed'))
  await uploader.upload(file('broken.jpg'))
  expect(JSON.stringify(session.doc)).toBe(before)
  expect(session.ui.status).toBeNull()
})

it.each<[ImportError, ...shown: unknown[]]>([
  [
    'unsupported-type',
    'Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)',
    '“cat.jpg” isn’t in one of these formats. Save it as JPG or PNG, then choose the new file.',
  ],
  [
    'too-large',
    'This photo is too large',
    '“cat.jpg” is larger than 50 megapixels or 256 MB. Export it at a smaller size, or choose another photo.',
  ],
  [
    'heic-failed',
    {
      title: 'Error processing image. Please try again.',
      detail: '“cat.jpg” is damaged, or your browser can’t open it. Convert it to JPEG, then choose the JPEG file.',
      isDestructive: true,
      endsOn: expect.anything(),
    },
  ],
  [
    'wrong-content',
    {
      title: 'Failed to process image. Please try again.',
      detail: '“cat.jpg” isn’t a JPG, PNG, WEBP or HEIC image. Save it as JPG or PNG, then choose the new file.',
      isDestructive: true,
      endsOn: expect.anything(),
    },
  ],
  [
    'unreadable',
    {
      title: 'Failed to process image. Please try again.',
      detail: 'Your browser can’t read “cat.jpg”. Check that the file still exists, then choose it again.',
      isDestructive: true,
      endsOn: expect.anything(),
    },
  ],
  [
    'decode-failed',
    {
      title: 'Error',
      detail: '“cat.jpg” is empty, damaged or incomplete. Export it again, or choose another file.',
      isDestructive: true,
      endsOn: expect.anything(),
    },
  ],
  ['heic-declined'],
])('the import error %s shows its message, if it has one', async (error, ...shown) => {
  const { session, notices, importImage, uploader } = mockedUploader()
  importImage.mockResolvedValueOnce(err(error))
  await uploader.upload(file())
  expect([...notices.alert.mock.calls, ...notices.toast.mock.calls].flat()).toEqual(shown)
  expect(session.ui.status).toBeNull()
})

it('no error is shown for a photo that a newer photo replaces during decoding', async () => {
  const { session, notices, importImage, uploader } = mockedUploader()
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof importImage>>>()
  importImage.mockReturnValueOnce(promise).mockResolvedValueOnce(err('decode-failed'))
  const older = uploader.upload(file('older.jpg'))
  await vi.advanceTimersByTimeAsync(0)
  await uploader.upload(file('newer.jpg'))
  resolve(err('decode-failed'))
  await older
  expect(notices.toast.mock.calls).toEqual([
    [expect.objectContaining({ detail: expect.stringContaining('“newer.jpg”') })],
  ])
  expect(session.ui).toMatchObject({ status: null, busy: null })
})

it('a photo whose segmentation fails stays open for a retry', async () => {
  const { deps, session, segment, uploader } = mockedUploader()
  segment.mockResolvedValueOnce(err('model-unavailable'))
  await uploader.upload(file())
  expect(session.ui.status?.text).toBe('Failed to analyze image. Please try with a different image.')
  expect(session.doc.photo).not.toBeNull()
  expect(session.doc.separation).toBeNull()
  expect(deps.countImage).not.toHaveBeenCalled()
  await uploader.retry()
  expect(session.doc.separation).not.toBeNull()
})

it('the subject tool opens when the photo has no subject', async () => {
  const { session, segment, uploader } = mockedUploader()
  segment.mockResolvedValueOnce(err('no-subject'))
  await uploader.upload(file())
  expect(session.ui.panel).toBe('select-subject')
  expect(session.ui.status).toBeNull()
})

it.each<[SegmentError, mayAdd: boolean]>([
  ['no-subject', true],
  ['model-unavailable', false],
])('after the analysis ends with %s, mayAddLayers returns %s', async (error, mayAdd) => {
  const { session, segment, uploader } = mockedUploader()
  segment.mockResolvedValueOnce(err(error))
  await uploader.upload(file())
  expect(mayAddLayers({ doc: snapshotOf(session), ui: session.ui })).toBe(mayAdd)
  await uploader.upload(file('next.jpg'))
  expect(session.doc.separation, 'the next photo has a subject').not.toBeNull()
})
