import { t } from '#client/kit/i18n/translate.ts'
import type { Fields } from '#client/kit/values/fields.ts'
import { kindOf, kinds } from '#client/layers/registry.ts'
import type { Panels, ToolPanel } from '../../host/panels.ts'
import { type Command, defineCommands, type Requirement } from '../command.ts'
import { ALL_TABS, hasTab, NOT_BUSY, PHOTO } from '../requirements.ts'

/** Returns commands that open and close panels, one per panel. The tabs' commands also work without a photo. */
export const panelCommands = ({ tabs, all }: Panels) =>
  defineCommands('Tools', [
    ...tabs.map((tab) =>
      opening(tab, [hasTab(tab.id), NOT_BUSY], { name: () => t('{tab} tab', { tab: t(tab.label) }) }),
    ),
    ...all
      .slice(tabs.length)
      .map((panel) => opening(panel, [ALL_TABS, ...(panel.prompt === undefined ? [] : [PHOTO]), NOT_BUSY])),
  ])

function opening(panel: ToolPanel, needs: readonly Requirement[], further: Partial<Command> = {}) {
  const { id, label, icon, shortcut, toggle, words } = panel
  const run: Command['run'] = ({ session }) => {
    if (toggle) toggle(session)
    else session.ui.tab = session.ui.tab === id ? null : id
  }
  const search = { ...(words && { words }), labels: labelsIn(panel) }
  return [`tab.${id}`, label, icon, [shortcut], needs, run, { ...further, ...search }] as const
}

/** Returns the English labels of the panel's settings, including the settings of its layer kind. */
function labelsIn({ kind, settings = [], labels = [] }: ToolPanel): readonly string[] {
  const ofKind = kind !== undefined && kind in kinds ? [kindOf(kind).fields] : []
  return [...new Set([...labels, ...[...settings, ...ofKind].flatMap(labelsOf)])]
}

const labelsOf = (fields: Fields): string[] =>
  Object.values(fields).flatMap((field) => [field.label, ...(field.type === 'group' ? labelsOf(field.fields) : [])])
