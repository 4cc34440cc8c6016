import { expect, it, vi } from 'vitest'
import { createAnnouncer } from '#client/editor/flows/flow.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import { PIPELINE_ID } from '#client/media/segmenter/segmentation.ts'
import type { MaskPreview, SegmentError, SegmentStart } from '#client/media/segmenter/segmentationTypes.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import type { DocumentSnapshot, SubjectSelection } from '#client/model/document/document.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import type { DividePhoto } from '#client/render/matting/mattingWorker.ts'
import { partOf } from '#client/render/matting/partition/partition.ts'
import { liftedLayers } from '#client/render/objects/lifted.ts'
import { separatedPhoto } from '../../../../tests/helpers/session.ts'
import { startLifting } from '../modes.ts'
import { pressUndo } from '../testing.ts'
import { createLifter, type LiftDeps } from './lift.ts'

const CLICK: SubjectSelection = {
  start: 'nothing',
  choices: [{ adds: true, points: [{ x: 200, y: 150, kind: 'in' }] }],
}

/** Returns a matte that covers a 20 × 20 px square of the photo (300 × 200 px). */
function square(left: number, top: number): Coverage {
  const coverage = new Uint8Array(60_000)
  for (let y = top; y < top + 20; y++) coverage.fill(255, y * 300 + left, y * 300 + left + 20)
  return { width: 300, height: 200, coverage }
}

/** Returns a matte that covers the photo from row `top` down. */
const lowerPart = (top: number): Coverage => ({
  ...square(0, 0),
  coverage: new Uint8Array(60_000).fill(255, 300 * top),
})

/** Opens a segmented photo whose subject covers 100 × 100 px in a corner. Tests set the refiner's results. */
function setup(divide: DividePhoto = async (request) => partOf(request)) {
  const [session, toast] = [separatedPhoto(), vi.fn()]
  Object.assign(session.notices, { toast })
  const results: ((result: Result<Coverage, SegmentError>) => void)[] = []
  const starts: SegmentStart[] = []
  let people: Result<MaskPreview[], SegmentError> = ok([])
  const refiner: LiftDeps['refiner'] = {
    segmentSelection(_, start) {
      starts.push(start)
      return new Promise((resolve) => results.push(resolve))
    },
    eachPerson: async () => people,
  }
  const find = (found: Result<MaskPreview[], SegmentError>) => {
    people = found
    lifter.liftPeople()
  }
  const lifter = createLifter({ session, announcer: createAnnouncer(session), refiner, divide })
  const give = async (result: Result<Coverage, SegmentError>) => {
    await expect.poll(() => results.length).toBeGreaterThan(0)
    results.shift()!(result)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { session, lifter, results, starts, find, give, toast, lifted: () => liftedLayers(snapshotOf(session)) }
}

/** Returns a person's mask of 30 × 20 px that covers the same part of the photo as `square(left, top)`. */
function person(left: number, top: number): MaskPreview {
  const coverage = new Uint8Array(600)
  for (let y = top / 10; y < top / 10 + 2; y++) coverage.fill(255, y * 30 + left / 10, y * 30 + left / 10 + 2)
  return { width: 30, height: 20, coverage, score: 1 }
}

/** Adds objects to the document until it contains `count` objects. */
function fillUp({ doc, history }: Session, count: number) {
  history.transact('Fill up', () => {
    while (liftedLayers(doc as DocumentSnapshot).length < count) newLayer(doc, 'object')
  })
}

it("lifting an object stores the click, the object's box and its origin, as one undo step", async () => {
  const { session, lifter, give, lifted } = setup()
  const before = stateHash(snapshotOf(session))
  void lifter.lift(CLICK, false)
  expect(session.ui.status?.text).toBe('Lifting the object…')
  await give(ok(square(200, 150)))
  const box = { x: 200, y: 150, width: 20, height: 20 }
  const stored = { home: 'background', model: PIPELINE_ID, suggestion: -1, choices: CLICK.choices, box }
  expect(lifted()).toMatchObject([{ placement: 'background', lifted: stored }])
  expect([session.history.state.undo, session.ui.status]).toEqual(['Lift object', null])
  session.history.undo()
  expect(stateHash(snapshotOf(session))).toBe(before)
  session.history.redo()
  expect(session.assets.matte(lifted()[0]!.lifted.matte as never)?.coverage[150 * 300 + 200]).toBe(255)
})

it('erasing a part of the subject adds a hidden object in front of the subject', async () => {
  const { session, lifter, give, lifted } = setup()
  void lifter.lift({ start: 2, choices: [] }, true)
  await give(ok(square(40, 40)))
  expect(lifted()).toMatchObject([
    { isHidden: true, placement: 'foreground', lifted: { home: 'subject', suggestion: 2, choices: [] } },
  ])
  expect(session.history.state.undo).toBe('Erase object')
  session.history.undo()
  expect(lifted()).toEqual([])
  session.history.redo()
  expect(lifted()).toMatchObject([{ isHidden: true }])
})

it.each([
  ['next to the subject erases a part of the background', { x: 105, y: 50 }, 'background'],
  ['on the subject erases a part of the subject', { x: 95, y: 50 }, 'subject'],
] as const)('an erasing click %s', async (_, at, home) => {
  const { lifter, give, lifted } = setup()
  void lifter.lift({ start: 'nothing', choices: [{ adds: true, points: [{ ...at, kind: 'in' }] }] }, true)
  await give(ok(square(88, 40)))
  expect(lifted()).toMatchObject([{ isHidden: true, lifted: { home } }])
})

it('a click while an object is being computed lifts another object afterwards', async () => {
  const { lifter, results, give, lifted } = setup()
  void lifter.lift(CLICK, false)
  void lifter.lift(CLICK, false)
  expect(results).toHaveLength(1)
  await give(ok(square(200, 150)))
  await give(ok(square(100, 150)))
  expect(lifted().map(({ lifted: { box } }) => box.x)).toEqual([200, 100])
})

it('after the last queued click, lifting ends with the newest object selected', async () => {
  const { session, lifter, give, lifted } = setup()
  select(session.ui)
  startLifting(session.ui, 'lift')
  void lifter.lift(CLICK, false)
  void lifter.lift(CLICK, false)
  await give(ok(square(200, 150)))
  expect([session.ui.subject.lifts, session.ui.selection]).toEqual(['lift', []])
  await give(ok(square(100, 150)))
  expect([session.ui.subject.lifts, session.ui.selection]).toEqual([null, [lifted()[1]!.id]])
})

it.each([
  ['an erased object', 'erase', true, ok(square(200, 150))],
  ['an erasure that ends in the lifting mode', 'lift', true, ok(square(200, 150))],
  ['a click without an object', 'lift', false, err('no-subject')],
] as const)("after %s, the tool's mode doesn't change and no object is selected", async (_, way, erases, found) => {
  const { session, lifter, give } = setup()
  select(session.ui)
  startLifting(session.ui, way)
  void lifter.lift(CLICK, erases)
  await give(found)
  await expect.poll(() => session.ui.status).toBeNull()
  expect([session.ui.subject.lifts, session.ui.selection]).toEqual([way, []])
})

it('at the object limit, the queued clicks are discarded', async () => {
  const { session, lifter, results, give, toast, lifted } = setup()
  fillUp(session, 15)
  for (let i = 0; i < 4; i++) void lifter.lift(CLICK, false)
  await give(ok(square(200, 150)))
  await expect.poll(() => session.ui.status).toBeNull()
  expect([lifted().length, results.length]).toEqual([16, 0])
  expect(toast.mock.calls).toEqual([[{ title: 'You can’t add more layers of this type.' }]])
})

it('objects added during the computation count toward the object limit', async () => {
  const { session, lifter, give, toast, lifted } = setup()
  fillUp(session, 15)
  void lifter.lift(CLICK, false)
  fillUp(session, 16)
  await give(ok(square(200, 150)))
  await expect.poll(() => session.ui.status).toBeNull()
  expect(lifted()).toHaveLength(16)
  expect(toast.mock.calls).toEqual([[{ title: 'You can’t add more layers of this type.' }]])
})

it('several clicks that fail for the same reason show one message', async () => {
  const { lifter, give, toast } = setup()
  for (let i = 0; i < 3; i++) void lifter.lift(CLICK, false)
  for (let i = 0; i < 3; i++) await give(err('no-subject'))
  expect(toast.mock.calls).toEqual([
    [{ title: 'No object found here. Try another spot, or drag a box around the object.' }],
  ])
})

it('a click after canceling lifts an object', async () => {
  const { lifter, give, lifted } = setup()
  void lifter.lift(CLICK, false)
  void lifter.lift(CLICK, false)
  lifter.cancel()
  await give(ok(square(200, 150)))
  expect(lifted()).toEqual([])
  void lifter.lift(CLICK, false)
  await give(ok(square(100, 150)))
  expect(lifted()).toHaveLength(1)
})

it('each person is lifted as a separate step with a box around that person', async () => {
  const { session, find, starts, give, lifted } = setup()
  find(ok([person(100, 150), person(200, 150)]))
  await give(ok(square(100, 150)))
  await give(ok(square(200, 150)))
  expect(starts).toEqual(['person-0', 'person-1'])
  expect(lifted().map(({ lifted: { suggestion, box } }) => [suggestion, box.x])).toEqual([
    [-1, 100],
    [-1, 200],
  ])
  expect(lifted()[0]!.lifted.choices).toEqual([
    {
      adds: true,
      points: [
        { x: 100, y: 150, kind: 'box-start' },
        { x: 120, y: 170, kind: 'box-end' },
      ],
    },
  ])
  session.history.undo()
  expect(lifted()).toHaveLength(1)
  session.history.undo()
  expect(lifted()).toEqual([])
})

it("lifting people twice doesn't lift a person twice", async () => {
  const { find, starts, give, toast, lifted } = setup()
  find(ok([person(100, 150)]))
  await give(ok(square(100, 150)))
  find(ok([person(100, 150), person(200, 150)]))
  await give(ok(square(200, 150)))
  expect([lifted().length, starts]).toEqual([2, ['person-0', 'person-1']])
  find(ok([person(100, 150), person(200, 150)]))
  const title = 'Each person found is already an object.'
  await expect.poll(() => toast.mock.calls).toEqual([[{ title }]])
})

it('canceling stops the lifting of queued people', async () => {
  const { find, lifter, give, results, lifted } = setup()
  find(ok([person(100, 150), person(200, 150)]))
  await give(ok(square(100, 150)))
  await expect.poll(() => results.length).toBe(1)
  lifter.cancel()
  await give(ok(square(200, 150)))
  expect(lifted()).toHaveLength(1)
})

it.each([
  ['nobody is found', ok([]), { title: 'No people found in this photo.' }],
  [
    'the search fails',
    err('failed' as const),
    { title: 'Failed to find people. Please try again.', isDestructive: true },
  ],
])('when people are lifted, a toast reports that %s', async (_, found, said) => {
  const { session, find, toast, lifted } = setup()
  find(found as Result<MaskPreview[], SegmentError>)
  await expect.poll(() => toast.mock.calls).toEqual([[said]])
  expect([lifted(), session.ui.status]).toEqual([[], null])
})

const NO_OBJECT = 'No object found here. Try another spot, or drag a box around the object.'
const BACKGROUND = 'This is the background, so nothing was erased. Try another spot, or drag a box around the object.'

it.each([
  ['the mask is empty', ok(lowerPart(200)), NO_OBJECT],
  ['the network does not find an object', err('no-subject' as const), NO_OBJECT],
  ['the network fails', err('failed' as const), 'Failed to lift the object. Please try again.'],
  ['it would erase the background', ok(lowerPart(0)), BACKGROUND],
  ['it would erase a strip along the lower edge', ok(lowerPart(150)), BACKGROUND],
])('a message appears after a click when %s', async (when, result, title) => {
  const { session, lifter, give, toast, lifted } = setup()
  void lifter.lift(CLICK, when.includes('erase'))
  await give(result as Result<Coverage, SegmentError>)
  expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title }))
  expect([lifted(), session.ui.status]).toEqual([[], null])
})

it('after a worker has failed, the next click lifts its object', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const divide = vi.fn<DividePhoto>(async (request) => partOf(request)).mockRejectedValueOnce(new Error('no worker'))
  const { session, lifter, give, toast, lifted } = setup(divide)
  void lifter.lift(CLICK, false)
  void lifter.lift(CLICK, false)
  await give(ok(square(200, 150)))
  expect(toast).toHaveBeenCalledWith({
    title: 'Failed to lift the object. Please try again.',
    isDestructive: true,
  })
  await give(ok(square(100, 150)))
  expect(lifted().map(({ lifted: { box } }) => box.x)).toEqual([100])
  expect(session.ui.status).toBeNull()
})

it('Undo cancels the last click after an earlier click has lifted an object', async () => {
  const { session, lifter, give, lifted } = setup()
  for (const _ of [1, 2]) void lifter.lift(CLICK, false)
  await give(ok(square(200, 150)))
  await expect.poll(() => lifted().length).toBe(1)
  pressUndo(session)
  expect([lifted().length, session.ui.pendingSteps]).toEqual([1, []])
  pressUndo(session)
  expect(lifted()).toEqual([])
})
