/** Tests the mattes of a photo with lifted objects. */
import { expect, it, vi } from 'vitest'
import { duplicateLayer } from '#client/layers/actions.ts'
import type { ObjectLayer } from '#client/layers/object/schema.ts'
import { type LayerValues, newLayer } from '#client/layers/registry.ts'
import type { Revision } from '#client/model/assets/store.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { editable } from '../../../../tests/helpers/editable.ts'
import type { SubjectPlace } from '../../objects/subjectFields.ts'
import { EditedMattes, holdMatte, matteOf } from './editedMattes.ts'

const MOVED = { position: { x: 9, y: 0 } }
const SHADOWED = { shadow: { enabled: true } }

it("moving an object removes the object from the subject's matte until the move is undone", () => {
  const { session, erase, matte, at, lift } = editable()
  const found = matte()
  lift(200, {})
  expect(matte(), 'an object in place stays in the subject').toBe(found)
  session.history.undo()
  lift(200, MOVED)
  expect([at(50, 50), at(39, 50)]).toEqual([55, 255])
  erase(90)
  expect([at(50, 50), at(90, 50), at(5, 5)]).toEqual([55, 0, 255])
  session.history.undo()
  session.history.undo()
  expect(matte()).toBe(found)
})

it.each<[string, number, LayerValues, Partial<SubjectPlace>, number]>([
  ['inside the subject stays covered', 0, {}, {}, 255],
  ['next to the subject is removed', 60, {}, {}, 0],
  ['is removed without its fill', 0, { fill: { enabled: false } }, {}, 0],
  ['is removed from a moved subject', 0, {}, { foregroundSize: 90 }, 0],
])('an erased object %s', (_, shift, values, place, expected) => {
  const { session, at, setMatte, matteWith, lift } = editable()
  setMatte(matteWith(255, { x: 0, y: 0, width: 110 - shift, height: 100 }))
  const id = lift(255, values)
  session.history.transact('Erase', () => {
    session.doc.layers[id]!.isHidden = true
    Object.assign(layerOfKind(session.doc, 'subject')!, place)
  })
  expect(at(45, 50)).toBe(expected)
})

it('painting an object above the subject does not raise the total coverage', () => {
  const { at, lift } = editable()
  lift(100, SHADOWED)
  expect(1 - (1 - at(50, 50)! / 255) * (1 - 100 / 255)).toBeCloseTo(1, 2)
})

it("erasing pixels from an object's mask returns those pixels to the subject", () => {
  const { session, at, lift, object } = editable()
  const own = object(lift(255, MOVED))
  const found = own.matte()
  expect([own.at(50, 50), at(50, 50)]).toEqual([255, 0])
  own.dot('erase', { x: 50, y: 50 })
  expect([own.at(50, 50), own.at(42, 42)]).toEqual([0, 255])
  expect([at(50, 50), at(42, 42)]).toEqual([255, 0])
  own.dot('restore', { x: 80, y: 80 })
  expect([own.at(80, 80), at(80, 80), at(70, 80)]).toEqual([255, 0, 255])
  session.history.undo()
  expect([own.at(80, 80), at(80, 80)]).toEqual([0, 255])
  session.history.undo()
  expect(own.matte()).toBe(found)
  expect([at(50, 50), at(20, 20)]).toEqual([0, 255])
})

it("a stroke on a lifted object changes the subject's matte only around the stroke", () => {
  const { session, matte, at, lift, object } = editable()
  const own = object(lift(255, MOVED))
  own.dot('erase', { x: 45, y: 45 })
  matte()
  const told = vi.fn()
  session.assets.onRevised(told)
  own.dot('erase', { x: 55, y: 55 })
  const after = matte()
  const [[ofObject], [ofSubject]] = told.mock.calls as [[Revision], [Revision]]
  expect([ofObject.after, ofSubject.after]).toEqual([own.matte(), after])
  expect(ofSubject.parts).toEqual([expect.objectContaining({ x: 0, y: 0 })])
  expect([at(55, 55), at(55, 41)]).toEqual([255, 0])
})

it('two copies of an object have separate mask edits', () => {
  const { session, lift, object } = editable()
  const first = lift(255, MOVED)
  const { history, doc } = session
  const { lifted } = doc.layers[first] as ObjectLayer
  const second = history.transact('Copy', () => newLayer(doc, 'object', { lifted: { ...lifted }, ...MOVED }))
  const [one, other] = [object(first), object(second)]
  one.dot('erase', { x: 50, y: 50 })
  other.dot('erase', { x: 55, y: 55 })
  expect([one.at(49, 49), one.at(57, 57), other.at(49, 49), other.at(57, 57)]).toEqual([0, 255, 255, 0])
})

it("an object belongs to the subject's matte until all of its copies are moved", () => {
  const { session, matte, at, lift } = editable()
  const found = matte()
  const id = lift(255, {})
  duplicateLayer(session, id)
  expect(matte()).toBe(found)
  session.history.transact('Move', () => Object.assign(session.doc.layers[id]!, MOVED))
  expect(at(50, 50), 'object and copy are moved').toBe(0)
})

it("editing an object's mask doesn't change the matte that an export uses", () => {
  const { session, matte, at, lift, object } = editable()
  const own = object(lift(255, MOVED))
  own.dot('erase', { x: 50, y: 50 })
  const doc = snapshotOf(session)
  const release = holdMatte(doc, session.assets)
  const [held, subject] = [own.matte(), matte()]
  const bytes = [held.coverage.slice(), subject.coverage.slice()]
  own.dot('erase', { x: 42, y: 42 })
  expect([own.at(42, 42), at(42, 42)]).toEqual([0, 255])
  expect([held.coverage, subject.coverage]).toEqual(bytes)
  expect(matteOf(doc, session.assets)).toBe(subject)
  release()
})

it("a new subject's matte excludes a moved background object", () => {
  const { session, at, matteWith, setMatte, lift } = editable()
  const id = lift(200, MOVED, 'background')
  setMatte(matteWith(255, { x: 0, y: 0, width: 300, height: 200 }))
  expect([at(150, 50), at(0, 0)]).toEqual([55, 255])
  session.history.transact('Back', () => {
    ;(session.doc.layers[id] as ObjectLayer).position.x = 0
  })
  expect(at(150, 50), 'an object in place stays in the subject').toBe(255)
})

it("moving a background object doesn't change the subject's matte", () => {
  const { matte, lift } = editable()
  const found = matte()
  lift(255, MOVED, 'background')
  expect(matte()).toBe(found)
})

it("the brush doesn't add pixels of a moved object from the background to the subject's matte", () => {
  const { stroke, at, lift } = editable()
  lift(255, MOVED, 'background')
  stroke('restore', { x: 150, y: 50 })
  expect([at(150, 50), at(135, 50)], 'coverage within the object and next to it').toEqual([0, 255])
})

it("the order of lifting doesn't change the matte under overlapping objects", () => {
  const left = [true, false].map((isMovedFirst) => {
    const { at, lift } = editable()
    const lifts = [() => lift(100, MOVED), () => lift(200, SHADOWED)]
    for (const one of isMovedFirst ? lifts : lifts.toReversed()) one()
    return at(50, 50)
  })
  expect(left, 'the object in place covers the hole of the moved object').toEqual([0, 0])
})

it("reordering or restoring overlapping objects doesn't change the matte", () => {
  const { session, matte, lift } = editable()
  const [moved, inPlace] = [lift(100, MOVED), lift(90, SHADOWED)]
  const before = matte()
  const bytes = before.coverage.slice()
  session.history.transact('Restack', () => {
    const { order } = session.doc
    const [a, b] = [order.indexOf(moved), order.indexOf(inPlace)]
    order[a] = inPlace
    order[b] = moved
  })
  expect(matte()).toBe(before)
  for (const id of [moved, inPlace]) {
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
