/**
 * State of the interface that undo doesn't restore. The state of the subject's tools is in `subject.ts`.
 */

import type { Size } from '#client/kit/geometry/geometry.ts'
import type { Hex } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import type { Placement } from '../../document/document.ts'
import { initialSubjectUi, type SubjectUi } from './subject.ts'

/** The message that a flow shows over the canvas. */
export interface Status {
  text: string
  tone: 'busy' | 'done' | 'failed'
  /** Progress, 0..1. Null = indeterminate. */
  progress: number | null
  /** The current step, such as 'Loading the model, 1.2 of 2.4 MB'. */
  detail?: string
  /** URL of a small version of the photo that is being opened. */
  preview?: string
  /** Whether the user has canceled the operation, which hasn't stopped yet. */
  isCancelling?: true
}

/**
 * The comparison that the preview shows while the user holds a compare button: the document without enhancements, or
 * the photo as opened.
 */
export type Comparison = 'untuned' | 'photo'

/** An active eyedropper with its callbacks. */
export interface ColorPick {
  onPick(color: Hex): void
  onEnd(): void
}

/** State of the interface: a valtio proxy that undo does not restore. */
export interface Ui {
  /** id of the open tab; null = no tab is open */
  tab: string | null
  /** Name of the open dialog. Null = no dialog is open. */
  dialog: string | null
  /** Selected layers in the order of selection. Use `selection.ts` to read and write this list. */
  selection: LayerId[]
  /**
   * Text layer whose input in the panel should get the focus. The panel focuses the input, and then sets this value to
   * null.
   */
  editing: LayerId | null
  /** The text layer that the user is editing on the canvas. */
  typing: LayerId | null
  /** Values for the setting under the pointer, such as a font in a list. Only the preview uses these values. */
  hover: { layer: LayerId; patch: Readonly<Record<string, unknown>> } | null
  status: Status | null
  comparison: Comparison | null
  /** The active eyedropper. The next click on the canvas picks the photo's color. */
  colorPick: ColorPick | null
  /**
   * The layers that the user copied last, serialized. Stored, because the browser's clipboard is readable only during a
   * paste event.
   */
  copied: string | null
  /** The flow that is changing the photo. While a flow is running, tabs and tools are disabled. Null = no flow. */
  busy: 'processing' | 'converting' | null
  isDownloading: boolean
  /**
   * History version at the last download. Null = no download yet. If the current version differs, the work is unsaved.
   */
  downloadedVersion: number | null
  /** History version at the last save as a project on this device. Null = not saved yet. */
  storedVersion: number | null
  draw: DrawUi
  overlay: OverlayUi
  subject: SubjectUi
  /** id of the canvas tool that the user has switched on in a panel. Null = no such tool. */
  switchedOn: string | null
  /** The two switches of the Tune tab. They select whether sliders change the subject, the background, or both. */
  tune: { foreground: boolean; background: boolean }
  layers: LayersUi
}

export const initialUi = (): Ui => ({
  tab: null,
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
  isDownloading: false,
  downloadedVersion: null,
  storedVersion: null,
  draw: initialDrawUi(),
  overlay: initialOverlayUi(),
  subject: initialSubjectUi(),
  switchedOn: null,
  tune: { foreground: true, background: true },
  layers: { isOpen: null, isShown: false, renaming: null },
})

/** id of the template panel in `ui.tab` */
export const TEMPLATES_TAB = 'templates'

interface LayersUi {
  /** Null: the screen width determines whether the panel is open. Set when the user toggles the panel. */
  isOpen: boolean | null
  /** True if the panel is visible. The panel writes this value, and its keyboard shortcut reads the value. */
  isShown: boolean
  /** The layer that the user is renaming. */
  renaming: LayerId | null
}

interface DrawUi {
  /** Whether the pointer draws instead of selecting. Null: the first drag on empty canvas sets true and draws. */
  isOn: boolean | null
  tool: 'pencil' | 'eraser'
  /** Diameter of the brush, document px. */
  size: number
  color: Hex
  placement: Placement
  /** Layers of the stroke that the user is drawing. Empty if the user isn't drawing. */
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

/** An image in the Image Overlay tab. The image is a layer of the document or still pending. */
export interface PendingOverlay {
  id: string
  name: string
  /** Data URL of a thumbnail. */
  previewUrl: string
  asset: AssetId
  hasAlpha: boolean
  /** SHA-256 of the file, hex. It is the key of the cached cut-out. */
  sha256: string
  isProcessed: boolean
  isProcessing: boolean
  /** Id of the image's layer. Null until *Move to Editor* is pressed. Undo may have removed the layer. */
  layer: LayerId | null
  /** Size of the decoded file, px. */
  originalSize: Size
}

interface OverlayUi {
  images: PendingOverlay[]
  /** Error of the last selected file. The tab shows the error next to the button. */
  error: string | null
}

export const initialOverlayUi = (): OverlayUi => ({ images: [], error: null })
