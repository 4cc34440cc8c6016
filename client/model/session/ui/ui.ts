/** State of the interface, which undo does not restore. Tools with functions have their own file in this folder. */
import type { Hex } from '#client/kit/base/fields.ts'
import type { Size } from '#client/kit/base/geometry.ts'
import type { AssetId, LayerId } from '#client/kit/base/ids.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import type { Placement } from '../../document/document.ts'
import { type CropUi, initialCropUi } from './crop.ts'
import { initialSubjectUi, type SubjectUi } from './subject.ts'

/** The message of a flow over the canvas. */
export interface Status {
  text: string
  tone: 'busy' | 'done' | 'failed'
  /** Progress, 0..1; null = indeterminate. */
  progress: number | null
  /** The current step, such as 'Loading the model, 1.2 of 2.4 MB'. */
  detail?: string
  /** True: the user has cancelled the operation, but the operation has not stopped yet. */
  isCancelling?: true
}

/** Image that the preview shows while the user compares: the document without enhancements, or the photo as opened. */
export type Comparison = 'untuned' | 'photo'

/** The editor's dialogs. At most one is open. */
export type EditorDialog = 'commands' | 'shortcuts' | 'projects' | 'export' | 'batch'

/** A running eyedropper with its callbacks. */
export interface ColorPick {
  onPick(color: Hex): void
  onEnd(): void
}

/** State of the interface: a valtio proxy that undo does not restore. */
export interface Ui {
  /** id of the open tab; null = none */
  tab: string | null
  dialog: EditorDialog | null
  /** Selected layers in the order of selection. Use `selection.ts` to read and write them. */
  selection: LayerId[]
  /** Text layer whose panel input should get the focus. The panel focuses the input, then sets null. */
  editing: LayerId | null
  /** The text layer being edited on the canvas. */
  typing: LayerId | null
  /** Values for the setting under the pointer, such as a font in a list. Only the preview uses them. */
  hover: { layer: LayerId; patch: Readonly<Record<string, unknown>> } | null
  status: Status | null
  comparison: Comparison | null
  /** The running eyedropper. The next click on the canvas picks the photo's colour. */
  colorPick: ColorPick | null
  /** The layers copied last, serialized. The browser's clipboard is readable only during a paste event. */
  copied: string | null
  /** The flow that is changing the photo. Tabs and tools are disabled meanwhile; null = none. */
  busy: 'processing' | 'converting' | null
  isDownloading: boolean
  /** History version at the last download; null = none. If the current version differs, the work is unsaved. */
  downloadedVersion: number | null
  /** History version at the last save as a project on this device; null = none. */
  storedVersion: number | null
  /** `mode`: the open section of the Change BG tab; null = the section of the current background. */
  background: { mode: 'color' | 'image' | null }
  /**
   * `pending`: the template to apply once a photo is open and its subject is known; null = none. `surplus`: the user's
   * words for which the applied template has no text, and the layers of that template.
   */
  templates: { pending: string | null; surplus: { layers: readonly LayerId[]; words: readonly string[] } }
  draw: DrawUi
  crop: CropUi
  /** The file size in px that the user chose in Crop; null = none. */
  exportSize: Size | null
  overlay: OverlayUi
  subject: SubjectUi
  /** True: a click on the canvas sets the focus of the lens blur. */
  lens: { isFocusing: boolean }
  /** The two switches of the Tune tab that apply enhancements to the subject or the background. */
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
  background: { mode: null },
  templates: { pending: null, surplus: { layers: [], words: [] } },
  draw: initialDrawUi(),
  crop: initialCropUi(),
  exportSize: null,
  overlay: initialOverlayUi(),
  subject: initialSubjectUi(),
  lens: { isFocusing: false },
  tune: { foreground: true, background: true },
  layers: { isOpen: null, isShown: false, renaming: null },
})

/** id of the template panel in `ui.tab` */
export const TEMPLATES_TAB = 'templates'

/** id of the motion panel in `ui.tab` */
export const MOTION_TAB = 'motion'

interface LayersUi {
  /** Null = the screen width decides whether the panel is open, until the user toggles the panel. */
  isOpen: boolean | null
  /** True if the panel is visible. The panel writes this value, and its keyboard shortcut reads the value. */
  isShown: boolean
  /** The layer that the user is renaming. */
  renaming: LayerId | null
}

interface DrawUi {
  /** True: the pointer draws instead of selecting. */
  isOn: boolean
  tool: 'pencil' | 'eraser'
  /** Diameter of the brush, document px. */
  size: number
  color: Hex
  placement: Placement
  /** Layers of the stroke that the user is drawing; empty = no stroke. */
  activeStroke: LayerId[]
}

export const initialDrawUi = (): DrawUi => ({
  isOn: false,
  tool: 'pencil',
  size: 20,
  color: '#ffffff',
  placement: 'background',
  activeStroke: [],
})

/** An image of the Image Overlay tab. It is in the document or still pending. */
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
  /** The layer of the image, once the user has moved the image to the editor. */
  layer: LayerId | null
  /** Size of the decoded file, px. */
  originalSize: Size
}

interface OverlayUi {
  images: PendingOverlay[]
  /** Error of the last chosen file. The tab shows the error beside the button. */
  error: string | null
}

export const initialOverlayUi = (): OverlayUi => ({ images: [], error: null })

/** Tabs in which the user judges the image as a whole. */
const JUDGING: ReadonlySet<string> = new Set(['tune-image', 'change-background', 'remove-background'])

/**
 * Returns true while the user judges the image as a whole: in some tabs, with the eyedropper, or while drawing. The
 * selection frame and its bar are then faint.
 */
export const isSelectionFaint = ({
  tab,
  colorPick,
  draw,
}: Immutable<Pick<Ui, 'tab' | 'colorPick' | 'draw'>>): boolean =>
  (tab !== null && JUDGING.has(tab)) || colorPick !== null || (tab === 'draw' && draw.isOn)
