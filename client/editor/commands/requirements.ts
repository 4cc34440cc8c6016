/** The conditions of commands, each with the sentence that a disabled command shows. */
import { mayDuplicate, mayRemove } from '../../layers/actions.ts'
import { layersAcceptingStyle } from '../../layers/clipboard.ts'
import { hasBackground } from '../../model/document/backdrop.ts'
import { snapshotOf } from '../../model/session/session.ts'
import { TABS } from '../tabs/tabs.ts'
import type { CommandContext, Requirement } from './command.ts'

const sessionOf = ({ workspace }: CommandContext) => workspace.session
const selectionOf = (context: CommandContext) => sessionOf(context).ui.selection

export const PHOTO: Requirement = {
  reason: 'Open a photo first.',
  isMet: (context) => sessionOf(context).doc.photo !== null,
}

export const NOT_BUSY: Requirement = {
  reason: 'Wait until the photo is ready.',
  isMet: (context) => sessionOf(context).ui.busy === null,
}

const SUBJECT: Requirement = {
  reason: 'The subject of this photo was not found.',
  isMet: (context) => sessionOf(context).doc.separation !== null,
}

const BACKGROUND: Requirement = {
  reason: 'The background is removed.',
  isMet: (context) => hasBackground(snapshotOf(sessionOf(context))),
}

/** All are met exactly where `mayAddLayers` allows it; requirements.test.ts compares the two. */
export const MAY_ADD: readonly Requirement[] = [PHOTO, NOT_BUSY, SUBJECT, BACKGROUND]

/** `?mode=` shows one tool alone (spec §2). */
const OTHER_MODE = { reason: 'This page shows another tool alone.' }

export const hasTab = (id: string): Requirement => ({
  ...OTHER_MODE,
  isMet: ({ tabs }) => tabs.some((tab) => tab.id === id),
})

export const ALL_TABS: Requirement = { ...OTHER_MODE, isMet: ({ tabs }) => tabs === TABS }

export const ONE_SELECTED: Requirement = {
  reason: 'Select one layer first.',
  isMet: (context) => selectionOf(context).length === 1,
}

export const ANY_SELECTED: Requirement = {
  reason: 'Select a layer first.',
  isMet: (context) => selectionOf(context).length > 0,
}

export const THREE_SELECTED: Requirement = {
  reason: 'Select three layers first.',
  isMet: (context) => selectionOf(context).length > 2,
}

/** The background and the subject belong to the photo. */
export const OWN_SELECTED: Requirement = {
  reason: 'Select a layer that you added.',
  isMet: (context) => selectionOf(context).some((id) => mayRemove(sessionOf(context), id)),
}

export const DUPLICABLE: Requirement = {
  reason: 'There can be no more layers of this kind.',
  isMet: (context) => selectionOf(context).some((id) => mayDuplicate(sessionOf(context), id)),
}

export const COPIED: Requirement = {
  reason: 'Copy a layer first.',
  isMet: (context) => sessionOf(context).ui.copied !== null,
}

export const TAKES_STYLE: Requirement = {
  reason: 'Select a layer of the same kind as the copied one.',
  isMet: (context) => {
    const session = sessionOf(context)
    const { copied, selection } = session.ui
    return copied !== null && layersAcceptingStyle({ doc: snapshotOf(session) }, copied, selection).length > 0
  },
}
