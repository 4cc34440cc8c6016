import { expect, it } from 'vitest'
import type { LayerId } from '#client/kit/values/ids.ts'
import { changeableSelection, initialSubjectUi, MASK_EDIT_TAB, openSubjectTool } from './subject.ts'

it('changeableSelection excludes the object whose mask is edited', () => {
  const [object, other] = ['object', 'other'] as [LayerId, LayerId]
  const ui = { tab: 'objects' as string | null, subject: initialSubjectUi(), selection: [object, other] }
  openSubjectTool(ui, MASK_EDIT_TAB, object)
  expect(changeableSelection(ui)).toEqual([other])
  ui.tab = null
  expect(changeableSelection(ui)).toEqual([object, other])
})
