import { expect, it } from 'vitest'
import type { AssetId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { initialUi } from '#client/model/session/ui/ui.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { subject } from './index.ts'
import { isSubjectOpen, MODES, modeOf, openMode, toggleSubject } from './modes.ts'

it.each(MODES)('opening the mode $id activates that mode', ({ id }) => {
  const session = separatedSession()
  openMode(session, id)
  expect([modeOf(session.ui), isSubjectOpen(session.ui)]).toEqual([id, true])
})

it.each(MODES)("toggling the subject's tools closes the panel of the mode $id", ({ id }) => {
  const session = separatedSession()
  openMode(session, id)
  toggleSubject(session)
  expect([modeOf(session.ui), session.ui.tab]).toEqual([null, null])
})

it("for a photo with a subject, the tool's entry opens the mode Erase", () => {
  const session = separatedSession()
  toggleSubject(session)
  expect(modeOf(session.ui)).toBe('erase')
})

it.each([
  ['without a subject', { separation: null }],
  ['while the background is removed', { backdrop: { type: 'transparent' } }],
] as const)("%s, the tool's entry opens the mode Keep", (_, change) => {
  const session = separatedSession()
  session.history.transact('Change', () => {
    Object.assign(session.doc, change)
  })
  session.ui.subject.missingIn = session.doc.photo?.asset ?? ('' as AssetId)
  toggleSubject(session)
  expect(modeOf(session.ui)).toBe('keep')
})

it('the list of objects has no active mode', () => {
  expect(modeOf({ ...initialUi(), tab: 'objects' })).toBeNull()
})

it("all panels of the subject's tools have the same `head` component", () => {
  const heads = subject.panels?.flatMap((panel) => ('head' in panel ? [panel.head] : []))
  expect([heads?.length, new Set(heads).size]).toEqual([3, 1])
})

it('the brush after an erasure adds to the erased object', () => {
  const session = separatedSession()
  const id = session.history.transact('Erase object', () => newLayer(session.doc, 'object'))
  session.history.transact('Hide', () => {
    Object.assign(session.doc.layers[id]!, { isHidden: true })
  })
  openMode(session, 'erase')
  openMode(session, 'brush')
  expect(session.ui.subject).toMatchObject({ object: id, mode: 'restore' })
  openMode(session, 'keep')
  openMode(session, 'brush')
  expect(session.ui.subject.object, 'from another mode, the brush edits the subject').toBeNull()
})
