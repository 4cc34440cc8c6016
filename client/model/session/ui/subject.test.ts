import { expect, it } from 'vitest'
import type { LayerId } from '#client/kit/values/ids.ts'
import {
  changeableSelection,
  closeSubjectTool,
  initialSubjectUi,
  MASK_EDIT_TAB,
  openSubjectTool,
  SELECT_SUBJECT_TAB,
  startLifting,
} from './subject.ts'

it('closing a subject tool reopens the tab that was open before the tool', () => {
  const ui = { tab: 'outline' as string | null, subject: initialSubjectUi() }
  openSubjectTool(ui, SELECT_SUBJECT_TAB)
  openSubjectTool(ui, MASK_EDIT_TAB)
  expect(ui.tab).toBe(MASK_EDIT_TAB)
  closeSubjectTool(ui)
  expect(ui.tab).toBe('outline')
})

it('a change from erasing to another subject tool still returns to the tab before', () => {
  const ui = { tab: 'text' as string | null, subject: initialSubjectUi() }
  startLifting(ui, 'erase')
  openSubjectTool(ui, SELECT_SUBJECT_TAB)
  closeSubjectTool(ui)
  expect([ui.tab, ui.subject.lifts]).toEqual(['text', null])
})

it('closing a subject tool does not leave any tab open if no tab was open before', () => {
  const ui = { tab: null as string | null, subject: initialSubjectUi() }
  openSubjectTool(ui, MASK_EDIT_TAB)
  closeSubjectTool(ui)
  expect(ui.tab).toBeNull()
})

it('changeableSelection excludes the object whose mask is edited', () => {
  const [object, other] = ['object', 'other'] as [LayerId, LayerId]
  const ui = { tab: 'objects' as string | null, subject: initialSubjectUi(), selection: [object, other] }
  openSubjectTool(ui, MASK_EDIT_TAB, object)
  expect(changeableSelection(ui)).toEqual([other])
  closeSubjectTool(ui)
  expect(changeableSelection(ui)).toEqual([object, other])
})
