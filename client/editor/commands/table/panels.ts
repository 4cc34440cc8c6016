import { t } from '#client/kit/i18n/translate.ts'
import type { Fields } from '#client/kit/values/fields.ts'
import { kindOf, kinds } from '#client/layers/registry.ts'
import type { Panels, ToolPanel } from '../../host/panels.ts'
import { type Command, defineCommands } from '../command.ts'
import { panelNeeds } from '../requirements.ts'

/** Returns commands that open and close panels, one per panel. The tabs' commands also work without a photo. */
export const panelCommands = ({ tabs, all }: Panels) =>
  defineCommands('Tools', [
    ...tabs.map((tab) => opening(tab, { name: () => t('{tab} tab', { tab: t(tab.label) }) })),
    ...all.slice(tabs.length).map((panel) => opening(panel)),
  ])

function opening(panel: ToolPanel, further: Partial<Command> = {}) {
  const { id, label, icon, shortcut, toggle, words } = panel
  const run: Command['run'] = ({ session }) => {
    if (toggle) toggle(session)
    else session.ui.panel = session.ui.panel === id ? null : id
  }
  const search = { ...(words && { words }), labels: labelsIn(panel) }
  return [`panel.${id}`, label, icon, [shortcut], panelNeeds(panel), run, { ...further, ...search }] as const
}

/** Returns the English labels of the panel's settings, including the settings of its layer kind. */
function labelsIn({ kind, settings = [], labels = [] }: ToolPanel): readonly string[] {
  const ofKind = kind !== undefined && kind in kinds ? [kindOf(kind).fields] : []
  return [...new Set([...labels, ...[...settings, ...ofKind].flatMap(labelsOf)])]
}

const labelsOf = (fields: Fields): string[] =>
  Object.values(fields).flatMap((field) => [field.label, ...(field.type === 'group' ? labelsOf(field.fields) : [])])
