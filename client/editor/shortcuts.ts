/** Every shortcut of the editor as a table: the keys work from it and the help shows it. */

import type { LayerId } from '../base/ids.ts'
import { panned } from '../compositor/viewport.ts'
import { canvasSize } from '../document/backdrop.ts'
import { HELD_KEYS, keyName } from '../interact/heldKeys.ts'
import { isTyping } from '../interact/pointer.ts'
import { placedOf, transformOf } from '../interact/targets.ts'
import { addLayer, duplicateLayer, mayAddLayers, placeLayer, removeLayer } from '../layers/actions.ts'
import { paintOrder } from '../layers/order.ts'
import { kinds } from '../layers/registry.ts'
import { snapshotOf } from '../session/session.ts'
import { select, selectedLayer } from '../session/ui/selection.ts'
import { editSelected } from './editSelected.ts'
import { TABS, type Tab } from './tabs.ts'
import type { Workspace } from './workspace.ts'

interface Context {
  /** The tools of this address. */
  tabs: readonly Tab[]
  showShortcuts(): void
  focusCanvas(): void
}

export interface Shortcut {
  /** As `Mod+Shift+Z`; Mod is ⌘ on a Mac and Ctrl elsewhere. */
  keys: readonly string[]
  label: string
  /** Whatever is not a matter of the view ends a gesture before it runs. */
  group: 'Edit' | 'View' | 'Tools' | 'Selection'
  /** Absent = the key does something only while it is held, and interact/pointer.ts sees to it. */
  run?(workspace: Workspace, context: Context, event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): void
}

const NUDGE = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Mod+Z'], label: 'Undo', group: 'Edit', run: undo },
  { keys: ['Mod+Shift+Z', 'Mod+Y'], label: 'Redo', group: 'Edit', run: ({ session }) => session.history.redo() },
  { keys: ['Mod+S'], label: 'Download', group: 'Edit', run: ({ downloader }) => void downloader.download() },
  { keys: ['0'], label: 'Show the whole photo', group: 'View', run: (workspace) => workspace.fit() },
  { keys: ['1'], label: 'Actual size', group: 'View', run: (workspace) => workspace.zoomTo(1 / devicePixelRatio) },
  { keys: ['+', '='], label: 'Zoom in', group: 'View', run: (workspace) => zoomBy(workspace, 1.25) },
  { keys: ['-'], label: 'Zoom out', group: 'View', run: (workspace) => zoomBy(workspace, 0.8) },
  { keys: [HELD_KEYS.pan], label: 'Hold and drag to move the view', group: 'View' },
  { keys: ['?'], label: 'Show all shortcuts', group: 'View', run: (_, context) => context.showShortcuts() },
  ...TABS.map(
    (tab): Shortcut => ({
      keys: [tab.shortcut],
      label: `${tab.label} tab`,
      group: 'Tools',
      run({ session: { ui } }, { tabs }) {
        if (ui.busy === null && tabs.includes(tab)) ui.tab = ui.tab === tab.id ? null : tab.id
      },
    }),
  ),
  {
    keys: ['Shift+T'],
    label: 'Add text',
    group: 'Tools',
    run: ({ session }) => {
      if (!mayAddLayers({ doc: session.doc, ui: session.ui })) return
      addLayer(session, 'text')
      editSelected(session)
    },
  },
  { keys: ['Delete', 'Backspace'], label: 'Delete', group: 'Selection', run: onSelected(removeLayer) },
  { keys: ['Mod+D'], label: 'Duplicate', group: 'Selection', run: onSelected(duplicateLayer) },
  {
    keys: [']'],
    label: 'In front of the subject',
    group: 'Selection',
    run: onSelected((session, id) => placeLayer(session, id, 'foreground')),
  },
  {
    keys: ['['],
    label: 'Behind the subject',
    group: 'Selection',
    run: onSelected((session, id) => placeLayer(session, id, 'background')),
  },
  {
    keys: Object.keys(NUDGE),
    label: 'Nudge, Shift by ten',
    group: 'Selection',
    run: nudge,
  },
  { keys: [HELD_KEYS.rotate], label: 'Hold and drag to rotate', group: 'Selection' },
  { keys: [HELD_KEYS.scale], label: 'Hold and drag to resize', group: 'Selection' },
  { keys: ['PageUp'], label: 'Next layer up', group: 'Selection', run: (workspace) => step(workspace, 1) },
  {
    keys: ['PageDown'],
    label: 'Next layer down',
    group: 'Selection',
    run: (workspace) => step(workspace, -1),
  },
  { keys: ['Enter'], label: 'Edit the words', group: 'Selection', run: ({ session }) => editSelected(session) },
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

/** In the middle of a gesture what is taken back is the gesture. */
function undo({ session, tools }: Workspace) {
  if (tools.isGesturing) tools.cancel()
  else session.history.undo()
}

function onSelected(act: (session: Workspace['session'], id: LayerId) => unknown) {
  return ({ session }: Workspace) => {
    const id = selectedLayer(session.ui)
    if (id) act(session, id)
  }
}

const zoomBy = (workspace: Workspace, factor: number) => workspace.zoomTo(workspace.viewport.get().zoom * factor)

/** CSS px that an arrow key moves the view by when nothing is selected. */
const PAN = 48

function nudge({ session, viewport }: Workspace, _: Context, event: Pick<KeyboardEvent, 'key' | 'shiftKey'>) {
  const { doc, history, ui } = session
  const id = selectedLayer(ui)
  const layer = id && doc.layers[id]
  const direction = NUDGE[event.key as keyof typeof NUDGE]
  const shown = snapshotOf(session)
  const placed = placedOf(shown, kinds, id)
  if (direction && doc.photo && ui.selection.length === 0) {
    viewport.show(panned(viewport.get(), { x: -direction[0] * PAN, y: -direction[1] * PAN }, canvasSize(doc)))
  }
  if (!layer || !direction || !placed) return
  const step = event.shiftKey ? 10 : 1
  const center = { x: placed.center.x + direction[0] * step, y: placed.center.y + direction[1] * step }
  history.transact('Move', () => transformOf(kinds, layer.kind)?.moveTo(layer, center, shown), `${layer.id}.nudge`)
}

/** Selects the layer over or under the selected one; the frontmost when there is none. Only what can be moved counts. */
function step({ session }: Workspace, by: 1 | -1) {
  const shown = snapshotOf(session)
  const layers = paintOrder(shown, kinds).filter((id) => placedOf(shown, kinds, id) !== null)
  const selected = selectedLayer(session.ui)
  const from = selected ? layers.indexOf(selected) : by === 1 ? -1 : layers.length
  const next = layers[(from + by + layers.length) % layers.length]
  if (next) select(session.ui, next)
}

/** The name of what was pressed, as the table writes it. Shift counts only where the key itself does not say it. */
export function pressed(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): string {
  const isMod = event.ctrlKey || event.metaKey
  const key = keyName(event.key)
  const isLetter = /^[A-Z]$/.test(key)
  return `${isMod ? 'Mod+' : ''}${event.shiftKey && isLetter ? 'Shift+' : ''}${key}`
}

/** What the key does, by the active tool or by the table. False when it means nothing. */
export function runKey(
  name: string,
  workspace: Workspace,
  context: Context,
  event: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): boolean {
  if (workspace.tools.key(name)) return true
  const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(name))
  if (!shortcut?.run) return false
  if (shortcut.group !== 'View' && shortcut.run !== undo) workspace.tools.up()
  shortcut.run(workspace, context, event)
  return true
}

export function bindShortcuts(workspace: Workspace, context: Context): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || isInOverlay(event.target)) return
    const name = pressed(event)
    if (isTyping(event.target)) {
      // The first Escape leaves the field for the canvas, where the next ones and all other keys work again;
      // also where a tooltip that is just fading out has taken it.
      if (name === 'Escape') context.focusCanvas()
      return
    }
    if (event.defaultPrevented || readsItself(event.target, name)) return
    if (runKey(name, workspace, context, event)) event.preventDefault()
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}

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
