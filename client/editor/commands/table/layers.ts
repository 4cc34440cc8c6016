import {
  ArrowDown,
  ArrowDownToLine,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ArrowUpToLine,
  BoxSelect,
  BringToFront,
  ClipboardPaste,
  Copy,
  CopyPlus,
  EyeOff,
  FoldHorizontal,
  FoldVertical,
  Lock,
  PaintRoller,
  Pencil,
  ScanEye,
  Scissors,
  SendToBack,
  SquareX,
  Trash2,
  UnfoldHorizontal,
  UnfoldVertical,
} from 'lucide-react'
import { t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { duplicateLayer, hideLayer, lockLayer, placeLayer, removeLayer } from '#client/layers/actions.ts'
import { BehindSubject, InFrontOfSubject } from '#client/layers/cards/placementIcons.ts'
import { kindOf, kinds } from '#client/layers/registry.ts'
import { stackRows, stepLayer } from '#client/layers/restack.ts'
import { moveToBestPlace } from '#client/layers/text/bestPlace.ts'
import type { LayerBase, Placement } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { select, selectedLayer } from '#client/model/session/ui/selection.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import { movableLayers } from '../../tools/targets.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { nudge, selectAll, stretch } from '../arrange.ts'
import { copy, cut, pasteCopied, pasteCopiedStyle } from '../clipboard.ts'
import { type Command, defineCommands, type Requirement, withSession } from '../command.ts'
import { editOnCanvas } from '../editSelected.ts'
import {
  ANY_SELECTED,
  COPIED,
  DUPLICABLE,
  MAY_ADD,
  ONE_SELECTED,
  OWN_SELECTED,
  PHOTO,
  PLACED_SELECTED,
  STRETCHABLE,
  TAKES_STYLE,
  TEXT_BEHIND,
} from '../requirements.ts'

/** For commands with a shortcut that makes the browser fire a clipboard event. */
const NATIVE = { isNative: true } as const

const CLOSABLE: Requirement = {
  reason: 'Nothing to deselect or close.',
  isMet: ({ session: { ui } }) => changeableSelection(ui).length > 0 || ui.panel !== null,
}

export const selectionCommands = defineCommands('Selection', [
  [
    'hide-layer',
    'Hide layer',
    EyeOff,
    [],
    [ONE_SELECTED, OWN_SELECTED],
    withSession(hideOrShow),
    { name: (workspace) => (onlyLayer(workspace)?.isHidden ? t('Show layer') : t('Hide layer')) },
  ],
  [
    'lock-layer',
    'Lock layer',
    Lock,
    [],
    [ONE_SELECTED, OWN_SELECTED],
    withSession(lockOrUnlock),
    { name: (workspace) => (onlyLayer(workspace)?.isLocked ? t('Unlock layer') : t('Lock layer')) },
  ],
  [
    'edit-text',
    'Edit text',
    Pencil,
    ['Enter'],
    [ONE_SELECTED],
    editOnCanvas,
    { name: (workspace) => (hasText(onlyLayer(workspace)) ? t('Edit text') : t('Edit layer')) },
  ],
  [
    'best-place',
    'Best place',
    ScanEye,
    [],
    [TEXT_BEHIND],
    withSession(moveToBestPlace),
    { words: 'Fit text, Readable, Auto place, Position' },
  ],
  ['bring-forward', 'Bring forward', BringToFront, [']'], [ANY_SELECTED], restack(1)],
  ['send-backward', 'Send backward', SendToBack, ['['], [ANY_SELECTED], restack(-1)],
  [
    'move-in-front',
    'Move in front of subject',
    InFrontOfSubject,
    [],
    [PLACED_SELECTED],
    place('foreground'),
    { words: 'In front' },
  ],
  [
    'move-behind',
    'Move behind subject',
    BehindSubject,
    [],
    [PLACED_SELECTED],
    place('background'),
    { words: 'Behind' },
  ],
  ['copy', 'Copy', Copy, ['Mod+C'], [OWN_SELECTED], withSession(copy), NATIVE],
  ['cut', 'Cut', Scissors, ['Mod+X'], [OWN_SELECTED], withSession(cut), NATIVE],
  ['paste', 'Paste', ClipboardPaste, ['Mod+V'], [COPIED, ...MAY_ADD], withSession(pasteCopied), NATIVE],
  ['paste-style', 'Paste style', PaintRoller, ['Mod+Alt+V'], [COPIED, TAKES_STYLE], withSession(pasteCopiedStyle)],
  ['duplicate', 'Duplicate', CopyPlus, ['Mod+D'], [ANY_SELECTED, DUPLICABLE], onSelection(duplicateLayer)],
  ['delete', 'Delete', Trash2, ['Delete', 'Backspace'], [OWN_SELECTED], onSelection(removeLayer), { isDanger: true }],
  ['select-all', 'Select all', BoxSelect, ['Mod+A'], [PHOTO], withSession(selectAll)],
  ['select-next-up', 'Select layer above (Shift: add)', ArrowUpToLine, ['PageUp'], [PHOTO], selectNext(1)],
  ['select-next-down', 'Select layer below (Shift: add)', ArrowDownToLine, ['PageDown'], [PHOTO], selectNext(-1)],
  ['nudge-left', 'Nudge left (Shift: 10×)', ArrowLeft, ['ArrowLeft'], [PHOTO], nudgeBy(-1, 0)],
  ['nudge-right', 'Nudge right (Shift: 10×)', ArrowRight, ['ArrowRight'], [PHOTO], nudgeBy(1, 0)],
  ['nudge-up', 'Nudge up (Shift: 10×)', ArrowUp, ['ArrowUp'], [PHOTO], nudgeBy(0, -1)],
  ['nudge-down', 'Nudge down (Shift: 10×)', ArrowDown, ['ArrowDown'], [PHOTO], nudgeBy(0, 1)],
  ['deselect', 'Deselect or close panel', SquareX, ['Escape'], [CLOSABLE], withSession(deselectOrClose)],
  // These commands change the width or height of a layer with free proportions, as its side handles do.
  ['stretch-wider', 'Make wider (Shift: 10×)', UnfoldHorizontal, ['Alt+ArrowRight'], [STRETCHABLE], stretchBy(1, 0)],
  [
    'stretch-narrower',
    'Make narrower (Shift: 10×)',
    FoldHorizontal,
    ['Alt+ArrowLeft'],
    [STRETCHABLE],
    stretchBy(-1, 0),
  ],
  ['stretch-taller', 'Make taller (Shift: 10×)', UnfoldVertical, ['Alt+ArrowUp'], [STRETCHABLE], stretchBy(0, 1)],
  ['stretch-flatter', 'Make shorter (Shift: 10×)', FoldVertical, ['Alt+ArrowDown'], [STRETCHABLE], stretchBy(0, -1)],
])

function onSelection(act: (session: Session, ...layers: LayerId[]) => unknown) {
  return withSession((session) => act(session, ...session.ui.selection))
}

function nudgeBy(x: number, y: number): Command['run'] {
  return (workspace, { isShift }) => nudge(workspace, { x, y }, isShift ? 10 : 1)
}

function stretchBy(x: number, y: number): Command['run'] {
  return ({ session }, { isShift }) => stretch(session, { x, y }, isShift ? 10 : 1)
}

function deselectOrClose({ ui }: Session) {
  if (changeableSelection(ui).length > 0) select(ui)
  else ui.panel = null
}

/** Moves a single layer by one position. Several layers move together behind or in front of the subject. */
function restack(by: 1 | -1) {
  return withSession((session) => {
    const only = selectedLayer(session.ui)
    if (only) stepLayer(session, only, by)
    else placeLayer(session, session.ui.selection, by === 1 ? 'foreground' : 'background')
  })
}

function place(placement: Placement) {
  return withSession((session) => placeLayer(session, session.ui.selection, placement))
}

/**
 * Selects the next movable layer above (`by` 1) or below (-1) the last selected layer, which may be locked or hidden.
 * After the last layer, starts again with the first. If no layer is selected, selects the rearmost or the frontmost
 * layer. With Shift, the other layers stay selected.
 */
function selectNext(by: 1 | -1): Command['run'] {
  return ({ session }, { isShift }) => {
    const { ui } = session
    const doc = snapshotOf(session)
    const movable = movableLayers(doc, kinds)
    const rows = by === 1 ? stackRows(doc) : stackRows(doc).reverse()
    const last = ui.selection.at(-1)
    const after = last ? rows.indexOf(last) + 1 : 0
    const next = [...rows.slice(after), ...rows.slice(0, after)].find((id) => movable.includes(id))
    if (next) select(ui, ...(isShift ? ui.selection.filter((id) => id !== next) : []), next)
  }
}

function hideOrShow(session: Session) {
  const layer = onlySelected(session)
  if (layer) hideLayer(session, layer.id, !layer.isHidden)
}

function lockOrUnlock(session: Session) {
  const layer = onlySelected(session)
  if (layer) lockLayer(session, layer.id, !layer.isLocked)
}

/** Returns true if the layer's text can be edited, and if there is no layer. */
const hasText = (layer: LayerBase | undefined) => !layer || kindOf(layer.kind).isTextEditable === true

const onlyLayer = (workspace?: Workspace) => workspace && onlySelected(workspace.session)

function onlySelected({ doc, ui }: Session): LayerBase | undefined {
  const id = selectedLayer(ui)
  return id ? doc.layers[id] : undefined
}
