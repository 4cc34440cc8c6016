import { beforeEach, expect, it, vi } from 'vitest'
import { ok, type Result } from '#client/kit/values/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { MaskPreview, SegmentOptions } from '#client/media/segmenter/segmentationTypes.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { OBJECTS_PANEL, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import { liftedLayers } from '#client/render/objects/lifted.ts'
import { startLifting } from '../modes.ts'
import { ESTIMATE, OBJECT, PREVIEW, pressUndo, selectorOnPhoto } from '../testing.ts'
import { whenErased } from './erase.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

it('selecting a new subject makes lifted objects in its area part of the subject', async () => {
  const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
  const [left, top] = [200, 150]
  const matte = session.assets.put({
    kind: 'matte',
    ...{ width: 300, height: 200 },
    coverage: Uint8Array.from({ length: 60_000 }, (_, i) => (i % 300 >= left && i >= top * 300 ? 255 : 0)),
  })
  const box = { x: left, y: top, width: 100, height: 50 }
  session.history.transact('Lift', () =>
    newLayer(session.doc, 'object', { lifted: { matte, home: 'background', box } }),
  )
  const homes = () => liftedLayers(snapshotOf(session)).map(({ lifted: { home } }) => home)
  subjectSelector.begin(1)
  drawings[0]!.end(255)
  await settled()
  expect([homes(), session.history.state.undo]).toEqual([['subject'], 'Select subject'])
  subjectSelector.begin(2)
  drawings[1]!.end(0)
  await settled()
  expect(homes()).toEqual(['background'])
  session.history.undo()
  expect(homes()).toEqual(['subject'])
  session.history.undo()
  expect(homes()).toEqual(['background'])
})

it('cancelLifting during the computation prevents the object from being added', async () => {
  const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
  session.ui.panel = OBJECTS_PANEL
  startLifting(session.ui, 'lift')
  subjectSelector.click({ x: 1, y: 1 }, true)
  expect(subjectSelector.state.isLifting).toBe(true)
  subjectSelector.cancelLifting()
  expect(subjectSelector.state.isLifting).toBe(false)
  expect(drawings[0]!.signal.aborted).toBe(true)
  drawings[0]!.end(255)
  await settled()
  expect([liftedLayers(snapshotOf(session)), session.ui.status]).toEqual([[], null])
})

it('a canceled lift that ends later leaves newer clicks in the queue', async () => {
  const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
  startLifting(session.ui, 'lift')
  subjectSelector.click({ x: 1, y: 1 }, true)
  subjectSelector.cancelLifting()
  for (const x of [100, 200]) subjectSelector.click({ x, y: 1 }, true)
  for (const canceledOrFirst of [0, 1]) {
    drawings[canceledOrFirst]!.end('no-subject')
    await settled()
  }
  expect(drawings.map(({ choices }) => choices[0]?.points[0]?.x)).toEqual([1, 100, 200])
})

it('Undo cancels the last click that still lifts or erases an object', async () => {
  const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
  session.history.transact('Tune', () => Object.assign(session.doc.tune.image, { fade: 10 }))
  startLifting(session.ui, 'lift')
  for (const x of [1, 100, 200]) subjectSelector.click({ x, y: 1 }, true)
  pressUndo(session)
  drawings[0]!.end('no-subject')
  await settled()
  expect([drawings.length, drawings[1]!.signal.aborted]).toEqual([2, false])
  pressUndo(session)
  expect([drawings[1]!.signal.aborted, subjectSelector.state.isLifting]).toEqual([true, false])
  subjectSelector.click({ x: 50, y: 1 }, true)
  subjectSelector.liftPeople()
  pressUndo(session)
  for (const ended of [1, 2]) drawings[ended]!.end('no-subject')
  await settled()
  expect(drawings).toHaveLength(3)
  expect(session.history.state.undo).toBe('Tune')
  expect([session.ui.pendingSteps, session.ui.status, subjectSelector.state.isLifting]).toEqual([[], null, false])
  pressUndo(session)
  expect(session.history.state.redo).toBe('Tune')
})

it('Undo undoes an edit that is newer than a running lift, then cancels the lift', async () => {
  const { session, subjectSelector, drawings } = selectorOnPhoto()
  startLifting(session.ui, 'lift')
  subjectSelector.click({ x: 1, y: 1 }, true)
  session.history.transact('Tune', () => Object.assign(session.doc.tune.image, { fade: 10 }))
  pressUndo(session)
  expect([session.history.state.redo, drawings[0]!.signal.aborted]).toEqual(['Tune', false])
  pressUndo(session)
  expect(drawings[0]!.signal.aborted).toBe(true)
})

it('Undo undoes a selection whose click is newer than a running lift', async () => {
  const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
  startLifting(session.ui, 'lift')
  subjectSelector.click({ x: 1, y: 1 }, true)
  session.ui.panel = SELECT_SUBJECT_PANEL
  subjectSelector.click({ x: 2, y: 2 }, true)
  drawings[1]!.end(7)
  await settled()
  pressUndo(session)
  expect([session.history.state.redo, drawings[0]!.signal.aborted]).toEqual(['Select subject', false])
})

/**
 * Starts erasing during a search for candidate masks. `search`: the abort signals of the searches. `preview`: completes
 * a mask preview.
 */
function erasingWhileSearching() {
  const photo = selectorOnPhoto()
  const { session, subjectSelector, refiner } = photo
  session.ui.panel = OBJECTS_PANEL
  startLifting(session.ui, 'erase')
  const search: AbortSignal[] = []
  refiner.candidateMasks.mockImplementation((_, { signal }) => {
    search.push(signal)
    return new Promise(() => {})
  })
  void subjectSelector.findCandidates()
  const preview = Promise.withResolvers<Result<MaskPreview, never>>()
  refiner.previewInput.mockImplementation(() => preview.promise)
  return { ...photo, search, preview: () => preview.resolve(ok(PREVIEW)) }
}

/** Returns the overlay of each part that is being erased: its mask or position, or 'fill' while it fades out. */
const shownParts = (subjectSelector: ReturnType<typeof selectorOnPhoto>['subjectSelector']) =>
  subjectSelector.state.erasing.map(({ estimate, mask, isFilled }) =>
    isFilled ? 'fill' : (mask?.coverage ?? estimate?.coverage ?? 'point'),
  )

it('an erasing click shows an estimated mask before the network responds', async () => {
  const { subjectSelector, refiner, search, drawings, settled, preview } = erasingWhileSearching()
  refiner.previewInput.mockImplementationOnce(() => {
    expect(search[0]!.aborted, 'the candidate search is aborted').toBe(true)
    expect(drawings, 'the thumbnails are not drawn during the lift').toHaveLength(0)
    return new Promise(() => {})
  })
  subjectSelector.click({ x: 200, y: 150 }, true)
  expect(shownParts(subjectSelector)).toEqual([ESTIMATE.coverage])
  preview()
  await settled()
  expect(shownParts(subjectSelector)).toEqual([ESTIMATE.coverage])
})

it("an erasing click on the subject shows the subject's mask before the network responds", () => {
  const { subjectSelector } = erasingWhileSearching()
  subjectSelector.click({ x: 50, y: 50 }, true)
  const [coverage] = shownParts(subjectSelector) as Uint8Array[]
  const share = coverage!.filter((value) => value === 255).length / coverage!.length
  expect(share).toBeCloseTo((100 * 100) / (300 * 200), 2)
})

it("an erased part shows the network's mask until the background is filled", async () => {
  const { session, subjectSelector, search, drawings, settled, preview, fill } = erasingWhileSearching()
  subjectSelector.click({ x: 200, y: 150 }, true)
  preview()
  await settled()
  expect([shownParts(subjectSelector), session.ui.status?.text]).toEqual([[PREVIEW.coverage], 'Erasing the object…'])
  drawings[0]!.end(OBJECT)
  await settled()
  expect(shownParts(subjectSelector)).toEqual([PREVIEW.coverage])
  fill()
  await settled()
  expect(shownParts(subjectSelector), 'the overlay fades out').toEqual(['fill'])
  await vi.advanceTimersByTimeAsync(500)
  expect(subjectSelector.state.erasing).toEqual([])
  expect(search, 'the search begins again').toHaveLength(2)
})

it('neither a mouse movement nor another click aborts the search for the mask of an erased part', async () => {
  const { subjectSelector, refiner, settled, preview } = erasingWhileSearching()
  subjectSelector.click({ x: 200, y: 150 }, true)
  subjectSelector.click({ x: 20, y: 150 }, true)
  subjectSelector.point({ x: 5, y: 150 }, true)
  await vi.advanceTimersByTimeAsync(500)
  expect(refiner.previewInput).toHaveBeenCalledTimes(1)
  preview()
  await settled()
  expect(shownParts(subjectSelector)).toEqual([PREVIEW.coverage, PREVIEW.coverage])
  await vi.advanceTimersByTimeAsync(100)
  expect(refiner.previewInput, 'the preview follows').toHaveBeenCalledTimes(3)
})

it('a network mask that covers the background is not shown as the erased part', async () => {
  const { subjectSelector, refiner, settled } = erasingWhileSearching()
  refiner.previewInput.mockImplementation(async () => ok({ ...PREVIEW, coverage: new Uint8Array(4).fill(255) }))
  subjectSelector.click({ x: 200, y: 150 }, true)
  await settled()
  expect(shownParts(subjectSelector)).toEqual([ESTIMATE.coverage])
})

it('whenErased resolves once the last erased part is filled', async () => {
  const { subjectSelector, drawings, settled, fill } = erasingWhileSearching()
  expect(whenErased(subjectSelector.state)).toBeNull()
  subjectSelector.click({ x: 200, y: 150 }, true)
  const ended = vi.fn()
  void whenErased(subjectSelector.state)?.then(ended)
  drawings[0]!.end(OBJECT)
  await settled()
  expect(ended).not.toHaveBeenCalled()
  fill()
  await settled()
  expect(ended).toHaveBeenCalledOnce()
  expect(whenErased(subjectSelector.state)).toBeNull()
})

it('the progress of an erasure rises to 40% while the object is searched for', async () => {
  const { session, subjectSelector, refiner } = erasingWhileSearching()
  refiner.previewInput.mockImplementation((...call: unknown[]) => {
    listeners.push((call[3] as SegmentOptions).onProgress)
    return new Promise(() => {})
  })
  const listeners: SegmentOptions['onProgress'][] = []
  const segmentSelection = vi.spyOn(refiner, 'segmentSelection')
  segmentSelection.mockImplementation((...call) => {
    listeners.push((call[3] as SegmentOptions).onProgress)
    return new Promise(() => {})
  })
  subjectSelector.click({ x: 200, y: 150 }, true)
  const shown = () => session.ui.status?.progress
  expect(shown()).toBe(0.05)
  const [mask, object] = listeners
  mask?.({ stage: 'separating', fraction: 0.5 })
  expect(shown()).toBeCloseTo(0.12)
  object?.({ stage: 'separating', fraction: 0.1 })
  expect(shown()).toBeCloseTo(0.12)
  object?.({ stage: 'separating', fraction: 1 })
  expect(shown()).toBeCloseTo(0.4)
})

it('lifting an object aborts the search for candidate masks', async () => {
  const { session, subjectSelector, search } = erasingWhileSearching()
  startLifting(session.ui, 'lift')
  subjectSelector.click({ x: 200, y: 150 }, true)
  expect(search.map(({ aborted }) => aborted)).toEqual([true])
})

it('the search for candidate masks restarts only after the last of two quick erasing clicks', async () => {
  const { subjectSelector, search, drawings, settled, fill } = erasingWhileSearching()
  subjectSelector.click({ x: 200, y: 150 }, true)
  subjectSelector.click({ x: 20, y: 150 }, true)
  for (const [i, expected] of [
    [0, [1, null]],
    [1, [2, 'searching']],
  ] as const) {
    drawings[i]!.end('no-subject')
    await settled()
    fill()
    await settled()
    expect([search.length, subjectSelector.state.candidates]).toEqual(expected)
  }
})

it('an erasing click without an estimated mask is marked with a point', () => {
  const { subjectSelector, estimate } = erasingWhileSearching()
  estimate.mockReturnValueOnce(null)
  subjectSelector.click({ x: 200, y: 150 }, true)
  expect(shownParts(subjectSelector)).toEqual(['point'])
  expect(subjectSelector.state.erasing[0]?.at).toEqual({ x: 200, y: 150 })
})

it('replacing the photo removes the masks of erased parts', async () => {
  const { session, subjectSelector, settled } = erasingWhileSearching()
  subjectSelector.click({ x: 200, y: 150 }, true)
  expect(shownParts(subjectSelector)).toEqual([ESTIMATE.coverage])
  session.doc.photo = null
  await settled()
  expect(subjectSelector.state.erasing).toEqual([])
})

it.each([
  ['the last preview erases its area without another request', OBJECTS_PANEL, PREVIEW, 1],
  ['a preview of Select subject does not erase its area', SELECT_SUBJECT_PANEL, ESTIMATE, 2],
])('while erasing, a click on %s', async (_, tab, erased, requests) => {
  const { session, subjectSelector, refiner } = selectorOnPhoto()
  startLifting(session.ui, 'erase')
  session.ui.panel = tab
  subjectSelector.point({ x: 20, y: 150 }, true)
  await vi.advanceTimersByTimeAsync(200)
  subjectSelector.point(null, true)
  startLifting(session.ui, 'erase')
  subjectSelector.click({ x: 20, y: 150 }, true)
  expect(shownParts(subjectSelector)).toEqual([erased.coverage])
  expect(refiner.previewInput).toHaveBeenCalledTimes(requests)
})
