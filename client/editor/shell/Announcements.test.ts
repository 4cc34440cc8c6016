import { expect, it } from 'vitest'
import type { LayerId } from '#client/kit/values/ids.ts'
import { addLayer, hideLayer, lockLayer, placeLayer, removeLayer, renameLayer } from '#client/layers/actions.ts'
import { stepLayer } from '#client/layers/restack.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { spokenChange } from './Announcements.tsx'

function setup() {
  const session = separatedSession()
  return { session, id: addLayer(session, 'text', { text: 'HELLO' })! }
}

function said(session: Session, act: () => void): string | null {
  const before = snapshotOf(session)
  act()
  return spokenChange(before, snapshotOf(session), selectedLayer(session.ui))
}

const write = (session: Session, id: LayerId, values: object) =>
  session.history.transact('Edit', () => Object.assign(session.doc.layers[id]!, values))

it.each<[string, (session: Session, id: LayerId) => void, string | null]>([
  [
    'a new layer',
    (session) => addLayer(session, 'text', { text: 'MORE' }),
    'Added: Text MORE, behind the subject, 52% from the left, 53% from the top',
  ],
  [
    'a move',
    (session, id) => write(session, id, { position: { horizontal: 20, vertical: 70 } }),
    'HELLO: behind the subject, 20% from the left, 70% from the top',
  ],
  [
    'a move in front of the subject',
    (session, id) => placeLayer(session, id, 'foreground'),
    'HELLO: in front of the subject, 50% from the left, 50% from the top',
  ],
  ['a deletion', removeLayer, 'Deleted: HELLO'],
  ['hiding', (session, id) => hideLayer(session, id, true), 'HELLO hidden'],
  ['locking', (session, id) => lockLayer(session, id, true), 'HELLO locked'],
  ['a new name', (session, id) => renameLayer(session, id, 'Title'), 'Renamed: Title'],
  ['nothing for a slider, which announces its own value', (session, id) => write(session, id, { opacity: 40 }), null],
])('spokenChange announces %s', (_, act, words) => {
  const { session, id } = setup()
  expect(said(session, () => act(session, id))).toBe(words)
})

it("spokenChange announces a layer's new position in the stack", () => {
  const { session, id } = setup()
  const more = addLayer(session, 'text', { text: 'MORE' })!
  expect(said(session, () => stepLayer(session, more, -1))).toBe('MORE: 3 of 3 from the front')
  expect(said(session, () => session.history.undo())).toBe('MORE: 2 of 3 from the front')
  expect(session.doc.layers[id]?.placement).toBe('background')
})
