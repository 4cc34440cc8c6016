import { t } from '../../../kit/i18n/translate.ts'
import { FORMAT_TAB } from '../../../model/session/ui/format.ts'
import { CHOOSE_TAB, closeSubjectTool, MASK_EDIT_TAB, openSubjectTool } from '../../../model/session/ui/subject.ts'
import { toggleFormat } from '../../canvas/format/editCrop.ts'
import { selectedObject } from '../../canvas/subject/editedMask.ts'
import { PANEL_TOOLS, TABS, type Tab } from '../../tabs/tabs.ts'
import { type Command, type CommandContext, defineCommands } from '../command.ts'
import { ALL_TABS, hasTab, NOT_BUSY, PHOTO } from '../requirements.ts'

type TabCommand = Command<`tab.${string}`>

/** One command per tool tab. It opens the tab, or closes the open tab. A tab also opens without a photo. */
const tabCommands = TABS.map(
  (tab): TabCommand => ({
    ...opening(tab),
    name: () => t('{tab} tab', { tab: t(tab.label) }),
    needs: [hasTab(tab.id), NOT_BUSY],
  }),
)

const panelCommands = PANEL_TOOLS.map((tool): TabCommand => ({ ...opening(tool), needs: [ALL_TABS, PHOTO, NOT_BUSY] }))

/** Commands that open and close the tool tabs. */
export const toolCommands = defineCommands([...tabCommands, ...panelCommands])

function opening({ id, label, icon, shortcut, aliases }: Omit<Tab, 'tour'>) {
  return {
    id: `tab.${id}`,
    label,
    icon,
    keys: [shortcut],
    ...(aliases && { aliases }),
    group: 'Tools',
    run({ workspace: { session } }: CommandContext) {
      const { ui } = session
      if (id === FORMAT_TAB) toggleFormat(session)
      else if (id !== CHOOSE_TAB && id !== MASK_EDIT_TAB) ui.tab = ui.tab === id ? null : id
      else if (ui.tab === id) closeSubjectTool(ui)
      else openSubjectTool(ui, id, selectedObject(session)?.id)
    },
  } as const
}
