/** The tabs of the rail: those of the layer kinds, and those that are about the photo. */
import { Eraser, ImagePlus, Scan, SlidersHorizontal } from 'lucide-react'
import { type Tab as KindTab, kindTabs } from '../../layers/tabs.ts'
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

export interface Tab extends KindTab {
  /** Stays enabled once the background has been removed (spec §2). */
  needsNoBackground?: true
}

const PHOTO_TABS: readonly Tab[] = [
  {
    id: 'remove-background',
    label: 'Remove BG',
    icon: Eraser,
    shortcut: 'X',
    mode: 'remove-background-only',
    tour: {
      title: 'Remove BG and Change BG',
      text: 'Take the background away altogether, or put a colour or another photo in its place.',
    },
    load: () => import('./background/RemoveTab.tsx'),
  },
  {
    id: 'change-background',
    label: 'Change BG',
    icon: ImagePlus,
    shortcut: 'G',
    mode: 'change-background-only',
    needsNoBackground: true,
    tour: { with: 'remove-background' },
    load: () => import('./background/ChangeTab.tsx'),
  },
  {
    id: 'tune-image',
    label: 'Tune',
    icon: SlidersHorizontal,
    shortcut: 'A',
    tour: {
      title: 'Tune',
      text: 'Brightness, contrast, sharpness and more, for the subject, the background or both.',
    },
    load: () => import('../../layers/tune/panel.tsx'),
  },
  {
    id: 'outline',
    label: 'Cutout',
    icon: Scan,
    shortcut: 'C',
    kind: 'subject',
    tour: {
      title: 'Cutout',
      text: 'Draw an outline around the subject, as if it had been cut out with scissors.',
      after: 'images', // spec §2 has the tour in another order than the rail
    },
    load: () => import('./subject/CutoutTab.tsx'),
  },
]

/** The order of the rail (spec §2), by id. A tab that is not named here stands at the end. */
const ORDER: readonly string[] = [
  'text',
  'emojis',
  'remove-background',
  'change-background',
  'tune-image',
  'clone-image',
  'outline',
  'images',
  'shapes',
  'draw',
]

const placeOf = ({ id }: Tab) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length)

export const TABS: readonly Tab[] = [...kindTabs, ...PHOTO_TABS].sort((a, b) => placeOf(a) - placeOf(b))

/** The tab that shows the layers of a kind; undefined for a kind without one. */
export const tabOfKind = (kind: string): Tab | undefined => TABS.find((tab) => tab.kind === kind)

/** Tools of the subject. They have no tab in the rail, but panels like those of tabs, which the subject's tabs lead to. */
export const SUBJECT_TOOLS: readonly Omit<Tab, 'tour'>[] = [
  { ...CHOOSE_TOOL, load: () => import('./subject/ChoosePanel.tsx') },
  { ...MEND_TOOL, load: () => import('./subject/MendPanel.tsx') },
]

/** What has the canvas while a tab is open: the first tool that is on, else select. */
const CANVAS_TOOLS: Readonly<Record<string, readonly ToolEntry[]>> = {
  'change-background': [PICK],
  draw: [DRAW],
  [CHOOSE_TOOL.id]: [CHOOSE],
  [MEND_TOOL.id]: [MEND],
}

export const toolsOf = (tab: string | null): readonly ToolEntry[] => (tab && CANVAS_TOOLS[tab]) || []

/** The tool that has the canvas. */
export const toolOf = (ui: Ui): ToolEntry => toolsOf(ui.tab).find(({ isOn }) => isOn?.(ui) ?? true) ?? SELECT

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
