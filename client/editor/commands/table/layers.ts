/** Table of the commands that undo, and that add, select and change layers. */
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
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
  Group,
  Lock,
  PaintRoller,
  Pencil,
  Plus,
  Redo2,
  ScanEye,
  Scissors,
  SendToBack,
  SquareX,
  Trash2,
  Type,
  Undo2,
  UnfoldHorizontal,
  UnfoldVertical,
  Users,
  WandSparkles,
} from 'lucide-react'
import type { LayerId } from '#client/kit/base/ids.ts'
import { addLayer, duplicateLayer, hideLayer, lockLayer, placeLayer, removeLayer } from '#client/layers/actions.ts'
import { kinds } from '#client/layers/registry.ts'
import { stepLayer } from '#client/layers/restack.ts'
import { moveToBestPlace } from '#client/layers/text/bestPlace.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { select, selectedLayer } from '#client/model/session/ui/selection.ts'
import { changeableSelection, openObjects, startLifting } from '#client/model/session/ui/subject.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { movableLayers } from '../../canvas/targets.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { align, distribute, nudge, selectAll, stretch } from '../arrange.ts'
import { copy, cut, pasteCopied, pasteCopiedStyle } from '../clipboard.ts'
import { defineCommands, type Press } from '../command.ts'
import { editOnCanvas, editSelected } from '../editSelected.ts'
import {
  ALL_TABS,
  ANY_SELECTED,
  COPIED,
  DUPLICABLE,
  hasTab,
  MAY_ADD,
  ONE_SELECTED,
  OWN_SELECTED,
  PHOTO,
  STRETCHABLE,
  TAKES_STYLE,
  TEXT_BEHIND,
  THREE_SELECTED,
} from '../requirements.ts'

/** Undo and redo. */
export const editCommands = defineCommands('Edit', [
  {
    id: 'undo',
    label: 'Undo',
    icon: Undo2,
    keys: ['Mod+Z'],
    worksInIdleFields: true,
    keepsGesture: true,
    needs: [
      {
        reason: 'Nothing to undo.',
        isMet: ({ session, tools }) => session.history.state.undo !== null || tools.isGesturing,
      },
    ],
    run({ session, tools }) {
      if (tools.isGesturing) tools.cancel()
      else session.history.undo()
    },
  },
  {
    id: 'redo',
    label: 'Redo',
    icon: Redo2,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    worksInIdleFields: true,
    needs: [{ reason: 'Nothing to redo.', isMet: ({ session }) => session.history.state.redo !== null }],
    run: ({ session }) => session.history.redo(),
  },
])

const ADDED = [
  ['add-text', 'Add Text', Type, ['Shift+T'], 'text', 'text'],
  ['add-shape', 'Add Shape', Plus, [], 'shapes', 'shape'],
  ['add-clone', 'Clone subject', Copy, [], 'clone-image', 'clone'],
] as const

/** Commands that add layers, and that lift objects out of the photo. */
export const addCommands = defineCommands('Add', [
  ...ADDED.map(([id, label, icon, keys, tab, kind]) => ({
    id,
    label,
    icon,
    keys,
    needs: [hasTab(tab), ...MAY_ADD],
    run({ session }: Workspace) {
      addLayer(session, kind)
      editSelected(session)
    },
  })),
  {
    id: 'lift-object',
    label: 'Lift object',
    icon: Group,
    keys: ['Shift+O'],
    needs: [ALL_TABS, ...MAY_ADD],
    run: ({ session }) => startLifting(session.ui, 'lift'),
  },
  {
    id: 'find-people',
    label: 'Find people',
    icon: Users,
    keys: ['Shift+P'],
    needs: [ALL_TABS, ...MAY_ADD],
    run({ session, subjectSelector }) {
      openObjects(session.ui)
      subjectSelector.liftPeople()
    },
  },
  {
    id: 'erase-object',
    label: 'Erase object',
    icon: WandSparkles,
    keys: ['Shift+E'],
    needs: [ALL_TABS, ...MAY_ADD],
    run({ session }) {
      const objects = session.ui.selection.filter((id) => {
        const object = asLifted(session.doc.layers[id])
        return object && !object.isHidden
      })
      if (objects.length > 0) removeLayer(session, ...objects)
      else startLifting(session.ui, 'erase')
    },
  },
])

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

const ALIGNMENTS = [
  ['align-left', 'Align left', 'Alt+A', AlignStartVertical, 'left'],
  ['align-center', 'Align centre', 'Alt+H', AlignCenterVertical, 'center'],
  ['align-right', 'Align right', 'Alt+D', AlignEndVertical, 'right'],
  ['align-top', 'Align top', 'Alt+W', AlignStartHorizontal, 'top'],
  ['align-middle', 'Align middle', 'Alt+V', AlignCenterHorizontal, 'middle'],
  ['align-bottom', 'Align bottom', 'Alt+S', AlignEndHorizontal, 'bottom'],
] as const

const DISTRIBUTIONS = [
  ['distribute-x', 'Distribute horizontally', 'Alt+Shift+H', AlignHorizontalDistributeCenter, 'x'],
  ['distribute-y', 'Distribute vertically', 'Alt+Shift+V', AlignVerticalDistributeCenter, 'y'],
] as const

/** Commands that align and distribute. Several layers are aligned with each other, a single one with the canvas. */
export const arrangeCommands = defineCommands('Arrange', [
  ...ALIGNMENTS.map(([id, label, key, icon, edge]) => ({
    id,
    label,
    icon,
    keys: [key],
    needs: [ANY_SELECTED],
    run: ({ session }: Workspace) => align(session, edge),
  })),
  ...DISTRIBUTIONS.map(([id, label, key, icon, axis]) => ({
    id,
    label,
    icon,
    keys: [key],
    needs: [THREE_SELECTED],
    run: ({ session }: Workspace) => distribute(session, axis),
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
