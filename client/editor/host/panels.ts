import type { ComponentType } from 'react'
import type { Fields } from '#client/kit/values/fields.ts'
import { type KindTab, kindTabs } from '#client/layers/tabs.ts'
import type { PanelView, PanelViews, Session } from '#client/model/session/session.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import type { ToolOverlay } from '#client/render/compositor/Stage.tsx'
import type { FlowHost } from '../flows/flowHost.ts'
import { PICK } from '../tools/pressTools.ts'
import { SELECT } from '../tools/select.ts'
import type { ToolEntry } from '../tools/tool.ts'

/** A panel of the editor. It is open while `ui.panel` is its id. The command `panel.ID` opens and closes it. */
export interface ToolPanel extends Omit<KindTab, 'tour' | 'prompt' | 'place'> {
  /** Text that the panel shows while there is no photo. If absent, the panel also works without a photo. */
  prompt?: string
  /** Canvas tools while the panel is open. If none of them is active, the select tool is active. */
  tools?: readonly ToolEntry[]
  /** Returns a function that returns the canvas's overlay while the panel is open. */
  overlay?(session: Session): () => ToolOverlay | null
  /** How the canvas looks while the panel is open. */
  view?: PanelView
  /** Returns the panel's title in English, if the title depends on the interface state. By default the label. */
  title?(ui: Readonly<Ui>): string
  /** Opens or closes the panel. If absent, the command sets `ui.panel`. */
  toggle?(session: Session): void
  /** While the panel is open with a photo, handles dropped and pasted images, which otherwise replace the photo. */
  takeImage?(host: Pick<FlowHost, 'flow'>, image: File): void
  /** The settings in the panel. The user can find the panel in the palette by their labels. */
  settings?: readonly Fields[]
  /** Additional labels that the palette's search finds. English; translated when searched. */
  labels?: readonly string[]
  /**
   * Content between the title and the scrolling part. If another panel with the same `head` opens, `head` isn't
   * remounted and keeps the focus.
   */
  head?: ComponentType
  /** Functions that load sections below the panel's content. */
  sections?: readonly ToolPanel['load'][]
}

/** The parts that a feature adds to a panel of the editor or of another feature. */
export interface PanelExtension extends Pick<ToolPanel, 'tools' | 'settings'> {
  readonly panel: string
  /** Loads a section that is shown below the panel's content. */
  load?: ToolPanel['load']
}

/** A panel with a tab in the rail. */
export interface Tab extends ToolPanel, Pick<KindTab, 'tour' | 'prompt' | 'place'> {
  prompt: string
  /** If true, the tab is enabled even if the background was removed. */
  needsNoBackground?: true
}

/** All panels of an editor. */
export interface Panels {
  /** The tabs in the order of the rail, from the top. */
  readonly tabs: readonly Tab[]
  /** All tabs, followed by the panels without a tab, which buttons and commands open. */
  readonly all: readonly ToolPanel[]
  readonly views: PanelViews
  /** Returns the active tool of the canvas. An active eyedropper has precedence. */
  toolOf(ui: Ui): ToolEntry
  /** Returns the panel for layers of a kind, or undefined if there is none. */
  ofKind(kind: string): ToolPanel | undefined
  /**
   * Returns the tabs of a page from its query string: only the tab that `mode` names, or all tabs if there is no such
   * tab. Returns the same list for the same mode, because effects depend on the list.
   */
  tabsOf(search: string): readonly Tab[]
}

/** The place of a tab without `place`. */
const LAST = Number.MAX_VALUE

export const isTab = (panel: ToolPanel): panel is Tab => 'tour' in panel

/** Combines the tabs of layer kinds, other panels, and panel extensions. */
export function createPanels(further: readonly ToolPanel[], extensions: readonly PanelExtension[] = []): Panels {
  const own: readonly ToolPanel[] = kindTabs
  const others = [...own, ...further].map((panel) => extended(panel, extensions))
  const tabs = others.filter(isTab).sort((a, b) => (a.place ?? LAST) - (b.place ?? LAST))
  const all = [...tabs, ...others.filter((panel) => !isTab(panel))]
  const ofMode = new Map(tabs.flatMap(({ mode }) => (mode ? [[mode, tabs.filter((tab) => tab.mode === mode)]] : [])))
  const toolsOf = (open: string | null) => all.find(({ id }) => id === open)?.tools ?? []
  return {
    tabs,
    all,
    views: Object.fromEntries(all.flatMap(({ id, view }) => (view ? [[id, view]] : []))),
    toolOf: (ui) => [PICK, ...toolsOf(ui.panel)].find(({ isOn }) => isOn?.(ui) ?? true) ?? SELECT,
    ofKind: (kind) => all.find((panel) => panel.kind === kind),
    tabsOf: (search) => ofMode.get(new URLSearchParams(search).get('mode') ?? '') ?? tabs,
  }
}

function extended<P extends ToolPanel>(panel: P, extensions: readonly PanelExtension[]): P {
  const own = extensions.filter((extension) => extension.panel === panel.id)
  if (own.length === 0) return panel
  return {
    ...panel,
    tools: [...own.flatMap(({ tools = [] }) => tools), ...(panel.tools ?? [])],
    settings: [...(panel.settings ?? []), ...own.flatMap(({ settings = [] }) => settings)],
    sections: own.flatMap(({ load }) => load ?? []),
  }
}
