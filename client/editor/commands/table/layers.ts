/** Table of the commands that select and change layers. */
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
import type { LayerId } from '#client/kit/base/ids.ts'
import { duplicateLayer, hideLayer, lockLayer, placeLayer, removeLayer } from '#client/layers/actions.ts'
import { kinds } from '#client/layers/registry.ts'
import { stepLayer } from '#client/layers/restack.ts'
import { moveToBestPlace } from '#client/layers/text/bestPlace.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { select, selectedLayer } from '#client/model/session/ui/selection.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import { movableLayers } from '../../canvas/targets.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { nudge, selectAll, stretch } from '../arrange.ts'
import { copy, cut, pasteCopied, pasteCopiedStyle } from '../clipboard.ts'
import { defineCommands, type Press } from '../command.ts'
import { editOnCanvas } from '../editSelected.ts'
import {
  ANY_SELECTED,
  COPIED,
  DUPLICABLE,
  MAY_ADD,
  ONE_SELECTED,
  OWN_SELECTED,
  PHOTO,
  STRETCHABLE,
  TAKES_STYLE,
  TEXT_BEHIND,
} from '../requirements.ts'

const NUDGES = [
  ['nudge-left', 'ArrowLeft', 'Nudge left (Shift: 10×)', ArrowLeft, { x: -1, y: 0 }],
  ['nudge-right', 'ArrowRight', 'Nudge right (Shift: 10×)', ArrowRight, { x: 1, y: 0 }],
  ['nudge-up', 'ArrowUp', 'Nudge up (Shift: 10×)', ArrowUp, { x: 0, y: -1 }],
  ['nudge-down', 'ArrowDown', 'Nudge down (Shift: 10×)', ArrowDown, { x: 0, y: 1 }],
] as const

const STRETCHES = [
  ['stretch-wider', 'Alt+ArrowRight', 'Make wider (Shift: 10×)', UnfoldHorizontal, { x: 1, y: 0 }],
  ['stretch-narrower', 'Alt+ArrowLeft', 'Make narrower (Shift: 10×)', FoldHorizontal, { x: -1, y: 0 }],
  ['stretch-taller', 'Alt+ArrowUp', 'Make taller (Shift: 10×)', UnfoldVertical, { x: 0, y: 1 }],
  ['stretch-flatter', 'Alt+ArrowDown', 'Make shorter (Shift: 10×)', FoldVertical, { x: 0, y: -1 }],
] as const

/** Commands for the selected layers. */
export const selectionCommands = defineCommands('Selection', [
  {
    id: 'hide-layer',
    label: 'Hide or show layer',
    icon: EyeOff,
    needs: [ONE_SELECTED, OWN_SELECTED],
    run: ({ session }) => withSelected(session, ({ id, isHidden }) => hideLayer(session, id, !isHidden)),
  },
  {
    id: 'lock-layer',
    label: 'Lock or unlock layer',
    icon: Lock,
    needs: [ONE_SELECTED, OWN_SELECTED],
    run: ({ session }) => withSelected(session, ({ id, isLocked }) => lockLayer(session, id, !isLocked)),
  },
  {
    id: 'edit-text',
    label: 'Edit text',
    icon: Pencil,
    keys: ['Enter'],
    needs: [ONE_SELECTED],
    run: ({ session }) => editOnCanvas(session),
  },
  {
    id: 'best-place',
    label: 'Best place',
    icon: ScanEye,
    needs: [TEXT_BEHIND],
    run: ({ session }) => moveToBestPlace(session),
  },
  {
    id: 'bring-forward',
    label: 'Bring forward',
    icon: BringToFront,
    keys: [']'],
    needs: [ANY_SELECTED],
    run: ({ session }) => restack(session, 1),
  },
  {
    id: 'send-backward',
    label: 'Send backward',
    icon: SendToBack,
    keys: ['['],
    needs: [ANY_SELECTED],
    run: ({ session }) => restack(session, -1),
  },
  {
    id: 'copy',
    label: 'Copy',
    icon: Copy,
    keys: ['Mod+C'],
    isNative: true,
    needs: [OWN_SELECTED],
    run: ({ session }) => copy(session),
  },
  {
    id: 'cut',
    label: 'Cut',
    icon: Scissors,
    keys: ['Mod+X'],
    isNative: true,
    needs: [OWN_SELECTED],
    run: ({ session }) => cut(session),
  },
  {
    id: 'paste',
    label: 'Paste',
    icon: ClipboardPaste,
    keys: ['Mod+V'],
    isNative: true,
    needs: [COPIED, ...MAY_ADD],
    run: ({ session }) => pasteCopied(session),
  },
  {
    id: 'paste-style',
    label: 'Paste style',
    icon: PaintRoller,
    keys: ['Mod+Alt+V'],
    needs: [COPIED, TAKES_STYLE],
    run: ({ session }) => pasteCopiedStyle(session),
  },
  {
    id: 'duplicate',
    label: 'Duplicate',
    icon: CopyPlus,
    keys: ['Mod+D'],
    needs: [ANY_SELECTED, DUPLICABLE],
    run: ({ session }) => void duplicateLayer(session, ...session.ui.selection),
  },
  {
    id: 'delete',
    label: 'Delete',
    icon: Trash2,
    keys: ['Delete', 'Backspace'],
    isDanger: true,
    needs: [OWN_SELECTED],
    run: ({ session }) => removeLayer(session, ...session.ui.selection),
  },
  {
    id: 'select-all',
    label: 'Select all',
    icon: BoxSelect,
    keys: ['Mod+A'],
    needs: [PHOTO],
    run: ({ session }) => selectAll(session),
  },
  {
    id: 'select-next-up',
    label: 'Select next layer up (Shift: add)',
    icon: ArrowUpToLine,
    keys: ['PageUp'],
    needs: [PHOTO],
    run: ({ session }, { isShift }) => selectNext(session, 1, isShift),
  },
  {
    id: 'select-next-down',
    label: 'Select next layer down (Shift: add)',
    icon: ArrowDownToLine,
    keys: ['PageDown'],
    needs: [PHOTO],
    run: ({ session }, { isShift }) => selectNext(session, -1, isShift),
  },
  ...NUDGES.map(([id, key, label, icon, direction]) => ({
    id,
    label,
    icon,
    keys: [key],
    needs: [PHOTO],
    run: (workspace: Workspace, { isShift }: Press) => nudge(workspace, direction, isShift ? 10 : 1),
  })),
  {
    id: 'deselect',
    label: 'Deselect or close panel',
    icon: SquareX,
    keys: ['Escape'],
    needs: [
      {
        reason: 'Nothing to deselect or close.',
        isMet: ({ session: { ui } }) => changeableSelection(ui).length > 0 || ui.tab !== null,
      },
    ],
    run({ session: { ui } }) {
      if (changeableSelection(ui).length > 0) select(ui)
      else ui.tab = null
    },
  },
  // These commands change one side of a layer with free proportions, as the handles of its sides do.
  ...STRETCHES.map(([id, key, label, icon, direction]) => ({
    id,
    label,
    icon,
    keys: [key],
    needs: [STRETCHABLE],
    run: ({ session }: Workspace, { isShift }: Press) => stretch(session, direction, isShift ? 10 : 1),
  })),
])

/** Moves a single layer by one position. Several layers move to the other side of the subject together. */
function restack(session: Session, by: 1 | -1) {
  const only = selectedLayer(session.ui)
  if (only) stepLayer(session, only, by)
  else placeLayer(session, session.ui.selection, by === 1 ? 'foreground' : 'background')
}

/**
 * Selects the movable layer above (`by` 1) or below (-1) the last selected layer, cyclically. Without a selection,
 * selects the rearmost or the frontmost layer. `isAdding` keeps the others selected.
 */
function selectNext(session: Session, by: 1 | -1, isAdding: boolean) {
  const { ui } = session
  const layers: readonly LayerId[] = movableLayers(snapshotOf(session), kinds)
  const last = ui.selection.at(-1)
  const from = last ? layers.indexOf(last) : by === 1 ? -1 : layers.length
  const next = layers[(from + by + layers.length) % layers.length]
  if (next) select(ui, ...(isAdding ? ui.selection.filter((id) => id !== next) : []), next)
}

/** Calls `act` with the layer if exactly one is selected. */
function withSelected({ doc, ui }: Session, act: (layer: LayerBase) => void): void {
  const id = selectedLayer(ui)
  const layer = id && doc.layers[id]
  if (layer) act(layer)
}
