/** Table of the commands that align and distribute layers. */
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
} from 'lucide-react'
import type { Workspace } from '../../workspace/workspace.ts'
import { align, distribute } from '../arrange.ts'
import { defineCommands } from '../command.ts'
import { ANY_SELECTED, THREE_SELECTED } from '../requirements.ts'

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
