import { expect, it } from 'vitest'
import { CHOOSE_TAB, closeSubjectTool, initialSubjectUi, MASK_EDIT_TAB, openSubjectTool } from './subject.ts'

it('goes back to the tab from which a tool of the subject was opened, also over the other tool', () => {
  const ui = { tab: 'outline' as string | null, subject: initialSubjectUi() }
  openSubjectTool(ui, CHOOSE_TAB)
  openSubjectTool(ui, MASK_EDIT_TAB)
  expect(ui.tab).toBe(MASK_EDIT_TAB)
  closeSubjectTool(ui)
  expect(ui.tab).toBe('outline')
})

it('closes the panel where none was open', () => {
  const ui = { tab: null as string | null, subject: initialSubjectUi() }
  openSubjectTool(ui, MASK_EDIT_TAB)
  closeSubjectTool(ui)
  expect(ui.tab).toBeNull()
})
