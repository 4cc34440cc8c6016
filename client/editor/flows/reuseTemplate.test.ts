import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { err } from '#client/kit/values/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import { colorBackdrop } from '#client/model/document/backdrop.ts'
import { emptyDocument, layerOfKind } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import type { Session } from '#client/model/session/session.ts'
import { fillField } from '#client/render/inpainting/fillFields.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { cancelBusy } from './flow.ts'
import { READY_MS } from './messages.ts'
import { file, mockedUploader } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())

it("reusing a template places the open document's layers on another photo", async () => {
  const { session, uploader, notices, deps } = mockedUploader()
  await uploader.upload(file('first.jpg'))
  session.history.transact('Add', () => {
    newLayer(session.doc, 'shape', { scale: 300, position: { horizontal: 20, vertical: 80 } })
    session.doc.tune.background.exposure = 30
  })
  session.ui.downloadedVersion = session.history.state.version
  await uploader.reuseTemplate(file('second.jpg'))
  expect(session.doc.photo?.name).toBe('second.jpg')
  const layers = session.doc.order.flatMap((id) => session.doc.layers[id] ?? [])
  expect(layers.map(({ kind }) => kind)).toEqual(['background', 'subject', 'shape'])
  expect(layers[2]).toMatchObject({ scale: 300, position: { horizontal: 20, vertical: 80 } })
  expect(session.doc.tune.background.exposure).toBe(30)
  expect(notices.confirm).not.toHaveBeenCalled()
  expect(deps.countImage).toHaveBeenCalledTimes(2)
  expect(session.history.state.undo).toBeNull()
})

it("before a template is reused, a question names the layers that won't be reused", async () => {
  const { session, uploader, notices } = mockedUploader()
  await uploader.upload(file('first.jpg'))
  session.history.transact('Draw', () => {
    newLayer(session.doc, 'drawing', { points: [{ x: 1, y: 1, size: 2, color: '#ffffff' }] })
  })
  session.ui.downloadedVersion = session.history.state.version
  notices.confirm.mockResolvedValueOnce(false)
  await uploader.reuseTemplate(file('second.jpg'))
  expect(notices.confirm).toHaveBeenCalledWith(
    expect.objectContaining({ text: 'These layers and edits work only on this photo and won’t be reused: Stroke 1.' }),
  )
  expect(session.doc.photo?.name).toBe('first.jpg')
  await uploader.reuseTemplate(file('second.jpg'))
  expect(Object.values(session.doc.layers).map(({ kind }) => kind)).toEqual(['background', 'subject'])
})

it("the subject doesn't move a reused layer whose text field is open", async () => {
  const { session, uploader, segment } = mockedUploader()
  const { doc, history, ui } = session
  await uploader.upload(file('first.jpg'))
  history.transact('Add', () => {
    doc.separation!.box = { x: 0, y: 0, width: 2, height: 1 }
    const id = newLayer(doc, 'shape', { scale: 100, position: { horizontal: 50, vertical: 25 } })
    doc.layers[id]!.anchor = 'subject'
  })
  ui.downloadedVersion = history.state.version
  const find = segment.getMockImplementation()!
  const shapes: unknown[] = []
  segment.mockImplementationOnce(async (...args) => {
    args[1].onSent?.()
    await vi.waitFor(() => expect(doc.photo?.name).toBe('second.jpg'))
    const shape = layerOfKind(doc, 'shape')!
    shapes.push(mutableCopy(shape))
    ui.typing = shape.id
    return find(...args)
  })
  await uploader.reuseTemplate(file('second.jpg'))
  expect(layerOfKind(doc, 'subject')).not.toBeNull()
  expect([layerOfKind(doc, 'shape')]).toEqual(shapes)
})

it("the question before a reuse mentions the fill strokes that won't be reused", async () => {
  const { session, uploader, notices } = mockedUploader()
  await uploader.upload(file('first.jpg'))
  session.history.transact('Fill', () => {
    subjectOf(session).fill.strokes = fillField.fields.strokes.example
  })
  notices.confirm.mockResolvedValueOnce(false)
  await uploader.reuseTemplate(file('second.jpg'))
  expect(notices.confirm).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      text: 'These layers and edits work only on this photo and won’t be reused: Areas marked to fill.',
    }),
  )
})

it("a reused color background doesn't hide a photo without a subject, and returns with the subject", async () => {
  const { session, uploader, segment } = mockedUploader()
  await uploader.upload(file('first.jpg'))
  session.history.transact('Color', () => {
    session.doc.backdrop = colorBackdrop({ color: '#336699' })
  })
  session.ui.downloadedVersion = session.history.state.version
  segment.mockResolvedValueOnce(err('model-unavailable'))
  await uploader.reuseTemplate(file('second.jpg'))
  expect(session.doc.backdrop.type).toBe('original')
  await uploader.retry()
  expect(session.doc.backdrop).toMatchObject({ type: 'color', color: '#336699' })
})

it('reused text still has letters in front on a photo without a subject', async () => {
  const { session, uploader, segment } = mockedUploader()
  await uploader.upload(file('first.jpg'))
  session.history.transact('Text', () => {
    newLayer(session.doc, 'text', { text: 'ABC', front: '2' })
  })
  session.ui.downloadedVersion = session.history.state.version
  segment.mockResolvedValueOnce(err('no-subject'))
  await uploader.reuseTemplate(file('second.jpg'))
  expect(layerOfKind(session.doc, 'text')).toMatchObject({ text: 'ABC', front: '2' })
})

/**
 * Opens a photo whose subject has an outline, then reuses the document as a template for a second photo. The analysis
 * of the second photo fails.
 */
async function unfinishedReuse() {
  const all = mockedUploader()
  const { session, uploader, segment } = all
  await uploader.upload(file('first.jpg'))
  session.history.transact('Outline', () => {
    subjectOf(session).cutout.enabled = true
  })
  session.ui.downloadedVersion = session.history.state.version
  segment.mockResolvedValueOnce(err('model-unavailable'))
  await uploader.reuseTemplate(file('second.jpg'))
  return all
}

const subjectOf = ({ doc }: Session) => layerOfKind(doc, 'subject') as SubjectLayer

it("retrying the failed analysis of a reused template applies the subject's style", async () => {
  const { session, uploader } = await unfinishedReuse()
  cancelBusy(session)
  await uploader.retry()
  expect(subjectOf(session).cutout.enabled).toBe(true)
})

it("a retry doesn't apply the template's subject style to another document", async () => {
  const { session, uploader } = await unfinishedReuse()
  uploader.leave()
  session.history.restart(() => {
    Object.assign(session.doc, emptyDocument(), { photo: session.doc.photo })
    newLayer(session.doc, 'background')
  })
  await uploader.retry()
  expect(subjectOf(session).cutout.enabled).toBe(false)
})

it("canceling while the template code loads doesn't open the photo", async () => {
  const { session, uploader } = mockedUploader()
  await uploader.upload(file('first.jpg'))
  vi.advanceTimersByTime(READY_MS)
  session.ui.downloadedVersion = session.history.state.version
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const asked = vi.fn(async (load: () => Promise<unknown>) => {
    await arrived
    return load()
  })
  vi.doMock('#client/engine/template/applyTemplate.ts', asked as never)
  onTestFinished(() => vi.doUnmock('#client/engine/template/applyTemplate.ts'))
  const reusing = uploader.reuseTemplate(file('second.jpg'))
  await expect.poll(() => asked).toHaveBeenCalledOnce()
  cancelBusy(session)
  arrive()
  await reusing
  expect([session.doc.photo?.name, session.ui.busy, session.ui.status]).toEqual(['first.jpg', null, null])
})
