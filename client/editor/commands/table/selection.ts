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
  Lock,
  PaintRoller,
  Pencil,
  Redo2,
  Scissors,
  SendToBack,
  SquareX,
  Trash2,
  Undo2,
} from 'lucide-react'
import type { LayerId } from '#client/kit/base/ids.ts'
import { duplicateLayer, hideLayer, lockLayer, placeLayer, removeLayer } from '#client/layers/actions.ts'
import { kinds } from '#client/layers/registry.ts'
import { stepLayer } from '#client/layers/restack.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { select, selectedLayer } from '#client/model/session/ui/selection.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import { movableLayers } from '../../canvas/targets.ts'
import { nudge, selectAll } from '../arrange.ts'
import { copy, cut, pasteCopied, pasteCopiedStyle } from '../clipboard.ts'
import { type Command, defineCommands } from '../command.ts'
import { editOnCanvas } from '../editSelected.ts'
import {
  ANY_SELECTED,
  COPIED,
  DUPLICABLE,
  MAY_ADD,
  ONE_SELECTED,
  OWN_SELECTED,
  PHOTO,
  TAKES_STYLE,
} from '../requirements.ts'

/** Undo and redo. */
export const editCommands = defineCommands([
  {
    id: 'undo',
    worksInIdleFields: true,
    label: 'Undo',
    icon: Undo2,
    keys: ['Mod+Z'],
    group: 'Edit',
    needs: [
      {
        reason: 'Nothing to undo.',
        isMet: ({ workspace: { session, tools } }) => session.history.state.undo !== null || tools.isGesturing,
      },
    ],
    keepsGesture: true,
    run({ workspace: { session, tools } }) {
      if (tools.isGesturing) tools.cancel()
      else session.history.undo()
    },
  },
  {
    id: 'redo',
    worksInIdleFields: true,
    label: 'Redo',
    icon: Redo2,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    group: 'Edit',
    needs: [
      {
        reason: 'Nothing to redo.',
        isMet: ({ workspace }) => workspace.session.history.state.redo !== null,
      },
    ],
    run: ({ workspace }) => workspace.session.history.redo(),
  },
])

const NUDGES = (
  [
    ['nudge-left', 'ArrowLeft', 'Nudge left (Shift: 10×)', ArrowLeft, { x: -1, y: 0 }],
    ['nudge-right', 'ArrowRight', 'Nudge right (Shift: 10×)', ArrowRight, { x: 1, y: 0 }],
    ['nudge-up', 'ArrowUp', 'Nudge up (Shift: 10×)', ArrowUp, { x: 0, y: -1 }],
    ['nudge-down', 'ArrowDown', 'Nudge down (Shift: 10×)', ArrowDown, { x: 0, y: 1 }],
  ] as const
).map(
  ([id, key, label, icon, direction]): Command<typeof id> => ({
    id,
    label,
    icon,
    keys: [key],
    group: 'Selection',
    needs: [PHOTO],
    run: ({ workspace }, { isShift }) => nudge(workspace, direction, isShift ? 10 : 1),
  }),
)

/** Commands for the selection. */
export const selectionCommands = defineCommands([
  {
    id: 'hide-layer',
    label: 'Hide or show layer',
    icon: EyeOff,
    keys: [],
    group: 'Selection',
    needs: [ONE_SELECTED, OWN_SELECTED],
    run: ({ workspace: { session } }) =>
      withSelected(session, (layer) => hideLayer(session, layer.id, !layer.isHidden)),
  },
  {
    id: 'lock-layer',
    label: 'Lock or unlock layer',
    icon: Lock,
    keys: [],
    group: 'Selection',
    needs: [ONE_SELECTED, OWN_SELECTED],
    run: ({ workspace: { session } }) =>
      withSelected(session, (layer) => lockLayer(session, layer.id, !layer.isLocked)),
  },
  {
    id: 'edit-text',
    label: 'Edit text',
    icon: Pencil,
    keys: ['Enter'],
    group: 'Selection',
    needs: [ONE_SELECTED],
    run: ({ workspace }) => editOnCanvas(workspace.session),
  },
  {
    id: 'bring-forward',
    label: 'Bring forward',
    aliases: ['Bring forward'],
    icon: BringToFront,
    keys: [']'],
    group: 'Selection',
    needs: [ANY_SELECTED],
    run: ({ workspace }) => restack(workspace.session, 1),
  },
  {
    id: 'send-backward',
    label: 'Send backward',
    aliases: ['Send backward'],
    icon: SendToBack,
    keys: ['['],
    group: 'Selection',
    needs: [ANY_SELECTED],
    run: ({ workspace }) => restack(workspace.session, -1),
  },
  {
    id: 'copy',
    label: 'Copy',
    icon: Copy,
    keys: ['Mod+C'],
    group: 'Selection',
    needs: [OWN_SELECTED],
    isNative: true,
    run: ({ workspace }) => copy(workspace.session),
  },
  {
    id: 'cut',
    label: 'Cut',
    icon: Scissors,
    keys: ['Mod+X'],
    group: 'Selection',
    needs: [OWN_SELECTED],
    isNative: true,
    run: ({ workspace }) => cut(workspace.session),
  },
  {
    id: 'paste',
    label: 'Paste',
    icon: ClipboardPaste,
    keys: ['Mod+V'],
    group: 'Selection',
    needs: [COPIED, ...MAY_ADD],
    isNative: true,
    run: ({ workspace }) => pasteCopied(workspace.session),
  },
  {
    id: 'paste-style',
    label: 'Paste style',
    icon: PaintRoller,
    keys: ['Mod+Alt+V'],
    group: 'Selection',
    needs: [COPIED, TAKES_STYLE],
    run: ({ workspace }) => pasteCopiedStyle(workspace.session),
  },
  {
    id: 'duplicate',
    label: 'Duplicate',
    icon: CopyPlus,
    keys: ['Mod+D'],
    group: 'Selection',
    needs: [ANY_SELECTED, DUPLICABLE],
    run: ({ workspace: { session } }) => void duplicateLayer(session, ...session.ui.selection),
  },
  {
    id: 'delete',
    label: 'Delete',
    icon: Trash2,
    keys: ['Delete', 'Backspace'],
    group: 'Selection',
    needs: [OWN_SELECTED],
    isDanger: true,
    run: ({ workspace: { session } }) => removeLayer(session, ...session.ui.selection),
  },
  {
    id: 'select-all',
    label: 'Select all',
    icon: BoxSelect,
    keys: ['Mod+A'],
    group: 'Selection',
    needs: [PHOTO],
    run: ({ workspace }) => selectAll(workspace.session),
  },
  {
    id: 'select-next-up',
    label: 'Select next layer up (Shift: add)',
    icon: ArrowUpToLine,
    keys: ['PageUp'],
    group: 'Selection',
    needs: [PHOTO],
    run: ({ workspace }, { isShift }) => selectNext(workspace.session, 1, isShift),
  },
  {
    id: 'select-next-down',
    label: 'Select next layer down (Shift: add)',
    icon: ArrowDownToLine,
    keys: ['PageDown'],
    group: 'Selection',
    needs: [PHOTO],
    run: ({ workspace }, { isShift }) => selectNext(workspace.session, -1, isShift),
  },
  ...NUDGES,
  {
    id: 'deselect',
    label: 'Deselect or close panel',
    icon: SquareX,
    keys: ['Escape'],
    group: 'Selection',
    needs: [
      {
        reason: 'Nothing to deselect or close.',
        isMet: ({ workspace: { session } }) => changeableSelection(session.ui).length > 0 || session.ui.tab !== null,
      },
    ],
    run({ workspace: { session } }) {
      if (changeableSelection(session.ui).length > 0) select(session.ui)
      else session.ui.tab = null
    },
  },
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
