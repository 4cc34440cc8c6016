import { expect, it } from 'vitest'
import type { LayerId } from '#client/kit/values/ids.ts'
import { changeableSelection, initialSubjectUi, MASK_EDIT_PANEL, openSubjectTool } from './subject.ts'

it('changeableSelection excludes the object whose mask is edited', () => {
  const [object, other] = ['object', 'other'] as [LayerId, LayerId]
  const ui = {
    panel: 'objects' as string | null,
    returnPanels: {},
    subject: initialSubjectUi(),
    selection: [object, other],
  }
  openSubjectTool(ui, MASK_EDIT_PANEL, object)
  expect(changeableSelection(ui)).toEqual([other])
  ui.panel = null
  expect(changeableSelection(ui)).toEqual([object, other])
})
