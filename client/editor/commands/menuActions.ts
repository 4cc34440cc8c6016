/** Rows of the shortcut table as entries of a menu: what a menu does has a key, and says it. */
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  BoxSelect,
  BringToFront,
  ClipboardPaste,
  Copy,
  CopyPlus,
  type LucideIcon,
  Maximize,
  PaintRoller,
  Pencil,
  Redo2,
  Scissors,
  SendToBack,
  Trash2,
  Undo2,
} from 'lucide-react'
import type { ContextAction } from '../../kit/ui/ContextMenu.tsx'
import { TABS } from '../tabs/tabs.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { runKey, SHORTCUTS, shortcutWords } from './shortcuts.ts'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'Mod+Z': Undo2,
  'Mod+Shift+Z': Redo2,
  'Mod+A': BoxSelect,
  'Mod+C': Copy,
  'Mod+X': Scissors,
  'Mod+V': ClipboardPaste,
  'Mod+Alt+V': PaintRoller,
  'Mod+D': CopyPlus,
  '0': Maximize,
  ']': BringToFront,
  '[': SendToBack,
  Enter: Pencil,
  Delete: Trash2,
  'Alt+A': AlignStartVertical,
  'Alt+H': AlignCenterVertical,
  'Alt+D': AlignEndVertical,
  'Alt+W': AlignStartHorizontal,
  'Alt+V': AlignCenterHorizontal,
  'Alt+S': AlignEndHorizontal,
  'Alt+Shift+H': AlignHorizontalDistributeCenter,
  'Alt+Shift+V': AlignVerticalDistributeCenter,
}

/** `key` as the table writes it. */
export function menuAction(workspace: Workspace, key: string): ContextAction {
  const row = SHORTCUTS.find(({ keys }) => keys.includes(key))
  if (!row) throw new Error(`no shortcut '${key}'`)
  const context = { tabs: TABS, showShortcuts() {}, chooseProject() {}, focusCanvas() {} }
  const run = () => void runKey(key, workspace, context, { key, shiftKey: false })
  return { label: shortcutWords(row), icon: ICONS[key], shortcut: key, isDanger: key === 'Delete', run }
}

/** Aligning takes one, which it aligns with the canvas; distributing three. */
export const arrangements = (workspace: Workspace, count: number): ContextAction[] =>
  SHORTCUTS.filter(({ group, keys }) => group === 'Arrange' && (count > 2 || !keys[0]?.startsWith('Alt+Shift'))).map(
    ({ keys }) => menuAction(workspace, keys[0] ?? ''),
  )
