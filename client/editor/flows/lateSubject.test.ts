import { beforeEach, expect, it, vi } from 'vitest'
import type { AssetId } from '#client/kit/values/ids.ts'
import { err } from '#client/kit/values/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import { file, mockedUploader } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())

/** Opens a photo whose analysis fails. */
async function failedAnalysis() {
  const { session, segment, uploader } = mockedUploader()
  const { doc, history } = session
  segment.mockResolvedValueOnce(err('model-unavailable'))
  await uploader.upload(file())
  return { doc, history, uploader, kinds: () => doc.order.map((id) => doc.layers[id]?.kind) }
}

it("after a successful retry, redoing Select subject doesn't add a second subject", async () => {
  const { doc, history, uploader } = await failedAnalysis()
  history.transact('Select subject', () => {
    doc.separation = { matte: 'chosen' as AssetId, model: 'm', box: { x: 0, y: 0, width: 1, height: 1 } }
    newLayer(doc, 'subject')
  })
  history.undo()
  await uploader.retry()
  history.redo()
  expect(Object.values(doc.layers).filter(({ kind }) => kind === 'subject')).toHaveLength(1)
})

it("the analysis of a photo doesn't replace a subject that the user selects during the analysis", async () => {
  const { session, segment, uploader } = mockedUploader()
  const { doc, history } = session
  const separation = { matte: 'chosen' as AssetId, model: 'm', box: { x: 0, y: 0, width: 1, height: 1 } }
  const found = segment.getMockImplementation()!
  segment.mockImplementationOnce(async (...args) => {
    args[1].onSent?.()
    await vi.waitFor(() => expect(doc.photo).not.toBeNull())
    history.transact('Select subject', () => {
      doc.separation = separation
      newLayer(doc, 'subject')
    })
    return found(...args)
  })
  await uploader.upload(file())
  expect(doc.separation).toEqual(separation)
  expect(Object.values(doc.layers).filter(({ kind }) => kind === 'subject')).toHaveLength(1)
  expect(history.state.undo).toBe('Select subject')
})

it("a subject found by a retry doesn't remove the undo steps", async () => {
  const { doc, history, uploader, kinds } = await failedAnalysis()
  history.transact('Tune', () => {
    doc.tune.image.fade = 10
  })
  history.transact('Add shape', () => void newLayer(doc, 'shape'))
  await uploader.retry()
  expect(history.state.undo).toBe('Add shape')
  expect(kinds()).toEqual(['background', 'shape', 'subject'])
  history.undo()
  expect(kinds()).toEqual(['background', 'subject'])
  history.undo()
  expect(doc.tune.image.fade).toBe(0)
  expect(doc.separation).not.toBeNull()
  history.redo()
  history.redo()
  expect(kinds()).toEqual(['background', 'shape', 'subject'])
})

it("canceling a gesture doesn't remove a subject found during the gesture", async () => {
  const { doc, history, uploader, kinds } = await failedAnalysis()
  const gesture = history.begin('Tune')
  doc.tune.image.fade = 10
  await uploader.retry()
  expect(gesture.isOpen).toBe(true)
  gesture.cancel()
  expect(doc.tune.image.fade).toBe(0)
  expect(kinds()).toEqual(['background', 'subject'])
})
