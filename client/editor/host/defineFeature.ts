import type { ComponentType } from 'react'
import type { Status } from '#client/kit/ui/feedback/StatusPill.tsx'
import type { CropFormat } from '#client/model/document/crop.ts'
import type { Session } from '#client/model/session/session.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { type Command, type CommandTable, createCommandTable } from '../commands/command.ts'
import { HOST_COMMANDS } from '../commands/registry.ts'
import { panelCommands } from '../commands/table/panels.ts'
import type { CreateFlow } from '../flows/host.ts'
import { createPanels, type PanelExtension, type Panels, type Tab, type ToolPanel } from './panels.ts'

/** The places where a feature shows components, each with the properties of the components. */
export interface Slots {
  /** Over the image. */
  canvas: object
  /** Over the image, in the element that gives the pointer to the tools. */
  stage: object
  /** Next to the canvas, on the side opposite to the tools. */
  side: object
  /** Over the whole page. */
  page: object
  /** Next to the Download button. */
  download: object
  /** In panels that work with the subject. */
  subjectTools: object
  /** Above the buttons of the empty canvas, below them, and below the sample photos. */
  emptyLead: object
  emptyList: object
  emptyFoot: object
  /** In the Download dialog, while the file would have margins. */
  margins: MarginsProps
  /** In the Download dialog, below the options. */
  otherFiles: Pick<MarginsProps, 'onClose'>
  /** Above an on-screen keyboard, while the user types on the canvas. */
  typing: { isPhone: boolean }
}

export interface MarginsProps {
  /** Aspect ratio of the exported file, such as '16:9'. */
  format: CropFormat
  /** Closes the dialog. */
  onClose(): void
}

/** The additions of a feature to the editor. The editor itself doesn't import any feature. */
export interface Feature {
  readonly id: string
  readonly panels?: readonly (Tab | ToolPanel)[]
  readonly extensions?: readonly PanelExtension[]
  readonly commands?: readonly Command[]
  /** The flows that run from the start. The editor creates all other flows at their first use. */
  readonly flows?: readonly CreateFlow[]
  readonly slots?: { readonly [S in keyof Slots]?: ComponentType<Slots[S]> }
  readonly bar?: readonly BarButton[]
  readonly rail?: readonly RailTool[]
  /** Ids of commands at the top of the bar's menu. */
  readonly menu?: readonly string[]
  /** Hook that may change the status over the canvas, or show a status while there is none. */
  useStatus?(said: Status | null): Status | null
  /** Handles files that the user drops on the page. Returns false to let the editor open the first file. */
  takesDrop?(dropped: DataTransfer, session: Session): boolean
}

/** A command in the second group of the rail. On a phone, the bar of the canvas has it. */
export interface RailTool {
  readonly command: string
  isOpen(ui: Pick<Ui, 'tab' | 'subject'>): boolean
}

/** A button in the top bar. It shows the command's icon and name. */
export interface BarButton {
  readonly command: string
  /** `photo`: next to Undo and Redo, while a photo is open. `page`: next to the theme. */
  readonly of: 'photo' | 'page'
  /** When a narrow bar hides the button's name (useBarRoom.ts). Absent = the button has only an icon. */
  readonly words?: BarRank
  /** When a narrow bar hides the button. Its command then is in the bar's menu. Absent = never. */
  readonly button?: BarRank
  /** `beside-undo`: on phones, the button is next to Undo and Redo over the canvas, and its command is in the menu. */
  readonly narrow?: 'beside-undo'
}

/**
 * When a bar that is too narrow hides this part, on wide and narrow screens. The bar hides the lowest number first.
 */
export interface BarRank {
  readonly wide: number
  readonly narrow?: number
}

/** All features of an editor, combined with the panels and the commands of the editor itself. */
export interface FeatureSet {
  readonly features: readonly Feature[]
  readonly panels: Panels
  readonly commands: CommandTable
  readonly flows: readonly CreateFlow[]
  readonly bar: readonly BarButton[]
  readonly rail: readonly RailTool[]
  readonly menu: readonly string[]
  /** Hook that returns the status over the canvas, as the features change it. */
  useStatus(said: Status | null): Status | null
}

export const defineFeature = (feature: Feature): Feature => feature

export function createFeatureSet(features: readonly Feature[]): FeatureSet {
  const own = features.flatMap(({ panels = [] }) => panels)
  const extensions = features.flatMap(({ extensions = [] }) => extensions)
  const panels = createPanels(own, extensions)
  const further = features.flatMap(({ commands = [] }) => commands)
  return {
    features,
    panels,
    commands: createCommandTable([...HOST_COMMANDS, ...panelCommands(panels), ...further]),
    flows: features.flatMap(({ flows = [] }) => flows),
    bar: features.flatMap(({ bar = [] }) => bar),
    rail: features.flatMap(({ rail = [] }) => rail),
    menu: features.flatMap(({ menu = [] }) => menu),
    useStatus: (said) => features.reduce((shown, { useStatus: changed = (same) => same }) => changed(shown), said),
  }
}
