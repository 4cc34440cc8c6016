import { expect, it } from 'vitest'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../tests/helpers/session.ts'
import { addLayer } from './actions.ts'
import { summarizeLayer } from './naming.ts'
import { restackLayer, stackRows, stepLayer } from './restack.ts'

/** Creates a document with the layers A and B behind the subject, and C and D in front of the subject. */
function stack() {
  const session = separatedSession()
  const ids = Object.fromEntries(
    ['A', 'B', 'C', 'D'].map((text) => [
      text,
      addLayer(session, 'text', { text, placement: text < 'C' ? 'background' : 'foreground' })!,
    ]),
  ) as Record<'A' | 'B' | 'C' | 'D', LayerId>
  const rows = () =>
    stackRows(snapshotOf(session))
      .map((id) => session.doc.layers[id] as LayerBase & { text?: string })
      .map(({ text }) => text ?? '|')
      .join('')
  return { session, ids, rows }
}

it('stackRows lists the layers and the subject, but not the background', () => {
  expect(stack().rows()).toBe('AB|CD')
})

it.each([
  ['A', 0, 'AB|CD'],
  ['A', 1, 'BA|CD'],
  ['A', 2, 'B|ACD'],
  ['A', 4, 'B|CDA'],
  ['D', 0, 'DAB|C'],
  ['D', 2, 'ABD|C'],
  ['D', 3, 'AB|DC'],
  ['C', 99, 'AB|DC'],
] as const)('after restackLayer moves layer %s to position %d, the stack is %s', (name, index, expected) => {
  const { session, ids, rows } = stack()
  restackLayer(session, ids[name], index)
  expect(rows()).toBe(expected)
  const sideOf = (text: string) => (expected.indexOf(text) < expected.indexOf('|') ? 'background' : 'foreground')
  expect(session.doc.layers[ids[name]]?.placement).toBe(sideOf(name))
})

it('stepLayer moves a layer past one row per call', () => {
  const { session, ids, rows } = stack()
  const seen = [rows()]
  for (let i = 0; i < 5; i++) {
    stepLayer(session, ids.A, 1)
    seen.push(rows())
  }
  expect(seen).toEqual(['AB|CD', 'BA|CD', 'B|ACD', 'B|CAD', 'B|CDA', 'B|CDA'])
  for (const expected of ['B|CAD', 'B|ACD', 'BA|CD', 'AB|CD']) {
    session.history.undo()
    expect(rows()).toBe(expected)
  }
  stepLayer(session, ids.A, -1)
  expect(rows()).toBe('AB|CD')
})

it('stepLayer moves a layer past the subject and its clones in one step', () => {
  const { session, ids, rows } = stack()
  const clones = [addLayer(session, 'clone')!, addLayer(session, 'clone')!]
  const places = () => stackRows(snapshotOf(session)).map((id) => clones.indexOf(id))
  // index of each row's clone, or -1; clones must be directly behind the subject
  const between = [-1, -1, 0, 1, -1, -1, -1]
  expect(places()).toEqual(between)
  stepLayer(session, ids.B, 1)
  expect(session.doc.layers[ids.B]?.placement).toBe('foreground')
  stepLayer(session, ids.B, -1)
  expect([rows(), places()]).toEqual(['AB|||CD', between])
  for (const index of [0, 99]) {
    restackLayer(session, clones[0]!, index)
    expect(rows()).toBe('AB|||CD')
  }
  expect(places()).toEqual([-1, -1, 1, 0, -1, -1, -1])
})

it("restackLayer doesn't change the stacking order of the subject or the background", () => {
  const { session, rows } = stack()
  for (const id of [...session.doc.order]) if (session.doc.layers[id]?.kind !== 'text') restackLayer(session, id, 0)
  expect(rows()).toBe('AB|CD')
})

it('summarizeLayer names the kind, text, position and state of a layer', () => {
  const { session, ids } = stack()
  session.history.transact('Edit', () => {
    const layer = session.doc.layers[ids.A]!
    Object.assign(layer, { position: { horizontal: 40, vertical: 25 }, isLocked: true })
  })
  const doc = snapshotOf(session)
  expect(summarizeLayer(doc.layers[ids.A]!, doc)).toBe(
    'Text A, behind the subject, 40% from the left, 25% from the top, locked',
  )
  expect(summarizeLayer(doc.layers[ids.D]!, doc)).toBe(
    'Text D, in front of the subject, 55% from the left, 59% from the top',
  )
})
