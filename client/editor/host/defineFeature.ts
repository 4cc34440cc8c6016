import type { ComponentType } from 'react'
import type { PillStatus } from '#client/kit/ui/feedback/StatusPill.tsx'
import type { CropFormat } from '#client/model/document/crop.ts'
import type { Session } from '#client/model/session/session.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { type Command, type CommandTable, createCommandTable } from '../commands/command.ts'
import { HOST_COMMANDS } from '../commands/registry.ts'
import { panelCommands } from '../commands/table/panels.ts'
import type { CreateFlow } from '../flows/flowHost.ts'
import { createPanels, type PanelExtension, type Panels, type Tab, type ToolPanel } from './panels.ts'

/** The places where features can render components, each with the props of these components. */
export interface Slots {
  /** Over the image, outside the element that passes pointer events to the tools. */
  canvas: object
  /** Over the image, inside the element that passes pointer events to the tools. */
  stage: object
  /** Next to the canvas, opposite the tools. */
  side: object
  /** Over the whole page. */
  page: object
  /** Next to the Download button. */
  download: object
  /** In panels that work with the subject. */
  subjectTools: object
  /** On the empty canvas: above the buttons, below the buttons, and below the sample photos. */
  emptyLead: object
  emptyList: object
  emptyFoot: object
  /** In the Download dialog, if the file would have margins. */
  margins: MarginsProps
  /** In the Download dialog, below the options. */
  otherFiles: Pick<MarginsProps, 'onClose'>
  /** Above the on-screen keyboard, while the user types on the canvas. */
  typing: { isPhone: boolean }
}

export interface MarginsProps {
  /** Aspect ratio of the exported file, such as '16:9'. */
  format: CropFormat
  /** Closes the dialog. */
  onClose(): void
}

/** The parts that a feature adds to the editor. The editor itself doesn't import features. */
export interface Feature {
  readonly id: string
  readonly panels?: readonly (Tab | ToolPanel)[]
  readonly extensions?: readonly PanelExtension[]
  readonly commands?: readonly Command[]
  /** Flows that the editor creates at startup. The editor creates other flows when they are first used. */
  readonly flows?: readonly CreateFlow[]
  readonly slots?: { readonly [S in keyof Slots]?: ComponentType<Slots[S]> }
  readonly bar?: readonly TopBarButton[]
  readonly rail?: readonly RailTool[]
  /** Ids of commands that are at the top of the bar's menu. */
  readonly menu?: readonly string[]
  /** Hook that may replace the status over the canvas, or show a status if there is none. */
  useStatus?(said: PillStatus | null): PillStatus | null
  /**
   * Handles files that the user has dropped on the page or pasted. If it returns false, the editor opens the first
   * file, unless a dialog is open.
   */
  takesDrop?(dropped: DataTransfer, session: Session): boolean
}

/** A command in the second group of the rail. On phones, it is in the canvas bar instead. */
export interface RailTool {
  readonly command: string
  isOpen(ui: Pick<Ui, 'panel' | 'subject'>): boolean
}

/** A button in the top bar with a command's icon and name. */
export interface TopBarButton {
  readonly command: string
  /**
   * Position of the button. `photo`: next to Undo and Redo, while a photo is open. `page`: next to the theme button.
   */
  readonly of: 'photo' | 'page'
  /**
   * When a narrow bar hides the button's name, relative to other parts (useBarRoom.ts). Absent if the button only has
   * an icon.
   */
  readonly words?: BarRank
  /**
   * When a narrow bar hides the button and moves its command to the bar's menu, relative to other parts. If absent, the
   * button is never hidden.
   */
  readonly button?: BarRank
  /**
   * `beside-undo`: on phones, the button is next to Undo and Redo over the canvas, and the command is also in the menu.
   */
  readonly narrow?: 'beside-undo'
}

/**
 * A part's rank when a bar is too narrow and must hide parts, on wide and narrow screens. Parts with the lowest rank
 * are hidden first.
 */
export interface BarRank {
  readonly wide: number
  readonly narrow?: number
}

/** All features of an editor, combined with the editor's own panels and commands. */
export interface FeatureSet {
  readonly features: readonly Feature[]
  readonly panels: Panels
  readonly commands: CommandTable
  readonly flows: readonly CreateFlow[]
  readonly bar: readonly TopBarButton[]
  readonly rail: readonly RailTool[]
  readonly menu: readonly string[]
  /** Hook that returns the status over the canvas after all features have had a chance to change it. */
  useStatus(said: PillStatus | null): PillStatus | null
}

export const defineFeature = (feature: Feature): Feature => feature

/** Combines the features with the editor's own panels and commands. @throws Error for an unknown command id */
export function createFeatureSet(features: readonly Feature[]): FeatureSet {
  const own = features.flatMap(({ panels = [] }) => panels)
  const extensions = features.flatMap(({ extensions = [] }) => extensions)
  const panels = createPanels(own, extensions)
  const further = features.flatMap(({ commands = [] }) => commands)
  const commands = createCommandTable([...HOST_COMMANDS, ...panelCommands(panels), ...further])
  const bar = features.flatMap(({ bar = [] }) => bar)
  const rail = features.flatMap(({ rail = [] }) => rail)
  const menu = features.flatMap(({ menu = [] }) => menu)
  for (const id of [...bar, ...rail].map(({ command }) => command).concat(menu)) commands.of(id)
  return {
    features,
    panels,
    commands,
    flows: features.flatMap(({ flows = [] }) => flows),
    bar,
    rail,
    menu,
    useStatus: (said) => features.reduce((shown, { useStatus: changed = (same) => same }) => changed(shown), said),
  }
}
