import { expect, it } from 'vitest'
import { CHOOSE_TAB, closeSubjectTool, initialSubjectUi, MEND_TAB, openSubjectTool } from './subject.ts'

it('goes back to the tab from which a tool of the subject was opened, also over the other tool', () => {
  const ui = { tab: 'outline' as string | null, subject: initialSubjectUi() }
  openSubjectTool(ui, CHOOSE_TAB)
  openSubjectTool(ui, MEND_TAB)
  expect(ui.tab).toBe(MEND_TAB)
  closeSubjectTool(ui)
  expect(ui.tab).toBe('outline')
})

it('closes the panel where none was open', () => {
  const ui = { tab: null as string | null, subject: initialSubjectUi() }
  openSubjectTool(ui, MEND_TAB)
  closeSubjectTool(ui)
  expect(ui.tab).toBeNull()
})
