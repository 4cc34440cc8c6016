/** Mattes of a photo with lifted objects. */
import { expect, it, vi } from 'vitest'
import { defaults } from '#client/kit/base/fields.ts'
import type { Point } from '#client/kit/base/geometry.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { listOf } from '#client/kit/base/immutable.ts'
import { duplicateLayer } from '#client/layers/actions.ts'
import type { ObjectLayer } from '#client/layers/object/schema.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { Revision } from '#client/model/assets/store.ts'
import { type MaskStroke, strokeFields } from '#client/model/document/maskEdits.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { asLifted } from '../../objects/lifted.ts'
import { EditedMattes, holdMatte, liftedMatteOf, matteOf } from './editedMattes.ts'

import { editable } from './mattesTesting.ts'

function liftOut({ session }: ReturnType<typeof editable>, byte: number, values: object) {
  const { assets, doc, history } = session
  const box = { x: 40, y: 40, width: 20, height: 20 }
  const coverage = new Uint8Array(300 * 200)
  for (let y = 40; y < 60; y++) coverage.fill(byte, y * 300 + 40, y * 300 + 60)
  const matte = assets.put({ kind: 'matte', width: 300, height: 200, coverage })
  return history.transact('Lift', () =>
    newLayer(doc, 'object', { lifted: { matte, home: 'subject', box }, placement: 'foreground', ...values }),
  )
}

const MOVED = { position: { x: 9, y: 0 } }

/** Draws a dot of 10 px on an object's mask, and returns the object's matte. */
function mendObject({ session }: ReturnType<typeof editable>, id: LayerId) {
  const object = () => asLifted(snapshotOf(session).layers[id])!
  const matte = () => liftedMatteOf(snapshotOf(session), session.assets, object())!
  const dot = (mode: MaskStroke['mode'], at: Point) =>
    session.history.transact('Stroke', () => {
      const { mend } = session.doc.layers[id] as ObjectLayer
      const look = { ...defaults(strokeFields), isSnapping: false, mode, size: 10, hardness: 100 }
      mend.strokes = listOf([...mend.strokes, { ...look, points: listOf([at]) }])
    })
  return { matte, dot, at: (x: number, y: number) => matte().coverage[y * 300 + x] }
}

it('excludes a moved object of the subject after all edits, and undo includes it again', () => {
  const edited = editable()
  const { session, erase, matte } = edited
  const at = (x: number, y: number) => matte().coverage[y * 300 + x]
  const found = matte()
  liftOut(edited, 200, {})
  expect(matte(), 'in place, the subject shows it').toBe(found)
  session.history.undo()
  liftOut(edited, 200, { position: { x: 9, y: 0 } })
  expect([at(50, 50), at(39, 50)]).toEqual([55, 255])
  erase(90)
  expect([at(50, 50), at(90, 50), at(5, 5)]).toEqual([55, 0, 255])
  session.history.undo()
  session.history.undo()
  expect(matte()).toBe(found)
})

it("an object painted above doesn't change the coverage", () => {
  const edited = editable()
  liftOut(edited, 100, { shadow: { enabled: true } })
  const rest = edited.matte().coverage[50 * 300 + 50]! / 255
  expect(1 - (1 - rest) * (1 - 100 / 255)).toBeCloseTo(1, 2)
})

it('keeps the bytes of a held matte when an object is lifted', () => {
  const edited = editable()
  edited.erase(80)
  const before = snapshotOf(edited.session)
  const release = holdMatte(before, edited.session.assets)
  const held = edited.matte()
  const bytes = held.coverage.slice()
  liftOut(edited, 255, { isHidden: true, position: { x: 9, y: 0 } })
  expect(edited.matte().coverage[50 * 300 + 50]).toBe(0)
  expect(held.coverage).toEqual(bytes)
  expect(matteOf(before, edited.session.assets)).toBe(held)
  release()
})

it('an object has its own mask edits, and its erased pixels stay in the subject', () => {
  const edited = editable()
  const object = mendObject(edited, liftOut(edited, 255, MOVED))
  const found = object.matte()
  const inSubject = (x: number, y: number) => edited.matte().coverage[y * 300 + x]
  expect([object.at(50, 50), inSubject(50, 50)]).toEqual([255, 0])
  object.dot('erase', { x: 50, y: 50 })
  expect([object.at(50, 50), object.at(42, 42)]).toEqual([0, 255])
  expect([inSubject(50, 50), inSubject(42, 42)]).toEqual([255, 0])
  object.dot('restore', { x: 80, y: 80 })
  expect([object.at(80, 80), inSubject(80, 80), inSubject(70, 80)]).toEqual([255, 0, 255])
  edited.session.history.undo()
  expect([object.at(80, 80), inSubject(80, 80)]).toEqual([0, 255])
  edited.session.history.undo()
  expect(object.matte()).toBe(found)
  expect([inSubject(50, 50), inSubject(20, 20)]).toEqual([0, 255])
})

it('changes the subject only around a stroke on an object of it', () => {
  const edited = editable()
  const { session } = edited
  const object = mendObject(edited, liftOut(edited, 255, MOVED))
  object.dot('erase', { x: 45, y: 45 })
  edited.matte()
  const told = vi.fn()
  session.assets.onRevised(told)
  object.dot('erase', { x: 55, y: 55 })
  const after = edited.matte()
  const [[own], [ofSubject]] = told.mock.calls as [[Revision], [Revision]]
  expect([own.after, ofSubject.after]).toEqual([object.matte(), after])
  expect(ofSubject.parts).toEqual([expect.objectContaining({ x: 0, y: 0 })])
  expect([after.coverage[55 * 300 + 55], after.coverage[41 * 300 + 55]]).toEqual([255, 0])
})

it('two copies of an object have separate mask edits', () => {
  const edited = editable()
  const first = liftOut(edited, 255, MOVED)
  const { history, doc } = edited.session
  const { lifted } = doc.layers[first] as ObjectLayer
  const second = history.transact('Copy', () => newLayer(doc, 'object', { lifted: { ...lifted }, ...MOVED }))
  const [one, other] = [mendObject(edited, first), mendObject(edited, second)]
  one.dot('erase', { x: 50, y: 50 })
  other.dot('erase', { x: 55, y: 55 })
  expect([one.at(49, 49), one.at(57, 57), other.at(49, 49), other.at(57, 57)]).toEqual([0, 255, 255, 0])
})

it('keeps an object in place whose copy was moved', () => {
  const edited = editable()
  const { session, matte } = edited
  const found = matte()
  const id = liftOut(edited, 255, {})
  duplicateLayer(session, id)
  expect(matte()).toBe(found)
  session.history.transact('Move', () => Object.assign(session.doc.layers[id]!, MOVED))
  expect(matte().coverage[50 * 300 + 50], 'both are away').toBe(0)
})

it('keeps the bytes of a held object while its mask is edited', () => {
  const edited = editable()
  const object = mendObject(edited, liftOut(edited, 255, MOVED))
  object.dot('erase', { x: 50, y: 50 })
  const doc = snapshotOf(edited.session)
  const release = holdMatte(doc, edited.session.assets)
  const [held, subject] = [object.matte(), edited.matte()]
  const bytes = [held.coverage.slice(), subject.coverage.slice()]
  object.dot('erase', { x: 42, y: 42 })
  expect([object.at(42, 42), edited.matte().coverage[42 * 300 + 42]]).toEqual([0, 255])
  expect([held.coverage, subject.coverage]).toEqual(bytes)
  expect(matteOf(doc, edited.session.assets)).toBe(subject)
  release()
})

it('excludes a moved object of the background once a new subject contains it', () => {
  const edited = editable()
  const { session, matte } = edited
  const whole = session.assets.put({
    kind: 'matte',
    width: 300,
    height: 200,
    coverage: new Uint8Array(60_000).fill(255),
  })
  const id = liftOut(edited, 200, MOVED)
  const object = () => session.doc.layers[id] as ObjectLayer
  session.history.amend(() => {
    object().lifted.home = 'background'
  })
  expect(matte().coverage[50 * 300 + 50], 'both have it').toBe(55)
  session.history.amend(() => {
    session.doc.separation = { ...session.doc.separation!, matte: whole }
  })
  expect([matte().coverage[50 * 300 + 50], matte().coverage[0]]).toEqual([55, 255])
  session.history.transact('Back', () => {
    object().position.x = 0
  })
  expect(matte().coverage[50 * 300 + 50], 'in place, nothing is seen twice').toBe(255)
})

/** Adds an object of 20 × 20 px beside the subject that was lifted out of the background and moved. */
function moveOfBackground({ session }: ReturnType<typeof editable>) {
  const coverage = new Uint8Array(300 * 200)
  for (let y = 40; y < 60; y++) coverage.fill(255, y * 300 + 140, y * 300 + 160)
  const matte = session.assets.put({ kind: 'matte', width: 300, height: 200, coverage })
  const box = { x: 140, y: 40, width: 20, height: 20 }
  session.history.transact('Lift', () =>
    newLayer(session.doc, 'object', { lifted: { matte, home: 'background', box }, ...MOVED }),
  )
}

it("keeps every byte of a subject that doesn't overlap an object of the background", () => {
  const edited = editable()
  const { matte } = edited
  const found = matte()
  moveOfBackground(edited)
  expect(matte()).toBe(found)
})

it('the brush adds no pixel of a moved object of the background', () => {
  const edited = editable()
  const { stroke, matte } = edited
  moveOfBackground(edited)
  stroke('restore', { x: 150, y: 50 })
  expect(matte().coverage[50 * 300 + 150], 'it is not seen twice').toBe(0)
  expect(matte().coverage[50 * 300 + 135], 'beside it').toBe(255)
})

const IN_PLACE = { shadow: { enabled: true } }

it('excludes overlapping objects in one order, independent of lifting order', () => {
  const left = [true, false].map((isAwayFirst) => {
    const edited = editable()
    const lift = [() => liftOut(edited, 100, MOVED), () => liftOut(edited, 200, IN_PLACE)]
    for (const one of isAwayFirst ? lift : lift.toReversed()) one()
    return edited.matte().coverage[50 * 300 + 50]
  })
  expect(left, '155 without the one that is away, which the other covers').toEqual([0, 0])
})

it('keeps every byte when overlapping objects are reordered, deleted and restored', () => {
  const edited = editable()
  const { session, matte } = edited
  const [away, inPlace] = [liftOut(edited, 100, MOVED), liftOut(edited, 90, IN_PLACE)]
  const before = matte()
  const bytes = before.coverage.slice()
  session.history.transact('Restack', () => {
    const { order } = session.doc
    const [a, b] = [order.indexOf(away), order.indexOf(inPlace)]
    order[a] = inPlace
    order[b] = away
  })
  expect(matte()).toBe(before)
  for (const id of [away, inPlace]) {
    session.history.transact('Delete', () => {
      delete session.doc.layers[id]
      session.doc.order = session.doc.order.filter((one) => one !== id)
    })
    session.history.undo()
    expect(matte().coverage).toEqual(bytes)
    const computedAnew = new EditedMattes(session.assets).subject(snapshotOf(session))
    expect(computedAnew!.coverage).toEqual(bytes)
  }
})
