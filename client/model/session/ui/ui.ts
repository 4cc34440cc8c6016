/** Interface state that undo doesn't restore. The state of the subject's tools is in `subject.ts`. */

import type { Hex } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Placement } from '../../document/document.ts'
import { initialSubjectUi, type PanelUi, type SubjectUi } from './subject.ts'

/** A flow's message over the canvas. */
export interface Status {
  text: string
  tone: 'busy' | 'done' | 'failed'
  /** Progress, 0..1. Null if the progress is unknown. */
  progress: number | null
  /** The current step, such as 'Loading the model, 1.2 of 2.4 MB'. */
  detail?: string
  /** URL of a thumbnail of the photo that is being opened. */
  preview?: string
  /** True if the user has canceled the operation but it hasn't stopped yet. */
  isCanceling?: true
}

/**
 * The preview's content while the user holds a compare button: the document without enhancements, or the photo as
 * opened.
 */
export type Comparison = 'untuned' | 'photo'

/** The active eyedropper and its callbacks. */
export interface ColorPick {
  onPick(color: Hex): void
  onEnd(): void
}

/** Interface state (a valtio proxy). Undo doesn't restore it. */
export interface Ui extends PanelUi {
  /** Id of the open panel, with or without a tab in the rail. Null if no panel is open. */
  panel: string | null
  /** Name of the open dialog, or null if no dialog is open. */
  dialog: string | null
  /** The selected layers, in the order of selection. `selection.ts` has functions that read and write this list. */
  selection: LayerId[]
  /**
   * The text layer whose field in the panel should get the focus. The panel focuses the field and then sets this value
   * to null.
   */
  editing: LayerId | null
  /** The text layer that the user is editing on the canvas, or null. */
  typing: LayerId | null
  /** Field values of the option under the pointer, such as a font in a list. Only the preview shows them. */
  hover: { layer: LayerId; patch: Readonly<Record<string, unknown>> } | null
  status: Status | null
  comparison: Comparison | null
  /** The active eyedropper. The next click on the canvas picks the photo's color. */
  colorPick: ColorPick | null
  /**
   * The layers that the user has copied last, serialized. Stored here because the clipboard can only be read during a
   * paste event.
   */
  copied: string | null
  /** Set while a flow is changing the photo. Tabs and tools are then disabled. Null if no such flow is running. */
  busy: 'processing' | 'converting' | null
  /** The running computations whose results will be undo steps, oldest first. */
  pendingSteps: readonly PendingStep[]
  isDownloading: boolean
  /**
   * Version of the history at the last download, or null if there was none. If the current version differs, the work is
   * unsaved.
   */
  downloadedVersion: number | null
  /** Version of the history when the project was last saved on this device, or null if it wasn't saved. */
  storedVersion: number | null
  draw: DrawUi
  subject: SubjectUi
  /** Id of the canvas tool that the user has switched on in a panel, or null if there is none. */
  switchedOn: string | null
  layers: LayersUi
}

/** A running computation whose result will be an undo step. Undo can cancel it (`stepToCancel`). */
export interface PendingStep {
  /** The last undo step (`History.mark`) that is older than the computation, or that an older computation has added. */
  mark: number
  cancel(): void
}

export const initialUi = (): Ui => ({
  panel: null,
  returnPanels: {},
  dialog: null,
  selection: [],
  editing: null,
  typing: null,
  hover: null,
  status: null,
  comparison: null,
  colorPick: null,
  copied: null,
  busy: null,
  pendingSteps: [],
  isDownloading: false,
  downloadedVersion: null,
  storedVersion: null,
  draw: initialDrawUi(),
  subject: initialSubjectUi(),
  switchedOn: null,
  layers: { isOpen: null, isShown: false, renaming: null },
})

/** Id of the Templates panel in `ui.panel`. */
export const TEMPLATES_PANEL = 'templates'

interface LayersUi {
  /** Whether the user has opened or closed the panel. If null, the width of the screen decides. */
  isOpen: boolean | null
  /** True if the panel is visible. Written by the panel, and read by its keyboard shortcut. */
  isShown: boolean
  /** The layer that the user is renaming, or null. */
  renaming: LayerId | null
}

interface DrawUi {
  /**
   * True if the pointer draws, false if it selects. If null, the first drag on the empty canvas draws and sets true.
   */
  isOn: boolean | null
  tool: 'pencil' | 'eraser'
  /** Diameter of the brush in document px. */
  size: number
  color: Hex
  placement: Placement
  /** The layers of the stroke that the user is drawing. Empty if no stroke is being drawn. */
  activeStroke: LayerId[]
}

export const initialDrawUi = (): DrawUi => ({
  isOn: null,
  tool: 'pencil',
  size: 20,
  color: '#ffffff',
  placement: 'background',
  activeStroke: [],
})
