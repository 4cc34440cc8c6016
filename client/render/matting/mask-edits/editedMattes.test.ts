/** Tests the mattes of a photo with mask edits. */
import { expect, it, vi } from 'vitest'
import type { MaskEdits } from '#client/model/document/maskEdits.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { editable } from '../../../../tests/helpers/editable.ts'
import { matteBox } from '../separation.ts'
import { holdMatte, matteOf } from './editedMattes.ts'

const MOVED = { position: { x: 9, y: 0 } }

it('undo and redo of every edit restore the matte and the document', () => {
  const { session, erase, matte } = editable()
  const seen: string[] = []
  const note = () =>
    `${stateHash(snapshotOf(session))} ${matte().coverage.reduce((sum, byte, i) => (sum * 31 + byte + i) % 1e9, 7)}`
  const change = (values: Partial<MaskEdits>) =>
    session.history.transact('Change', () => Object.assign(session.doc.mend, values))
  const edits = [
    () => erase(20),
    () => erase(80),
    () => change({ feather: 9 }),
    () => change({ invert: true }),
    () => change({ strokes: [], feather: 0 }),
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

it('an edit reports the rectangles of the matte that the edit changed', () => {
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

it.each<[string, (editor: ReturnType<typeof editable>) => unknown]>([
  ['a stroke', ({ erase }) => erase(20)],
  ['a lifted object', ({ lift }) => lift(255, { isHidden: true, ...MOVED })],
])('a matte that an export holds does not change after %s', (_, edit) => {
  const editor = editable()
  const { session, erase, matte } = editor
  erase(80)
  const held = matte()
  const doc = snapshotOf(session)
  const release = holdMatte(doc, session.assets)
  const bytes = held.coverage.slice()
  edit(editor)
  expect(matte().coverage).not.toEqual(bytes)
  expect(matteOf(doc, session.assets)).toBe(held)
  expect(held.coverage).toEqual(bytes)
  release()
  expect(matteOf(doc, session.assets)!.coverage).toEqual(bytes)
})

it('existing mask edits also apply to a better matte', () => {
  const { erase, at, matteWith, setMatte } = editable()
  erase(50)
  setMatte(matteWith(255, { x: 0, y: 0, width: 300, height: 200 }))
  expect([at(50, 50), at(250, 150)]).toEqual([0, 255])
})

it("the matte's bounding box includes the subject after a stroke", () => {
  const { stroke, matte } = editable()
  stroke('restore', { x: 250, y: 150 })
  const box = matteBox(matte())!
  expect(box).toMatchObject({ x: 0, y: 0 })
  expect(box.width).toBeGreaterThan(270)
})

it('freeing a photo frees all its mattes', () => {
  const { session, erase, matte } = editable()
  erase(50)
  const { id } = matte()
  const freed: string[] = []
  session.assets.onFreed((one) => freed.push(one))
  session.history.restart(() => Object.assign(session.doc, { photo: null, separation: null }))
  session.collect()
  expect(freed).toContain(id)
})
