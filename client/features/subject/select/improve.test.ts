import { expect, it } from 'vitest'
import { pause } from '#client/kit/async/scheduling.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { err, ok } from '#client/kit/values/result.ts'
import type { CloneLayer } from '#client/layers/clone/schema.ts'
import { newLayer } from '#client/layers/registry.ts'
import { PIPELINE_ID } from '#client/media/segmenter/segmentation.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { subjectOf } from '#client/render/objects/subjectFields.ts'
import { roundPosition, sizeOffset, subjectMap, subjectPlacementMap } from '#client/render/photo/subjectPlacement.ts'
import { CANDIDATES, found, matteOf, open, selectSubject, setup, shown } from './improve.testing.ts'

it('the refined matte replaces the first matte in all undo steps', async () => {
  const { session, refine, beforeChange } = setup()
  await refine(ok(found(2)), () =>
    session.history.transact('Fade', () => Object.assign(session.doc.tune.image, { fade: 40 })),
  )
  expect(shown(session)).toBe(2)
  expect(session.doc.separation?.model).toBe(PIPELINE_ID)
  // proves that `beforeChange` was called while the first matte was still shown
  expect(beforeChange.mock.results).toEqual([{ type: 'return', value: 1 }])
  expect(session.history.state.undo).toBe('Fade')
  const after = stateHash(snapshotOf(session))
  session.history.undo()
  expect([shown(session), session.doc.tune.image.fade]).toEqual([2, 0])
  expect(session.history.state.undo).toBeNull()
  session.history.redo()
  expect(stateHash(snapshotOf(session))).toBe(after)
})

it('a lifted object inside the refined matte becomes part of the subject', async () => {
  const { session, searches, improver } = setup()
  const done = improver.begin()
  const { assets, doc, history } = session
  const id = history.transact('Lift object', () =>
    newLayer(doc, 'object', {
      lifted: {
        matte: assets.put({ kind: 'matte', ...matteOf(255) }),
        model: PIPELINE_ID,
        home: 'background',
        box: { x: 0, y: 0, width: 4, height: 2 },
      },
    }),
  )
  const home = () => asLifted(snapshotOf(session).layers[id])?.lifted.home
  searches[0]!.end(ok(found(255)))
  await done
  expect([home(), history.state.undo]).toEqual(['subject', 'Lift object'])
  history.undo()
  expect(home()).toBeUndefined()
  history.redo()
  expect(home()).toBe('subject')
})

it('a refined matte that arrives during a drag is shown after the drag', async () => {
  const { session, searches, improver } = setup()
  const done = improver.begin()
  const drag = session.history.begin('Fade')
  session.doc.tune.image.fade = 10
  searches[0]!.end(ok(found(2)))
  await pause(0)
  expect([drag.isOpen, shown(session)]).toEqual([true, 1])
  drag.cancel()
  await done
  expect([shown(session), session.doc.tune.image.fade]).toEqual([2, 0])
})

it('a refined matte moves neither a resized subject nor a flipped clone', async () => {
  const { session, refine } = setup()
  const { doc, history } = session
  const resize = (size: number) =>
    history.transact('Resize', () => Object.assign(layerOfKind(doc, 'subject')!, { foregroundSize: size }))
  session.history.restart(() => {
    const matte = session.assets.put({ kind: 'matte', ...matteOf(1), coverage: Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 0) })
    doc.separation = separationOf(session.assets, matte, 'first')
    newLayer(doc, 'clone', { rotation: 30, flip: { horizontal: true, vertical: false } })
  })
  const maps = () => {
    const now = snapshotOf(session)
    const ofClone = subjectPlacementMap(now, layerOfKind(now, 'clone') as Immutable<CloneLayer>)
    return [subjectMap(now), ofClone].flatMap((map) => Object.values(map).map((value) => Number(value.toFixed(6))))
  }
  /** Returns whether the subject's position is the offset that resizing the subject to 100% removes. */
  const isOffset = (size: number) => {
    const now = snapshotOf(session)
    const { x, y } = sizeOffset(now, session.assets, size)
    const at = subjectOf(now)!.foregroundPosition
    return x !== 0 && y !== 0 && roundPosition(at.x - x) === 0 && roundPosition(at.y - y) === 0
  }
  const states = [maps()]
  for (const size of [60, 150]) {
    resize(size)
    states.push(maps())
  }
  history.undo()
  await refine(ok(found(2)))
  expect([shown(session), maps(), isOffset(60)]).toEqual([2, states[1], true])
  history.redo()
  expect([shown(session), maps(), isOffset(150)]).toEqual([2, states[2], true])
  history.undo()
  history.undo()
  expect([shown(session), maps()]).toEqual([2, states[0]])
  expect(layerOfKind(snapshotOf(session), 'subject')).toMatchObject({ foregroundPosition: { x: 0, y: 0 } })
})

it('undoing a selection that was made during the refinement shows the refined matte', async () => {
  const { session, refine, beforeChange } = setup()
  await refine(ok(found(2)), () => selectSubject(session))
  expect([shown(session), session.history.state.undo]).toEqual([9, 'Choose'])
  session.history.undo()
  expect([shown(session), beforeChange.mock.calls.length]).toEqual([2, 0])
  session.history.redo()
  expect(shown(session)).toBe(9)
})

it("a refined matte doesn't replace a subject that the user has selected", async () => {
  const { session, refine, beforeChange } = setup()
  await refine(ok(found(2)), () => selectSubject(session))
  expect(shown(session)).toBe(9)
  expect(beforeChange).not.toHaveBeenCalled()
})

it('a new photo aborts the running refinement and starts another refinement', async () => {
  const { session, searches, improver } = setup()
  void improver.begin()
  open(session, 'b')
  const second = improver.begin()
  expect(searches[0]!.signal.aborted).toBe(true)
  searches[0]!.end(ok(found(7)))
  searches[1]!.end(ok(found(3)))
  await second
  expect(shown(session)).toBe(3)
})

it('the state says that a better matte is being computed, until the computation ends', async () => {
  const { session, searches, improver } = setup()
  const isRefining = () => session.ui.subject.isRefining
  const done = improver.begin()
  expect(isRefining()).toBe(true)
  searches[0]!.end(ok(found(2)))
  await done
  expect(isRefining()).toBe(false)
  open(session, 'b')
  const canceled = improver.begin()
  improver.cancel()
  searches[1]!.end(err('aborted'))
  await canceled
  expect([isRefining(), shown(session)]).toEqual([false, 1])
})

it('the first matte stays in use if no better matte is found', async () => {
  const { session, refine } = setup()
  await refine(err('model-unavailable'))
  expect(shown(session)).toBe(1)
})

it('reopening a photo reuses the refined matte', async () => {
  const { session, find, improver, refine } = setup()
  await refine(ok(found(2)))
  open(session, 'a')
  await improver.begin()
  expect(shown(session)).toBe(2)
  expect(find).toHaveBeenCalledOnce()
})

it('an uncertain refinement without candidate masks offers to open the subject tool', async () => {
  const { session, improver, refine, toast } = setup()
  await refine(ok(found(2, false)))
  expect(shown(session)).toBe(2)
  expect(toast).toHaveBeenCalledOnce()
  const [offer] = toast.mock.calls[0]!
  expect(offer).toMatchObject({ title: 'Is the right subject selected?', action: { label: 'Select another' } })
  expect(offer.isDestructive).toBeUndefined()
  offer.action!.run()
  expect(session.ui.panel).toBe(SELECT_SUBJECT_PANEL)
  open(session, 'a')
  await improver.begin() // the cached result reports the same uncertainty
  expect(toast).toHaveBeenCalledOnce()
  session.ui.panel = null
  open(session, 'a')
  await improver.begin()
  expect(toast).toHaveBeenCalledTimes(2)
})

it('an uncertain refinement offers candidate masks again when the photo is reopened', async () => {
  const { session, improver, refine, toast, offerCandidates } = setup()
  await refine(ok(found(2, false, CANDIDATES)))
  open(session, 'a')
  await improver.begin()
  expect(offerCandidates.mock.calls).toEqual([[CANDIDATES], [CANDIDATES]])
  session.ui.panel = SELECT_SUBJECT_PANEL // the offer is shown when this panel is closed
  open(session, 'a')
  await improver.begin()
  expect(offerCandidates).toHaveBeenCalledTimes(3)
  expect(toast).not.toHaveBeenCalled()
})

it("a confident refinement doesn't offer candidate masks", async () => {
  const { refine, toast, offerCandidates } = setup()
  await refine(ok(found(2, true, CANDIDATES)))
  expect(toast).not.toHaveBeenCalled()
  expect(offerCandidates).not.toHaveBeenCalled()
})

it("a refinement doesn't offer candidate masks after the user has selected the subject", async () => {
  const { session, refine, toast, offerCandidates } = setup()
  await refine(ok(found(3, false, CANDIDATES)), () => selectSubject(session))
  expect(toast).not.toHaveBeenCalled()
  expect(offerCandidates).not.toHaveBeenCalled()
})
