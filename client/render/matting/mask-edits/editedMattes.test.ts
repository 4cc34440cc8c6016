import { expect, it, vi } from 'vitest'
import { stateHash } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { matteBox } from '../separation.ts'
import { holdMatte, matteOf } from './editedMattes.ts'

import { editable } from './mattesTesting.ts'

it('equals the automatic matte without edits and after undo', () => {
  const { session, erase, matte } = editable()
  const found = session.assets.matte(session.doc.separation!.matte)
  expect(matte()).toBe(found)
  erase(50)
  expect(matte()).not.toBe(found)
  expect(matte().coverage[50 * 300 + 50]).toBe(0)
  session.history.undo()
  expect(matte()).toBe(found)
  expect(found!.coverage[50 * 300 + 50]).toBe(255)
})

it('undo and redo of every edit restore the matte and the document', () => {
  const { session, erase, matte } = editable()
  const seen: string[] = []
  const note = () =>
    `${stateHash(snapshotOf(session))} ${matte().coverage.reduce((sum, byte, i) => (sum * 31 + byte + i) % 1e9, 7)}`
  const edits = [
    () => erase(20),
    () => erase(80),
    () => session.history.transact('Feather', () => Object.assign(session.doc.mend, { feather: 9 })),
    () => session.history.transact('Invert', () => Object.assign(session.doc.mend, { invert: true })),
    () => session.history.transact('Reset mask', () => Object.assign(session.doc.mend, { strokes: [], feather: 0 })),
  ]
  for (const edit of edits) {
    seen.push(note())
    edit()
  }
  const last = note()
  for (const before of seen.toReversed()) {
    session.history.undo()
    expect(note()).toBe(before)
  }
  while (session.history.state.redo) session.history.redo()
  expect(note()).toBe(last)
})

it('writes in place and reports the changed rectangles', () => {
  const { session, erase, matte } = editable()
  const told = vi.fn()
  session.assets.onRevised(told)
  erase(20)
  const first = matte()
  expect(told).not.toHaveBeenCalled()
  erase(80)
  const second = matte()
  expect(second.coverage).toBe(first.coverage)
  expect(told).toHaveBeenCalledWith({ before: first, after: second, parts: [expect.objectContaining({ x: 0, y: 0 })] })
})

it('keeps the bytes of a held version', () => {
  const { session, erase, matte } = editable()
  erase(20)
  const held = matte()
  const doc = snapshotOf(session)
  const letGo = holdMatte(doc, session.assets)
  const bytes = held.coverage.slice()
  erase(80)
  expect(matte().coverage).not.toEqual(bytes)
  expect(matteOf(doc, session.assets)).toBe(held)
  expect(held.coverage).toEqual(bytes)
  letGo()
  expect(matteOf(doc, session.assets)!.coverage).toEqual(bytes)
})

it('applies the edits to a better matte', () => {
  const { session, erase, matte } = editable()
  erase(50)
  const better = session.assets.put({
    kind: 'matte',
    width: 300,
    height: 200,
    coverage: new Uint8Array(60_000).fill(255),
  })
  session.history.amend(() => {
    session.doc.separation = { ...session.doc.separation!, matte: better }
  })
  expect([matte().coverage[50 * 300 + 50], matte().coverage[150 * 300 + 250]]).toEqual([0, 255])
})

it('has a bounding box that contains the subject after every stroke', () => {
  const { stroke, matte } = editable()
  stroke('restore', { x: 250, y: 150 })
  const box = matteBox(matte())!
  expect(box).toMatchObject({ x: 0, y: 0 })
  expect(box.width).toBeGreaterThan(270)
})

it('frees everything with its photo', () => {
  const { session, erase, matte } = editable()
  erase(50)
  const { id } = matte()
  const freed: string[] = []
  session.assets.onFreed((one) => freed.push(one))
  session.history.restart(() => Object.assign(session.doc, { photo: null, separation: null }))
  session.collect()
  expect(freed).toContain(id)
})

/** Adds an object of 20 × 20 px that was lifted out of the subject, with this coverage. */
