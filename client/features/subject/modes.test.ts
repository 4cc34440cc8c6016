import { expect, it } from 'vitest'
import type { AssetId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { imageBackdrop } from '#client/model/document/backdrop.ts'
import {
  closeTool,
  initialSubjectUi,
  MASK_EDIT_PANEL,
  openSubjectTool,
  openTool,
  SELECT_SUBJECT_PANEL,
} from '#client/model/session/ui/subject.ts'
import { initialUi } from '#client/model/session/ui/ui.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { subject } from './index.ts'
import { closeSubjectTool, isSubjectOpen, MODES, modeOf, openMode, startLifting, toggleSubject } from './modes.ts'
import { NOT_EXTENDED, subjectState } from './subjectState.ts'
import { selectorOnPhoto } from './testing.ts'

const EXTENDED = imageBackdrop({ asset: 'b' as AssetId, width: 9, height: 9, hasAlpha: false }, { isExtended: true })

it.each(MODES)('openMode activates the mode $id', ({ id }) => {
  const session = separatedSession()
  openMode(session, id)
  expect([modeOf(session.ui), isSubjectOpen(session.ui)]).toEqual([id, true])
})

it.each(MODES)("toggling the subject's tools closes the panel of the mode $id", ({ id }) => {
  const session = separatedSession()
  openMode(session, id)
  toggleSubject(session)
  expect([modeOf(session.ui), session.ui.panel]).toEqual([null, null])
})

it('opening the subject tool for a photo with a subject opens the mode Erase', () => {
  const session = separatedSession()
  toggleSubject(session)
  expect(modeOf(session.ui)).toBe('erase')
})

it.each([
  ['without a subject', { separation: null }],
  ['while the background is removed', { backdrop: { type: 'transparent' } }],
  ['after Fill around', { backdrop: EXTENDED }],
] as const)('%s, opening the subject tool opens the mode Keep', (_, change) => {
  const session = separatedSession()
  session.history.transact('Change', () => {
    Object.assign(session.doc, change)
  })
  session.ui.subject.missingIn = session.doc.photo?.asset ?? ('' as AssetId)
  toggleSubject(session)
  expect(modeOf(session.ui)).toBe('keep')
})

it('after Fill around, the commands that lift and erase are disabled with the reason', () => {
  const session = separatedSession()
  const needs = subject.commands?.find(({ id }) => id === 'erase-object')?.needs ?? []
  const unmet = () => needs.filter((need) => need === NOT_EXTENDED && !need.isMet({ session } as never, {} as never))
  expect(unmet()).toEqual([])
  session.history.transact('Fill around', () => {
    session.doc.backdrop = EXTENDED
  })
  expect(unmet()).toEqual([NOT_EXTENDED])
})

it.each(MODES.slice(0, 3))('after Fill around, a click in the mode $id only shows the reason', ({ id }) => {
  const { session, subjectSelector, drawings, toast } = selectorOnPhoto()
  openMode(session, id)
  session.history.transact('Fill around', () => {
    session.doc.backdrop = EXTENDED
  })
  subjectSelector.click({ x: 1, y: 1 }, true)
  expect([drawings, session.ui.pendingSteps]).toEqual([[], []])
  expect(toast).toHaveBeenCalledExactlyOnceWith({ title: NOT_EXTENDED.reason })
})

it('no mode is active while the list of objects is open', () => {
  expect(modeOf({ ...initialUi(), panel: 'objects' })).toBeNull()
})

it('all panels of the subject tool use the same `head` component', () => {
  const heads = subject.panels?.flatMap((panel) => ('head' in panel ? [panel.head] : []))
  expect([heads?.length, new Set(heads).size]).toEqual([3, 1])
})

it('switching from erasing objects to the brush lets the user extend the erased object', () => {
  const session = separatedSession()
  const id = session.history.transact('Erase object', () => newLayer(session.doc, 'object'))
  session.history.transact('Hide', () => {
    Object.assign(session.doc.layers[id]!, { isHidden: true })
  })
  openMode(session, 'erase')
  openMode(session, 'brush')
  expect([session.ui.subject.object, subjectState(session).mode]).toEqual([id, 'restore'])
  openMode(session, 'keep')
  openMode(session, 'brush')
  expect(session.ui.subject.object, 'from another mode, the brush edits the subject').toBeNull()
})

it('closing a subject tool reopens the tab that was open before', () => {
  const ui = { panel: 'outline' as string | null, returnPanels: {}, subject: initialSubjectUi() }
  openSubjectTool(ui, SELECT_SUBJECT_PANEL)
  openSubjectTool(ui, MASK_EDIT_PANEL)
  expect(ui.panel).toBe(MASK_EDIT_PANEL)
  closeSubjectTool(ui)
  expect(ui.panel).toBe('outline')
})

it('closing a subject tool that replaced Erase reopens the tab that was open before Erase', () => {
  const ui = { panel: 'text' as string | null, returnPanels: {}, subject: initialSubjectUi() }
  startLifting(ui, 'erase')
  openSubjectTool(ui, SELECT_SUBJECT_PANEL)
  closeSubjectTool(ui)
  expect([ui.panel, ui.subject.lifts]).toEqual(['text', null])
})

it('closing Crop over a subject tool reopens the tool, which then reopens the tab before it', () => {
  const { ui } = separatedSession()
  ui.panel = 'text'
  openSubjectTool(ui, MASK_EDIT_PANEL)
  openTool(ui, 'crop', 'crop')
  closeTool(ui, 'crop')
  expect(ui.panel).toBe(MASK_EDIT_PANEL)
  closeSubjectTool(ui)
  expect(ui.panel).toBe('text')
})

it('closing a subject tool leaves all tabs closed if no tab was open before', () => {
  const ui = { panel: null as string | null, returnPanels: {}, subject: initialSubjectUi() }
  openSubjectTool(ui, MASK_EDIT_PANEL)
  closeSubjectTool(ui)
  expect(ui.panel).toBeNull()
})
