import { Eraser, ImagePlus, Scan, SlidersHorizontal } from 'lucide-react'
import { CROP } from '#client/features/crop/cropTool.ts'
import { type Tab as KindTab, kindTabs } from '#client/layers/tabs.ts'
import { hasBackground } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { DRAW } from '../canvas/draw/draw.ts'
import { FOCUS, MOTION_PREVIEW, PICK } from '../canvas/pressTools.ts'
import { SELECT } from '../canvas/select.ts'
import { MASK_BRUSH } from '../canvas/subject/maskBrush.ts'
import { LIFT, SELECT_SUBJECT } from '../canvas/subject/selectSubject.ts'
import type { ToolEntry } from '../canvas/tool.ts'
import { CROP_TOOL, MASK_EDIT_TOOL, MOTION_TOOL, OBJECTS_TOOL, SELECT_SUBJECT_TOOL, TEMPLATES_TOOL } from './tools.ts'

/** A tab of the rail, of a layer kind or of the photo. */
export interface Tab extends KindTab {
  /** This tab stays enabled when the background was removed. */
  needsNoBackground?: true
}

const PHOTO_TABS: readonly Tab[] = [
  {
    id: 'remove-background',
    label: 'Remove BG',
    icon: Eraser,
    shortcut: 'X',
    prompt: 'Please upload an image first to remove the background',
    mode: 'remove-background-only',
    tour: {
      title: 'Remove BG and Change BG',
      text: 'Remove the background, or replace it with a color or another image.',
    },
    load: () => import('./background/RemoveTab.tsx'),
  },
  {
    id: 'change-background',
    label: 'Change BG',
    icon: ImagePlus,
    shortcut: 'G',
    prompt: 'Please upload an image first to change the background',
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
    prompt: 'Please upload an image first',
    tour: {
      title: 'Tune',
      text: 'Adjust brightness, contrast, sharpness and more, for the subject, the background or both.',
    },
    load: () => import('#client/layers/tune/panel.tsx'),
  },
  {
    id: 'outline',
    label: 'Cutout',
    icon: Scan,
    shortcut: 'C',
    prompt: 'Please upload an image first',
    kind: 'subject',
    tour: {
      title: 'Cutout',
      text: 'Add an outline around the subject, like a sticker.',
      after: 'images', // the tour shows Cutout later than the rail does
    },
    load: () => import('./subject/CutoutTab.tsx'),
  },
]

/** Ids of the first tabs, from the top of the rail. All other tabs are below. */
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

/** Returns the tab for layers of a kind; undefined when no tab belongs to the kind. */
export const tabOfKind = (kind: string): PanelTool | undefined =>
  [...TABS, ...PANEL_TOOLS].find((tab) => tab.kind === kind)

/** A tool with a panel, but without a tab in the rail. A tool without `prompt` also works without a photo. */
export type PanelTool = Omit<Tab, 'tour' | 'prompt'> & { prompt?: string }

/** The tools that have a panel but no tab in the rail. Buttons and commands open them. */
export const PANEL_TOOLS: readonly PanelTool[] = [
  { ...TEMPLATES_TOOL, load: () => import('./templates/TemplatesPanel.tsx') },
  { ...CROP_TOOL, load: () => import('#client/features/crop/CropPanel.tsx') },
  { ...MOTION_TOOL, load: () => import('../motion/MotionPanel.tsx') },
  { ...SELECT_SUBJECT_TOOL, load: () => import('./subject/SelectSubjectPanel.tsx') },
  { ...MASK_EDIT_TOOL, load: () => import('./subject/MaskEditPanel.tsx') },
  { ...OBJECTS_TOOL, load: () => import('./ObjectsPanel.tsx') },
]

/** The tools of the canvas by tab. In a tab without an entry, the select tool is active. */
const CANVAS_TOOLS: Readonly<Record<string, readonly ToolEntry[]>> = {
  draw: [DRAW],
  'tune-image': [FOCUS],
  [CROP_TOOL.id]: [CROP],
  [MOTION_TOOL.id]: [MOTION_PREVIEW],
  [SELECT_SUBJECT_TOOL.id]: [SELECT_SUBJECT],
  [MASK_EDIT_TOOL.id]: [MASK_BRUSH],
  [OBJECTS_TOOL.id]: [LIFT],
}

/** Returns the tools of the canvas for the open tab. Empty for a tab without tools, and when no tab is open (null). */
export const toolsOf = (tab: string | null): readonly ToolEntry[] => (tab && CANVAS_TOOLS[tab]) || []

/** Returns the active tool of the canvas for the state of the interface. A running eyedropper has precedence. */
export const toolOf = (ui: Ui): ToolEntry => [PICK, ...toolsOf(ui.tab)].find(({ isOn }) => isOn?.(ui) ?? true) ?? SELECT

/**
 * Returns the tabs of a page by its query string: all tabs, or the tab named by `mode`. For an unknown mode, returns
 * all tabs.
 */
export function tabsOf(search: string): readonly Tab[] {
  const mode = new URLSearchParams(search).get('mode')
  const only = TABS.filter((tab) => tab.mode !== undefined && tab.mode === mode)
  return only.length > 0 ? only : TABS
}

/**
 * Returns true when the tab is enabled. Without a photo, a tab is disabled for assistive technology, but pressing it
 * still opens a hint. While a flow is running, no tab can be opened.
 */
export const isTabEnabled = (tab: Tab, doc: DocumentSnapshot, { busy }: Pick<Ui, 'busy'>): boolean =>
  busy === null && (hasBackground(doc) || (tab.needsNoBackground === true && doc.photo !== null))
