/** The tool tabs as a table: a tool has a tab when its line stands here. */
import {
  Brush,
  Copy,
  Eraser,
  ImagePlus,
  Images,
  type LucideIcon,
  Scan,
  Shapes,
  SlidersHorizontal,
  Smile,
  Type,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { hasBackground } from '../../model/document/backdrop.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import type { Ui } from '../../model/session/ui/ui.ts'
import { DRAW } from '../canvas/draw/draw.ts'
import { PICK } from '../canvas/pick.ts'
import { SELECT } from '../canvas/select.ts'
import { CHOOSE } from '../canvas/subject/choose.ts'
import { MEND } from '../canvas/subject/mend.ts'
import type { ToolEntry } from '../canvas/tool.ts'
import { CHOOSE_TOOL, MEND_TOOL } from './subject/tools.ts'

export interface Tab {
  id: string
  label: string
  icon: LucideIcon
  /** The key that opens it. */
  shortcut: string
  /** `?mode=` that shows this tool alone (spec §2). */
  mode?: string
  /** The layer kind whose settings stand in this tab, where it has another name than the tab. */
  kind?: string
  /** Its layers are words, which can be typed where they stand. */
  isWords?: true
  /** Stays enabled once the background has been removed (spec §2). */
  needsNoBackground?: boolean
  /** What has the canvas while the tab is open: the first that is on, else select. */
  tools?: readonly ToolEntry[]
  /** Its panel's code. */
  load(): Promise<{ default: ComponentType }>
}

/** While it is open, images that are dropped or pasted are for it. */
export const OVERLAY_TAB = 'images'

export const TABS: readonly Tab[] = [
  {
    id: 'text',
    label: 'Text',
    icon: Type,
    shortcut: 'T',
    mode: 'text-only',
    isWords: true,
    load: () => import('../../layers/text/tab.tsx'),
  },
  {
    id: 'emojis',
    label: 'Emojis',
    icon: Smile,
    shortcut: 'E',
    kind: 'sticker',
    load: () => import('./emojis/EmojiTab.tsx'),
  },
  {
    id: 'remove-background',
    label: 'Remove BG',
    icon: Eraser,
    shortcut: 'X',
    mode: 'remove-background-only',
    load: () => import('./background/RemoveTab.tsx'),
  },
  {
    id: 'change-background',
    label: 'Change BG',
    icon: ImagePlus,
    shortcut: 'G',
    mode: 'change-background-only',
    needsNoBackground: true,
    tools: [PICK],
    load: () => import('./background/ChangeTab.tsx'),
  },
  {
    id: 'tune-image',
    label: 'Tune',
    icon: SlidersHorizontal,
    shortcut: 'A',
    load: () => import('../../layers/tune/panel.tsx'),
  },
  {
    id: 'clone-image',
    label: 'Clone',
    icon: Copy,
    shortcut: 'K',
    mode: 'clone-image-only',
    kind: 'clone',
    load: () => import('../../layers/clone/tab.tsx'),
  },
  {
    id: 'outline',
    label: 'Cutout',
    icon: Scan,
    shortcut: 'C',
    kind: 'subject',
    load: () => import('./subject/CutoutTab.tsx'),
  },
  {
    id: OVERLAY_TAB,
    label: 'Image Overlay',
    icon: Images,
    shortcut: 'I',
    mode: 'overlay-only',
    kind: 'overlay',
    load: () => import('./overlay/OverlayTab.tsx'),
  },
  {
    id: 'shapes',
    label: 'Shapes',
    icon: Shapes,
    shortcut: 'H',
    mode: 'shapes-only',
    kind: 'shape',
    load: () => import('../../layers/shape/tab.tsx'),
  },
  {
    id: 'draw',
    label: 'Draw',
    icon: Brush,
    shortcut: 'B',
    mode: 'draw-only',
    kind: 'drawing',
    tools: [DRAW],
    load: () => import('../../layers/drawing/tab.tsx'),
  },
]

/** The subject's own tools: no tabs of the rail, but panels like theirs, which the tabs about the subject lead to. */
export const SUBJECT_TOOLS: readonly Tab[] = [
  { ...CHOOSE_TOOL, tools: [CHOOSE], load: () => import('./subject/ChoosePanel.tsx') },
  { ...MEND_TOOL, tools: [MEND], load: () => import('./subject/MendPanel.tsx') },
]

/** The tool that has the canvas. */
export function toolOf(ui: Ui): ToolEntry {
  const tools = [...TABS, ...SUBJECT_TOOLS].find(({ id }) => id === ui.tab)?.tools ?? []
  return tools.find(({ isOn }) => isOn?.(ui) ?? true) ?? SELECT
}

/** The tabs of an address: all of them, or the one tool that its mode names. An unknown mode shows all. */
export function tabsOf(search: string): readonly Tab[] {
  const mode = new URLSearchParams(search).get('mode')
  const only = TABS.filter((tab) => tab.mode !== undefined && tab.mode === mode)
  return only.length > 0 ? only : TABS
}

/**
 * Whether a tool has something to work on (spec §2, "Tab enablement"). Without a photo a tab says that it is disabled
 * and opens its prompt all the same; while a flow is at work it does not open at all.
 */
export const isTabEnabled = (tab: Tab, doc: DocumentSnapshot, { busy }: Pick<Ui, 'busy'>): boolean =>
  busy === null && (hasBackground(doc) || (tab.needsNoBackground === true && doc.photo !== null))
