import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { Choice, MaskPreview, SegmentStart } from '#client/media/segmenter/segmentationRefiner.ts'
import type { Matte, SegmentError } from '#client/media/segmenter/segmenter.ts'
import { stateHash } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { OBJECTS_TAB, startLifting } from '#client/model/session/ui/subject.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { liftedLayers } from '#client/render/objects/lifted.ts'
import { separatedPhoto } from '../../../tests/helpers/session.ts'
import { pointsOf } from './clickPoints.ts'
import { createAnnouncer } from './flow.ts'
import { SubjectSelector } from './selectSubject.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const PREVIEW: MaskPreview = { width: 2, height: 1, coverage: Uint8Array.of(255, 0), score: 0.9 }

/** Opens a segmented photo with a refiner whose results the test provides. */
function setup() {
  const session = separatedPhoto()
  const toast = vi.fn()
  Object.assign(session.notices, { toast })
  const drawings: {
    start: SegmentStart
    choices: readonly Choice[]
    signal: AbortSignal
    end(fill: number | SegmentError): void
  }[] = []
  const refiner = {
    previewChoice: vi.fn(async () => ok(PREVIEW)),
    eachPerson: async () => ok([]),
    candidateMasks: vi.fn(
      async (_: ImageBitmap, __: { signal: AbortSignal }): Promise<Result<MaskPreview[], SegmentError>> =>
        ok([PREVIEW]),
    ),
    segmentChoices: (
      _: ImageBitmap,
      start: SegmentStart,
      choices: readonly Choice[],
      { signal }: { signal: AbortSignal },
    ) =>
      new Promise<Result<Matte, SegmentError>>((resolve) =>
        drawings.push({
          start,
          choices,
          signal,
          end: (fill) =>
            resolve(
              typeof fill === 'number'
                ? ok({ width: 300, height: 200, coverage: new Uint8Array(60_000).fill(fill) })
                : err(fill),
            ),
        }),
      ),
  }
  const countImage = vi.fn()
  let filled = Promise.withResolvers<void>()
  const whenFilled = () => {
    filled = Promise.withResolvers()
    return filled.promise
  }
  const subjectSelector = new SubjectSelector({
    session,
    announcer: createAnnouncer(session),
    refiner,
    countImage,
    whenFilled,
  })
  const settled = () => vi.advanceTimersByTimeAsync(0)
  const shown = () => matteOf(snapshotOf(session), session.assets)?.coverage[0]
  return {
    session,
    subjectSelector,
    refiner,
    drawings,
    countImage,
    toast,
    settled,
    shown,
    fill: () => filled.resolve(),
  }
}

it('a click is one undo step and is stored with the initial mask', async () => {
  const { session, subjectSelector, drawings, settled, shown, countImage } = setup()
  const before = stateHash(snapshotOf(session))
  subjectSelector.click({ x: 10, y: 20 }, true)
  expect(session.ui.status?.text).toBe('Selecting the subject...')
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

it('a click during a computation aborts it and computes with both clicks', async () => {
  const { session, subjectSelector, drawings, settled } = setup()
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

it('a candidate mask replaces all selections', async () => {
  const { session, subjectSelector, drawings, settled } = setup()
  subjectSelector.click({ x: 1, y: 1 }, true)
  drawings[0]!.end(1)
  await settled()
  subjectSelector.begin(3)
  drawings[1]!.end(2)
  await settled()
  expect(session.doc.separation?.chosen).toEqual({ start: 3, choices: [] })
})

it('a click without a subject creates the first subject, which the account counts', async () => {
  const { session, subjectSelector, drawings, settled, countImage } = setup()
  session.history.restart(() => {
    session.doc.separation = null
  })
  subjectSelector.click({ x: 1, y: 1 }, true)
  drawings[0]!.end(1)
  await settled()
  expect(session.doc.separation?.chosen?.start).toBe('nothing')
  expect(countImage).toHaveBeenCalledOnce()
})

it('a failed computation keeps the subject and shows a message', async () => {
  const { session, subjectSelector, drawings, settled, toast } = setup()
  const before = stateHash(snapshotOf(session))
  subjectSelector.click({ x: 1, y: 1 }, true)
  drawings[0]!.end('model-unavailable')
  await settled()
  expect(stateHash(snapshotOf(session))).toBe(before)
  expect(toast).toHaveBeenCalledOnce()
})

it('people-only without people shows no error and changes nothing', async () => {
  const { session, subjectSelector, drawings, settled, toast } = setup()
  const before = stateHash(snapshotOf(session))
  subjectSelector.begin('people')
  drawings[0]!.end('no-subject')
  await settled()
  expect(drawings[0]).toMatchObject({ start: 'people', choices: [] })
  expect(stateHash(snapshotOf(session))).toBe(before)
  expect(toast).toHaveBeenCalledExactlyOnceWith({ title: 'No people found in this photo.' })
})

it('a resting pointer previews its click once, and moving the pointer hides the preview', async () => {
  const { subjectSelector, refiner } = setup()
  subjectSelector.point({ x: 1, y: 1 }, true)
  await vi.advanceTimersByTimeAsync(99)
  subjectSelector.point({ x: 2, y: 2 }, false)
  await vi.advanceTimersByTimeAsync(99)
  expect(refiner.previewChoice).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  const soFar = { start: 'found', choices: [] }
  expect(refiner.previewChoice).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    expect.anything(),
    soFar,
    expect.anything(),
  )
  expect(subjectSelector.get().preview).toEqual({ ...PREVIEW, adds: false })
  subjectSelector.point(null, true)
  expect(subjectSelector.get().preview).toBeNull()
})

it('keeps the candidate masks of the open photo until dismissed or replaced', async () => {
  const { session, subjectSelector, drawings, settled } = setup()
  const candidates = [
    { start: 'found' as const, mask: PREVIEW },
    { start: 4, mask: PREVIEW },
  ]
  const offered = { photo: session.doc.photo!.asset, candidates }
  expect(subjectSelector.get().offer).toBeNull()
  subjectSelector.offer(candidates)
  expect(subjectSelector.get().offer).toEqual(offered)
  subjectSelector.begin(4)
  drawings[0]!.end(9)
  await settled()
  expect(session.doc.separation?.chosen).toEqual({ start: 4, choices: [] })
  expect(session.history.state.undo).toBe('Select subject')
  session.history.undo()
  expect(session.doc.separation?.chosen).toBeUndefined()
  expect(subjectSelector.get().offer).toEqual(offered)
  subjectSelector.dismissOffer()
  expect(subjectSelector.get().offer).toBeNull()
  subjectSelector.offer(candidates)
  subjectSelector.cancel()
  expect(subjectSelector.get().offer).toBeNull()
})

it('computes candidate masks once per photo, and again after a failure', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { subjectSelector, refiner } = setup()
  refiner.candidateMasks.mockResolvedValueOnce(err('model-unavailable'))
  await subjectSelector.findCandidates()
  expect(subjectSelector.get().candidates).toBe('failed')
  await subjectSelector.findCandidates()
  await subjectSelector.findCandidates()
  expect(refiner.candidateMasks).toHaveBeenCalledTimes(2)
  expect(subjectSelector.get().candidates).toEqual([{ number: 0, mask: PREVIEW }])
})

it('a removing click keeps the middle of a selected part unless it hits that middle', () => {
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

it('a new subject becomes the source of its lifted objects, in the same step', async () => {
  const { session, subjectSelector, drawings, settled } = setup()
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

it('progress is shown while objects are lifted, and a cancellation lifts no object', async () => {
  const { session, subjectSelector, drawings, settled } = setup()
  session.ui.tab = OBJECTS_TAB
  startLifting(session.ui, 'lift')
  subjectSelector.click({ x: 1, y: 1 }, true)
  expect(subjectSelector.get().isLifting).toBe(true)
  subjectSelector.cancelLifting()
  expect(subjectSelector.get().isLifting).toBe(false)
  expect(drawings[0]!.signal.aborted).toBe(true)
  drawings[0]!.end(255)
  await settled()
  expect([liftedLayers(snapshotOf(session)), session.ui.status]).toEqual([[], null])
})

it('shows a placeholder from a click that erases until the background is filled', async () => {
  const { session, subjectSelector, drawings, settled, fill, refiner } = setup()
  session.ui.tab = OBJECTS_TAB
  startLifting(session.ui, 'erase')
  const search: AbortSignal[] = []
  refiner.candidateMasks.mockImplementation((_, { signal }) => {
    search.push(signal)
    return new Promise(() => {})
  })
  void subjectSelector.findCandidates()
  refiner.previewChoice.mockImplementation(async () => {
    expect(search[0]!.aborted, 'the search of candidates waits').toBe(true)
    expect(drawings, 'asked before the lift, which takes longer').toHaveLength(0)
    return ok(PREVIEW)
  })
  subjectSelector.click({ x: 200, y: 150 }, true)
  await settled()
  expect([subjectSelector.get().erasing, session.ui.status?.text]).toEqual([[PREVIEW], 'Erasing the object...'])
  drawings[0]!.end('no-subject')
  await settled()
  expect(subjectSelector.get().erasing).toEqual([PREVIEW])
  fill()
  await settled()
  expect(subjectSelector.get().erasing).toEqual([])
  expect(search, 'the search begins again').toHaveLength(2)
})
