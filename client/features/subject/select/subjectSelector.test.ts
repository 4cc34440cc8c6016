import { beforeEach, expect, it, vi } from 'vitest'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { err } from '#client/kit/values/result.ts'
import type { CloneLayer } from '#client/layers/clone/schema.ts'
import { newLayer } from '#client/layers/registry.ts'
import { pointsOf } from '#client/media/segmenter/clickPoints.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { subjectMap, subjectPlacementMap } from '#client/render/photo/subjectPlacement.ts'
import { openMode, startLifting } from '../modes.ts'
import { OBJECT, PREVIEW, pressUndo, selectorOnPhoto } from '../testing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

it("a click refines the subject's mask and is stored with the mask, as one undo step", async () => {
  const { session, subjectSelector, drawings, settled, shown, countImage } = selectorOnPhoto()
  const before = stateHash(snapshotOf(session))
  subjectSelector.click({ x: 10, y: 20 }, true)
  expect(session.ui.status?.text).toBe('Selecting the subject…')
  drawings[0]!.end(9)
  await settled()
  expect(shown()).toBe(9)
  expect(session.doc.separation?.chosen).toEqual({
    start: 'found',
    choices: [{ adds: true, points: [{ x: 10, y: 20, kind: 'in' }] }],
  })
  expect([session.history.state.undo, session.ui.status, countImage.mock.calls.length]).toEqual([
    'Select subject',
    null,
    0,
  ])
  session.history.undo()
  expect(stateHash(snapshotOf(session))).toBe(before)
  session.history.redo()
  expect(shown()).toBe(9)
})

it('a selection made during a computation restarts the computation with both selections', async () => {
  const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
  subjectSelector.click({ x: 1, y: 1 }, true)
  subjectSelector.box({ x: 9, y: 8 }, { x: 3, y: 2 }, false)
  expect(drawings[0]!.signal.aborted).toBe(true)
  drawings[0]!.end(1)
  drawings[1]!.end(2)
  await settled()
  expect(session.doc.separation?.chosen?.choices).toHaveLength(2)
  expect(drawings[1]!.choices[1]).toEqual({
    adds: false,
    points: [
      { x: 3, y: 2, kind: 'box-start' },
      { x: 9, y: 8, kind: 'box-end' },
    ],
  })
  session.history.undo()
  expect(session.doc.separation?.chosen).toBeUndefined()
})

it('selecting another subject moves neither a resized subject nor a flipped clone', async () => {
  const { session, subjectSelector, drawings, settled, shown } = selectorOnPhoto()
  const { doc, history } = session
  history.transact('Place', () => {
    Object.assign(layerOfKind(doc, 'subject')!, { foregroundSize: 60, foregroundPosition: { x: 5, y: 0 } })
    newLayer(doc, 'clone', { flip: { horizontal: true, vertical: true } })
  })
  const maps = () => {
    const now = snapshotOf(session)
    const ofClone = subjectPlacementMap(now, layerOfKind(now, 'clone') as Immutable<CloneLayer>)
    return [subjectMap(now), ofClone].flatMap((map) => Object.values(map).map((value) => Number(value.toFixed(6))))
  }
  const before = maps()
  subjectSelector.click({ x: 10, y: 20 }, true)
  drawings[0]!.end(9)
  await settled()
  expect([shown(), session.doc.separation?.box.width]).toEqual([9, 300])
  expect(maps()).toEqual(before)
  history.undo()
  expect(maps()).toEqual(before)
})

it('Undo cancels the last click whose mask is still being computed', async () => {
  const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
  const before = stateHash(snapshotOf(session))
  subjectSelector.click({ x: 1, y: 1 }, true)
  subjectSelector.click({ x: 2, y: 2 }, true)
  pressUndo(session)
  expect(drawings.map(({ choices, signal }) => [choices.length, signal.aborted])).toEqual([
    [1, true],
    [2, true],
    [1, false],
  ])
  pressUndo(session)
  for (const drawing of drawings) drawing.end(7)
  await settled()
  expect([stateHash(snapshotOf(session)), session.ui.status, session.ui.pendingSteps]).toEqual([before, null, []])
})

it('Undo cancels an open gesture that is newer than a running selection', () => {
  const { session, subjectSelector, drawings } = selectorOnPhoto()
  subjectSelector.click({ x: 1, y: 1 }, true)
  const gesture = session.history.begin('Tune')
  session.doc.tune.image.fade = 10
  pressUndo(session)
  expect([gesture.isOpen, session.doc.tune.image.fade, drawings[0]!.signal.aborted]).toEqual([false, 0, false])
  pressUndo(session)
  expect(drawings[0]!.signal.aborted).toBe(true)
})

it("Undo during a selection doesn't undo an earlier step", async () => {
  const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
  session.history.transact('Tune', () => Object.assign(session.doc.tune.image, { fade: 10 }))
  subjectSelector.click({ x: 1, y: 1 }, true)
  pressUndo(session)
  drawings[0]!.end(7)
  await settled()
  expect(session.history.state).toMatchObject({ undo: 'Tune', redo: null })
  subjectSelector.click({ x: 1, y: 1 }, true)
  drawings[1]!.end(7)
  await settled()
  pressUndo(session)
  expect(session.history.state).toMatchObject({ undo: 'Tune', redo: 'Select subject' })
})

it('choosing a candidate mask replaces all earlier selections', async () => {
  const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
  subjectSelector.click({ x: 1, y: 1 }, true)
  drawings[0]!.end(1)
  await settled()
  subjectSelector.begin(3)
  drawings[1]!.end(2)
  await settled()
  expect(session.doc.separation?.chosen).toEqual({ start: 3, choices: [] })
})

it('selecting the first subject with a click counts one image in the account', async () => {
  const { session, subjectSelector, drawings, settled, countImage } = selectorOnPhoto()
  session.history.restart(() => {
    session.doc.separation = null
  })
  subjectSelector.click({ x: 1, y: 1 }, true)
  drawings[0]!.end(1)
  await settled()
  expect(session.doc.separation?.chosen?.start).toBe('nothing')
  expect(countImage).toHaveBeenCalledOnce()
})

it('selecting the first subject again after undo counts the photo only once', async () => {
  const { session, subjectSelector, drawings, settled, countImage } = selectorOnPhoto()
  session.history.restart(() => {
    session.doc.separation = null
  })
  for (const click of [0, 1]) {
    subjectSelector.click({ x: 1, y: 1 }, true)
    drawings[click]!.end(1)
    await settled()
    session.history.undo()
  }
  expect(session.doc.separation).toBeNull()
  expect(countImage).toHaveBeenCalledOnce()
})

it("a failed computation doesn't change the subject", async () => {
  const { session, subjectSelector, drawings, settled, toast } = selectorOnPhoto()
  const before = stateHash(snapshotOf(session))
  subjectSelector.click({ x: 1, y: 1 }, true)
  drawings[0]!.end('model-unavailable')
  await settled()
  expect(stateHash(snapshotOf(session))).toBe(before)
  expect(toast).toHaveBeenCalledOnce()
})

it("an erasure and a later selection are tasks of two kinds, and aborting them doesn't show an error", async () => {
  const { session, subjectSelector, drawings, settled, toast } = selectorOnPhoto()
  startLifting(session.ui, 'erase')
  subjectSelector.click({ x: 200, y: 150 }, true)
  await settled()
  openMode(session, 'keep')
  subjectSelector.click({ x: 20, y: 20 }, true)
  expect(drawings.map(({ kind }) => kind)).toEqual(['lift', undefined])
  for (const drawing of drawings) drawing.end('aborted')
  await settled()
  expect([toast.mock.calls, session.ui.pendingSteps]).toEqual([[], []])
})

it.each(['keep', 'erase'] as const)('the result of a click in the mode %s waits until a drag ends', async (mode) => {
  const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
  openMode(session, mode)
  subjectSelector.click({ x: 200, y: 150 }, true)
  await settled()
  const drag = session.history.begin('Draw')
  session.doc.tune.image.fade = 10
  drawings[0]!.end(OBJECT.slice())
  await vi.advanceTimersByTimeAsync(300)
  expect(drag.isOpen).toBe(true)
  drag.commit()
  await vi.advanceTimersByTimeAsync(300)
  expect(session.history.state.undo).toBe(mode === 'keep' ? 'Select subject' : 'Erase object')
})

it("selecting all people in a photo without people doesn't change the document", async () => {
  const { session, subjectSelector, drawings, settled, toast } = selectorOnPhoto()
  const before = stateHash(snapshotOf(session))
  subjectSelector.begin('people')
  drawings[0]!.end('no-subject')
  await settled()
  expect(drawings[0]).toMatchObject({ start: 'people', choices: [] })
  expect(stateHash(snapshotOf(session))).toBe(before)
  expect(toast).toHaveBeenCalledExactlyOnceWith({ title: 'No people found in this photo.' })
})

it('hovering over a suggestion shows the suggestion over the photo', () => {
  const { subjectSelector } = selectorOnPhoto()
  subjectSelector.showMask(PREVIEW)
  expect(subjectSelector.state.preview).toEqual({ ...PREVIEW, adds: true })
  subjectSelector.showMask(null)
  expect(subjectSelector.state.preview).toBeNull()
})

it('the pointer requests a preview once it has rested for 100 ms', async () => {
  const { subjectSelector, refiner } = selectorOnPhoto()
  subjectSelector.point({ x: 1, y: 1 }, true)
  await vi.advanceTimersByTimeAsync(99)
  subjectSelector.point({ x: 2, y: 2 }, false)
  await vi.advanceTimersByTimeAsync(99)
  expect(refiner.previewInput).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  const soFar = { start: 'found', choices: [] }
  expect(refiner.previewInput).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    expect.anything(),
    soFar,
    expect.anything(),
  )
  expect(subjectSelector.state.preview).toEqual({ ...PREVIEW, adds: false })
  subjectSelector.point(null, true)
  expect(subjectSelector.state.preview).toBeNull()
})

it('the candidate masks of a photo stay available until the user dismisses the masks', async () => {
  const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
  const candidates = [
    { start: 'found' as const, mask: PREVIEW },
    { start: 4, mask: PREVIEW },
  ]
  const offered = { photo: session.doc.photo!.asset, candidates }
  expect(subjectSelector.state.offer).toBeNull()
  subjectSelector.offer(candidates)
  expect(subjectSelector.state.offer).toEqual(offered)
  subjectSelector.begin(4)
  drawings[0]!.end(9)
  await settled()
  expect(session.doc.separation?.chosen).toEqual({ start: 4, choices: [] })
  expect(session.history.state.undo).toBe('Select subject')
  session.history.undo()
  expect(session.doc.separation?.chosen).toBeUndefined()
  expect(subjectSelector.state.offer).toEqual(offered)
  subjectSelector.dismissOffer()
  expect(subjectSelector.state.offer).toBeNull()
  subjectSelector.offer(candidates)
  subjectSelector.cancel()
  expect(subjectSelector.state.offer).toBeNull()
})

it('candidate masks are computed once per photo, unless the computation fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { subjectSelector, refiner } = selectorOnPhoto()
  refiner.candidateMasks.mockResolvedValueOnce(err('model-unavailable'))
  await subjectSelector.findCandidates()
  expect(subjectSelector.state.candidates).toBe('failed')
  await subjectSelector.findCandidates()
  await subjectSelector.findCandidates()
  expect(refiner.candidateMasks).toHaveBeenCalledTimes(2)
  expect(subjectSelector.state.candidates).toEqual([{ number: 0, mask: PREVIEW }])
})

it('candidate masks are computed with the people when the user begins to erase', async () => {
  const { session, subjectSelector, refiner } = selectorOnPhoto()
  for (const way of [null, 'erase', null] as const) {
    session.ui.subject.lifts = way
    await subjectSelector.findCandidates()
  }
  expect(refiner.candidateMasks.mock.calls.map(([, { findsPeople }]) => findsPeople)).toEqual([false, true])
})

it("for a click that removes an outer piece of a part, pointsOf adds a point that protects the part's core", () => {
  const coverage = new Uint8Array(200 * 100)
  for (let y = 10; y < 90; y++) coverage.fill(255, y * 200 + 10, y * 200 + 90)
  for (let y = 40; y < 60; y++) coverage.fill(255, y * 200 + 90, y * 200 + 120)
  for (let y = 10; y < 40; y++) coverage.fill(255, y * 200 + 160, y * 200 + 190)
  const mask = { width: 200, height: 100, coverage }
  const [, core] = pointsOf({ x: 112, y: 50 }, false, mask)
  expect(core).toMatchObject({ kind: 'out' })
  expect(Math.hypot(core!.x - 50, core!.y - 50)).toBeLessThan(4)
  expect(pointsOf({ x: 52, y: 48 }, false, mask)).toHaveLength(1)
  expect(pointsOf({ x: 175, y: 25 }, false, mask)).toHaveLength(1)
  expect(pointsOf({ x: 112, y: 50 }, true, mask)).toHaveLength(1)
  expect(pointsOf({ x: 5, y: 5 }, false, mask)).toHaveLength(1)
})
