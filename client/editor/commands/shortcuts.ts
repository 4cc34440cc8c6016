/** Every shortcut of the editor as a table: the keys work from it and the help shows it. */

import { t } from '../../kit/i18n/translate.ts'
import { addLayer, duplicateLayer, mayAddLayers, placeLayer, removeLayer } from '../../layers/actions.ts'
import { kinds } from '../../layers/registry.ts'
import { stepLayer } from '../../layers/restack.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { select, selectedLayer } from '../../model/session/ui/selection.ts'
import type { Edge } from '../canvas/align.ts'
import { HELD_KEYS, keyName } from '../canvas/heldKeys.ts'
import { isTyping } from '../canvas/pointer.ts'
import { movable } from '../canvas/targets.ts'
import { NARROW } from '../shell/useMedia.ts'
import { SUBJECT_TOOLS, TABS, type Tab } from '../tabs/tabs.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { ARROW_KEYS, align, distribute, nudge, selectAll } from './arrange.ts'
import { copy, cut, pasteCopied, pasteCopiedStyle } from './clipboard.ts'
import { editOnCanvas, editSelected } from './editSelected.ts'

interface Context {
  /** The tools of this address. */
  tabs: readonly Tab[]
  showShortcuts(): void
  chooseProject(): void
  focusCanvas(): void
}

export interface Shortcut {
  /** As `Mod+Shift+Z`; Mod is ⌘ on a Mac and Ctrl elsewhere. */
  keys: readonly string[]
  label: string
  /** The label in the language on screen, where it names something; absent = `label` as it is. */
  words?(): string
  /** The browser tells of it by an event of its own, `useClipboard.ts`; `run` is what a menu does. */
  isNative?: true
  /** Whatever is not a matter of the view ends a gesture before it runs. */
  group: 'Edit' | 'View' | 'Tools' | 'Selection' | 'Arrange'
  /** Absent = the key does something only while it is held, and interact/pointer.ts sees to it. */
  run?(workspace: Workspace, context: Context, event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): void
}

const ALIGNMENTS: readonly (readonly [key: string, label: string, edge: Edge])[] = [
  ['Alt+A', 'Align left', 'left'],
  ['Alt+H', 'Align centre', 'center'],
  ['Alt+D', 'Align right', 'right'],
  ['Alt+W', 'Align top', 'top'],
  ['Alt+V', 'Align middle', 'middle'],
  ['Alt+S', 'Align bottom', 'bottom'],
]

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Mod+Z'], label: 'Undo', group: 'Edit', run: undo },
  { keys: ['Mod+Shift+Z', 'Mod+Y'], label: 'Redo', group: 'Edit', run: ({ session }) => session.history.redo() },
  { keys: ['Mod+S'], label: 'Save project', group: 'Edit', run: ({ projects }) => void projects.saveFile() },
  { keys: ['Mod+O'], label: 'Open project', group: 'Edit', run: (_, context) => context.chooseProject() },
  { keys: ['Mod+E'], label: 'Download', group: 'Edit', run: ({ downloader }) => void downloader.download() },
  { keys: ['0'], label: 'Show the whole photo', group: 'View', run: (workspace) => workspace.fit() },
  { keys: ['1'], label: 'Actual size', group: 'View', run: (workspace) => workspace.zoomTo(1 / devicePixelRatio) },
  { keys: ['+', '='], label: 'Zoom in', group: 'View', run: (workspace) => zoomBy(workspace, 1.25) },
  { keys: ['-'], label: 'Zoom out', group: 'View', run: (workspace) => zoomBy(workspace, 0.8) },
  { keys: [HELD_KEYS.pan], label: 'Hold and drag to move the view', group: 'View' },
  {
    keys: ['Shift+L'],
    label: 'Layers',
    group: 'View',
    run({ session: { ui } }) {
      if (!ui.layers.isShown && matchMedia(NARROW).matches) ui.tab = null // one sheet at a time
      ui.layers.isOpen = !ui.layers.isShown
    },
  },
  { keys: ['?'], label: 'Show all shortcuts', group: 'View', run: (_, context) => context.showShortcuts() },
  ...TABS.map(
    (tab): Shortcut => ({
      keys: [tab.shortcut],
      label: tab.label,
      words: () => t('{tab} tab', { tab: t(tab.label) }),
      group: 'Tools',
      run({ session: { ui } }, { tabs }) {
        if (ui.busy === null && tabs.includes(tab)) ui.tab = ui.tab === tab.id ? null : tab.id
      },
    }),
  ),
  ...SUBJECT_TOOLS.map(
    ({ id, label, shortcut }): Shortcut => ({
      keys: [shortcut],
      label,
      group: 'Tools',
      run({ session: { doc, ui } }, { tabs }) {
        if (doc.photo && ui.busy === null && tabs === TABS) ui.tab = ui.tab === id ? null : id
      },
    }),
  ),
  {
    keys: ['Shift+T'],
    label: 'Add text',
    group: 'Tools',
    run: ({ session }, { tabs }) => {
      const hasText = tabs.some(({ id }) => id === 'text') // not where the address shows another tool alone
      if (!hasText || !mayAddLayers({ doc: session.doc, ui: session.ui })) return
      addLayer(session, 'text')
      editSelected(session)
    },
  },
  {
    keys: ['Delete', 'Backspace'],
    label: 'Delete',
    group: 'Selection',
    run: ({ session }) => removeLayer(session, ...session.ui.selection),
  },
  { keys: ['Mod+C'], label: 'Copy', group: 'Selection', isNative: true, run: ({ session }) => copy(session) },
  { keys: ['Mod+X'], label: 'Cut', group: 'Selection', isNative: true, run: ({ session }) => cut(session) },
  { keys: ['Mod+V'], label: 'Paste', group: 'Selection', isNative: true, run: ({ session }) => pasteCopied(session) },
  { keys: ['Mod+Alt+V'], label: 'Paste style', group: 'Selection', run: ({ session }) => pasteCopiedStyle(session) },
  { keys: ['Mod+A'], label: 'Select all', group: 'Selection', run: ({ session }) => selectAll(session) },
  {
    keys: ['Mod+D'],
    label: 'Duplicate',
    group: 'Selection',
    run: ({ session }) => void duplicateLayer(session, ...session.ui.selection),
  },
  {
    keys: [']'],
    label: 'One layer up, in front of the subject',
    group: 'Selection',
    run: ({ session }) => restack(session, 1),
  },
  {
    keys: ['['],
    label: 'One layer down, behind the subject',
    group: 'Selection',
    run: ({ session }) => restack(session, -1),
  },
  {
    keys: ARROW_KEYS,
    label: 'Nudge, Shift by ten',
    group: 'Selection',
    run: (workspace, _, event) => nudge(workspace, event),
  },
  { keys: [HELD_KEYS.rotate], label: 'Hold and drag to rotate', group: 'Selection' },
  { keys: [HELD_KEYS.scale], label: 'Hold and drag to resize', group: 'Selection' },
  ...ALIGNMENTS.map(
    ([key, label, edge]): Shortcut => ({
      keys: [key],
      label,
      group: 'Arrange',
      run: ({ session }) => align(session, edge),
    }),
  ),
  {
    keys: ['Alt+Shift+H'],
    label: 'Distribute horizontally',
    group: 'Arrange',
    run: ({ session }) => distribute(session, 'x'),
  },
  {
    keys: ['Alt+Shift+V'],
    label: 'Distribute vertically',
    group: 'Arrange',
    run: ({ session }) => distribute(session, 'y'),
  },
  {
    keys: ['PageUp'],
    label: 'Next layer up, Shift adds it',
    group: 'Selection',
    run: (workspace, _, event) => step(workspace, 1, event.shiftKey),
  },
  {
    keys: ['PageDown'],
    label: 'Next layer down, Shift adds it',
    group: 'Selection',
    run: (workspace, _, event) => step(workspace, -1, event.shiftKey),
  },
  { keys: ['Enter'], label: 'Edit the words', group: 'Selection', run: ({ session }) => editOnCanvas(session) },
  {
    keys: ['Escape'],
    label: 'Deselect, close the panel',
    group: 'Selection',
    run({ session: { ui } }) {
      if (ui.selection.length > 0) select(ui)
      else ui.tab = null
    },
  },
]

/** What the row does, in the language on screen. */
export const shortcutWords = ({ label, words = () => t(label) }: Shortcut): string => words()

/** In the middle of a gesture what is taken back is the gesture. */
function undo({ session, tools }: Workspace) {
  if (tools.isGesturing) tools.cancel()
  else session.history.undo()
}

/** One layer goes row by row; several go to the other side of the subject together. */
function restack(session: Session, by: 1 | -1) {
  const only = selectedLayer(session.ui)
  if (only) stepLayer(session, only, by)
  else placeLayer(session, session.ui.selection, by === 1 ? 'foreground' : 'background')
}

const zoomBy = (workspace: Workspace, factor: number) => workspace.zoomTo(workspace.viewport.get().zoom * factor)

/**
 * Selects the layer over or under the one that was selected last; the frontmost when there is none. With Shift it is
 * selected besides. Only what can be moved counts.
 */
function step({ session }: Workspace, by: 1 | -1, isAdding: boolean) {
  const { ui } = session
  const layers = movable(snapshotOf(session), kinds)
  const last = ui.selection.at(-1)
  const from = last ? layers.indexOf(last) : by === 1 ? -1 : layers.length
  const next = layers[(from + by + layers.length) % layers.length]
  if (next) select(ui, ...(isAdding ? ui.selection.filter((id) => id !== next) : []), next)
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & {
  altKey?: boolean
  /** With Alt the key itself says what it writes, not which one it is. */
  code?: string
  getModifierState?(name: string): boolean
}

/** The name of what was pressed, as the table writes it. Shift counts only where the key itself does not say it. */
export function pressed(event: Press): string {
  // AltGr writes [ and ] on many keyboards, and browsers tell of it as of Ctrl and Alt.
  if (event.getModifierState?.('AltGraph')) return keyName(event.key)
  const isMod = event.ctrlKey || event.metaKey
  const letter = event.altKey ? /^Key([A-Z])$/.exec(event.code ?? '')?.[1] : undefined
  const key = letter ?? keyName(event.key)
  const isLetter = /^[A-Z]$/.test(key)
  return [isMod && 'Mod', event.altKey && 'Alt', event.shiftKey && isLetter && 'Shift', key].filter(Boolean).join('+')
}

/** What the key does, by the active tool or by the table. False when it means nothing. */
export function runKey(
  name: string,
  workspace: Workspace,
  context: Context,
  event: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): boolean {
  if (workspace.tools.key(name, event.shiftKey)) return true
  const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(name))
  if (!shortcut?.run) return false
  if (shortcut.group !== 'View' && shortcut.run !== undo) workspace.tools.up()
  shortcut.run(workspace, context, event)
  return true
}

export function bindShortcuts(workspace: Workspace, context: Context): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (isInOverlay(event.target)) return
    const name = pressed(event)
    if (isTyping(event.target)) {
      // The first Escape leaves the field for the canvas, where the next ones and all other keys work again;
      // also where a tooltip that is just fading out has taken it.
      if (name === 'Escape') context.focusCanvas()
      return
    }
    if (event.defaultPrevented || isNative(name) || readsItself(event.target, name)) return
    if (runKey(name, workspace, context, event)) event.preventDefault()
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}

const isNative = (name: string) => SHORTCUTS.some((shortcut) => shortcut.isNative && shortcut.keys.includes(name))

const isInOverlay = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]') !== null

/** Keys that belong to the control that has the focus. */
function readsItself(target: EventTarget | null, name: string): boolean {
  if (!(target instanceof Element)) return false
  if (name === 'Enter') return target.closest('button,a,input,[role=tab]') !== null
  if (/^(Delete|Backspace)/.test(name)) return target.closest('input') !== null
  if (!/^(Arrow|Page)/.test(name)) return false
  return target.closest('[role=slider],[role=tab],[role=radio],[role=combobox],input') !== null
}
