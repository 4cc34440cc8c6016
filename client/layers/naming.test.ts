import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { cropFields } from '#client/model/document/crop.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../tests/helpers/session.ts'
import { hasSides, removeLayer, renameLayer } from './actions.ts'
import { layerName, lettersInFront, summarizeLayer } from './naming.ts'
import { newLayer } from './registry.ts'
import { stackRows, stepLayer } from './restack.ts'

function setup(...kinds: Parameters<typeof newLayer>[1][]) {
  const session = separatedSession()
  const ids = session.history.transact('Add', () => kinds.map((kind) => newLayer(session.doc, kind)))
  return { session, ids: ids as [LayerId, LayerId, LayerId] }
}

function named(session: Session, ids: readonly LayerId[], name: typeof summarizeLayer) {
  const doc = snapshotOf(session)
  return ids.map((id) => name(doc.layers[id]!, doc))
}

it('layers without text are numbered per kind', () => {
  const { session, ids } = setup('drawing', 'clone', 'drawing')
  expect(named(session, ids, layerName)).toEqual(['Stroke 1', 'Clone 1', 'Stroke 2'])
})

it("reordering layers doesn't change their numbered names", () => {
  const { session, ids } = setup('clone', 'clone')
  const before = stackRows(snapshotOf(session))
  stepLayer(session, ids[0], 1)
  expect(stackRows(snapshotOf(session))).not.toEqual(before)
  expect(named(session, ids, layerName)).toEqual(['Clone 1', 'Clone 2'])
})

it('deleting a layer renumbers the remaining layers of the same kind', () => {
  const { session, ids } = setup('clone', 'clone')
  removeLayer(session, ids[0])
  expect(named(session, [ids[1]], layerName)).toEqual(['Clone 1'])
})

it("undoing a deletion restores the layer's number", () => {
  const { session, ids } = setup('clone', 'drawing', 'clone')
  removeLayer(session, ids[0])
  session.history.undo()
  expect(named(session, ids, layerName)).toEqual(['Clone 1', 'Stroke 1', 'Clone 2'])
  session.history.redo()
  session.history.undo()
  expect(named(session, ids, layerName)).toEqual(['Clone 1', 'Stroke 1', 'Clone 2'])
})

it("renaming a layer to its default name doesn't store a name", () => {
  const { session, ids } = setup('clone', 'clone')
  renameLayer(session, ids[1], 'Clone 2')
  expect(snapshotOf(session).layers[ids[1]]?.name).toBeUndefined()
})

it("the screen reader summary of a layer mentions the layer's kind only once", () => {
  const { session, ids } = setup('clone')
  expect(named(session, ids, summarizeLayer)[0]).toMatch(/^Clone 1, behind/)
})

it('the summary of a text layer behind the subject states how many letters are in front', () => {
  const { session, ids } = setup('text')
  const written = (values: object) => {
    session.history.transact('Test', () => Object.assign(session.doc.layers[ids[0]] ?? {}, { text: 'MOON', ...values }))
    return [lettersInFront(snapshotOf(session).layers[ids[0]]!), ...named(session, ids, summarizeLayer)]
  }
  expect(written({ front: '2-3' })).toEqual(['2 letters in front', expect.stringContaining('2 letters in front')])
  expect(written({ front: '2' })[0]).toBe('1 letter in front')
  expect(written({ front: '' })).toEqual([null, expect.not.stringContaining('front')])
  expect(written({ front: '1', text: 'مرحبا بك' })[0], 'letters that are joined').toBe('1 word in front')
  expect(written({ front: '2', placement: 'foreground' })[0]).toBeNull()
})

it("without a subject, the screen reader summary of a layer doesn't mention a side", () => {
  const { session, ids } = setup('text')
  session.history.transact('Test', () => {
    session.doc.separation = null
    Object.assign(session.doc.layers[ids[0]] ?? {}, { front: '1' })
  })
  expect(named(session, ids, summarizeLayer)[0]).not.toMatch(/behind|in front/)
  const doc = snapshotOf(session)
  expect(hasSides(doc.layers[ids[0]]!, doc)).toBe(false)
})

it("the screen reader summary states a layer's position within the crop", () => {
  const { session, ids } = setup('text')
  session.history.transact('Crop', () => {
    session.doc.crop = { ...defaults(cropFields), format: 'free', x: 400, y: 0, width: 400, height: 500 }
  })
  expect(named(session, ids, summarizeLayer)[0]).toContain('25% from the left, 50% from the top')
})

it.each([
  ['all its words on one line', 'Hello\n  weekend', 'Hello weekend'],
  ['the first words of a long text layer', 'A'.repeat(200), `${'A'.repeat(80)}…`],
  ['a placeholder if it has no words', '\n ', 'Empty text'],
])('the name of a text layer is %s', (_, text, expected) => {
  const session = separatedSession()
  const id = session.history.transact('Add', () => newLayer(session.doc, 'text', { text }))
  expect(named(session, [id], layerName)).toEqual([expected])
})
