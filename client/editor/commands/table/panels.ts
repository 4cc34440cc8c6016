import { t } from '#client/kit/i18n/translate.ts'
import type { Panels, ToolPanel } from '../../host/panels.ts'
import { type Command, defineCommands, type Requirement } from '../command.ts'
import { ALL_TABS, hasTab, NOT_BUSY, PHOTO } from '../requirements.ts'

/** Returns the commands that open and close panels, one for each panel. The tabs don't require a photo. */
export const panelCommands = ({ tabs, all }: Panels) =>
  defineCommands('Tools', [
    ...tabs.map((tab) =>
      opening(tab, [hasTab(tab.id), NOT_BUSY], { name: () => t('{tab} tab', { tab: t(tab.label) }) }),
    ),
    ...all.slice(tabs.length).map((panel) => opening(panel, [ALL_TABS, PHOTO, NOT_BUSY])),
  ])

function opening(panel: ToolPanel, needs: readonly Requirement[], further: Partial<Command> = {}) {
  const { id, label, icon, shortcut, toggle, words, settings } = panel
  const run: Command['run'] = ({ session }) => {
    if (toggle) toggle(session)
    else session.ui.tab = session.ui.tab === id ? null : id
  }
  const search = { ...(words && { words }), ...(settings && { settings }) }
  return [`tab.${id}`, label, icon, [shortcut], needs, run, { ...further, ...search }] as const
}
