import { ADDING, hasSides, mayDuplicate, mayRemove } from '#client/layers/actions.ts'
import { layersAcceptingStyle } from '#client/layers/clipboard.ts'
import { textBehind } from '#client/layers/text/bestPlace.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import { isTab, type Tab, type ToolPanel } from '../host/panels.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { stretchableOf } from './arrange.ts'
import type { Requirement } from './command.ts'

const selectionOf = ({ session }: Pick<Workspace, 'session'>) => changeableSelection(session.ui)

const need = (reason: string, isMet: Requirement['isMet']): Requirement => ({ reason, isMet })

const needOf = ({ reason, isMet }: (typeof ADDING)['photo']) => need(reason, ({ session }) => isMet(session))

export const PHOTO = needOf(ADDING.photo)

export const NOT_BUSY = needOf(ADDING.free)

export const SUBJECT = need(ADDING.analyzed.reason, ({ session }) => session.doc.separation !== null)

const BACKGROUND = needOf(ADDING.background)

/** The requirements for adding a layer. */
export const MAY_ADD: readonly Requirement[] = Object.values(ADDING).map(needOf)

/** The reason for other tools if the page's address allows only one tool (`?mode=`). */
const OTHER_MODE = 'This page has only one tool.'

export const hasTab = (id: string): Requirement => need(OTHER_MODE, (_, { tabs }) => tabs.some((tab) => tab.id === id))

export const ALL_TABS = need(OTHER_MODE, ({ panels }, { tabs }) => tabs === panels.tabs)

/** Returns the requirements for opening a panel. A tab opens even without a photo, and asks the user for a photo. */
export const panelNeeds = (panel: ToolPanel): readonly Requirement[] =>
  isTab(panel) ? [hasTab(panel.id), NOT_BUSY] : [ALL_TABS, ...(panel.prompt === undefined ? [] : [PHOTO]), NOT_BUSY]

/** Returns the requirements for using a tab. While one isn't met, the tab looks disabled. */
export const tabNeeds = (tab: Tab): readonly Requirement[] => [
  ...panelNeeds(tab),
  PHOTO,
  ...(tab.needsNoBackground ? [] : [BACKGROUND]),
]

export const ONE_SELECTED = need('Select one layer first.', (workspace) => selectionOf(workspace).length === 1)

/** Met if one layer is selected and its width and height can be changed independently. */
export const STRETCHABLE = need('Select a shape first.', ({ session }) => stretchableOf(session) !== null)

/** Met if at least one layer is selected, including hidden and locked layers and the subject. */
export const ANY_SELECTED = need('Select a layer first.', (workspace) => selectionOf(workspace).length > 0)

export const TEXT_BEHIND = need(
  'Select text behind the subject.',
  ({ session }) => textBehind(snapshotOf(session), selectionOf({ session })) !== null,
)

export const THREE_SELECTED = need('Select three layers first.', (workspace) => selectionOf(workspace).length > 2)

/** Met if at least one selected layer can be removed. Background and subject can't be removed. */
export const OWN_SELECTED = need('Select a layer you added.', (workspace) =>
  selectionOf(workspace).some((id) => mayRemove(workspace.session, id)),
)

/** Met if at least one selected layer can be moved behind or in front of the subject. */
export const PLACED_SELECTED = need('Select a layer you added.', (workspace) => {
  const doc = snapshotOf(workspace.session)
  return selectionOf(workspace).some((id) => doc.layers[id] && hasSides(doc.layers[id], doc))
})

export const DUPLICABLE = need('You can’t add more layers of this type.', (workspace) =>
  selectionOf(workspace).some((id) => mayDuplicate(workspace.session, id)),
)

export const COPIED = need('Copy a layer first.', ({ session }) => session.ui.copied !== null)

export const TAKES_STYLE = need('Select a layer of the same type as the copied one.', ({ session }) => {
  const { copied, selection } = session.ui
  return copied !== null && layersAcceptingStyle({ doc: snapshotOf(session) }, copied, selection).length > 0
})
