/** State of the interface. It isn't part of undo. Each tool with state has its own slice in a file of this folder. */
import type { Hex } from '#client/kit/base/fields.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { type DrawUi, initialDrawUi } from './draw.ts'
import { type FormatUi, initialFormatUi } from './format.ts'
import { initialOverlayUi, type OverlayUi } from './overlay.ts'
import { initialSubjectUi, type SubjectUi } from './subject.ts'

/** The flow message over the canvas (spec §4). */
export interface Status {
  text: string
  tone: 'busy' | 'done' | 'failed'
  /** Progress, 0..1; null = indeterminate. */
  progress: number | null
  /** current step, such as 'Loading the model, 1.2 of 2.4 MB' */
  detail?: string
  /** The user has cancelled the operation, which is still stopping. */
  isCancelling?: true
}

/** Image that the preview shows while the user compares: the document without enhancements, or the photo as opened. */
export type Comparison = 'untuned' | 'photo'

/** The editor's dialogs, of which one can be open. */
export type EditorDialog = 'commands' | 'shortcuts' | 'projects' | 'export' | 'batch'

/** A running eyedropper with its callbacks. */
export interface ColorPick {
  onPick(color: Hex): void
  onEnd(): void
}

/** State of the interface: a valtio proxy, not part of undo. */
export interface Ui {
  /** id of the open tab; null = none */
  tab: string | null
  dialog: EditorDialog | null
  /** Selected layers in the order of selection. Use `selection.ts` to read and write them. */
  selection: LayerId[]
  /** Text layer whose panel input should be focused. Its panel focuses the input and sets null. */
  editing: LayerId | null
  /** The text layer being edited on the canvas. */
  typing: LayerId | null
  /** Hovered values, such as a font in a list. Only the preview shows them. */
  hover: { layer: LayerId; patch: Readonly<Record<string, unknown>> } | null
  status: Status | null
  comparison: Comparison | null
  /** Running eyedropper: the next click on the canvas picks the photo's colour. */
  colorPick: ColorPick | null
  /** Layers copied last, serialized. The browser's clipboard is readable only during a paste event. */
  copied: string | null
  /** While a flow changes the photo, tabs and tools are disabled. */
  busy: 'processing' | 'converting' | null
  isDownloading: boolean
  /** History version at the last download; null = none. Work is unsaved if the version differs. */
  savedVersion: number | null
  /** History version of the last save as a project on this device; null = none. */
  keptVersion: number | null
  background: BackgroundUi
  templates: TemplatesUi
  draw: DrawUi
  format: FormatUi
  overlay: OverlayUi
  subject: SubjectUi
  tune: TuneUi
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
  savedVersion: null,
  keptVersion: null,
  background: initialBackgroundUi(),
  templates: initialTemplatesUi(),
  draw: initialDrawUi(),
  format: initialFormatUi(),
  overlay: initialOverlayUi(),
  subject: initialSubjectUi(),
  tune: initialTuneUi(),
  layers: initialLayersUi(),
})

interface BackgroundUi {
  /** open section; null = that of the current background */
  mode: 'color' | 'image' | null
}

const initialBackgroundUi = (): BackgroundUi => ({ mode: null })

/** id of the template panel in `ui.tab` */
export const TEMPLATES_TAB = 'designs'

/** State of the template gallery. */
interface TemplatesUi {
  /** Template that is applied once a photo is open and its subject is known; null = none. */
  pending: string | null
}

const initialTemplatesUi = (): TemplatesUi => ({ pending: null })

interface LayersUi {
  /** null = the screen width decides, until the user toggles the panel */
  isOpen: boolean | null
  /** True if the panel is visible. Written by the panel, read by its keyboard shortcut. */
  isShown: boolean
  /** layer being renamed */
  renaming: LayerId | null
}

const initialLayersUi = (): LayersUi => ({ isOpen: null, isShown: false, renaming: null })

interface TuneUi {
  /** The two apply-to switches (spec §3). */
  foreground: boolean
  background: boolean
}

const initialTuneUi = (): TuneUi => ({ foreground: true, background: true })

/** Tabs in which the user judges the image as a whole. */
const JUDGING: ReadonlySet<string> = new Set(['tune-image', 'change-background', 'remove-background'])

/**
 * Returns true while the user judges the image as a whole: in some tabs, with the eyedropper, or while drawing. The
 * selection frame and bar are then faint.
 */
export const isSelectionFaint = ({
  tab,
  colorPick,
  draw,
}: Immutable<Pick<Ui, 'tab' | 'colorPick' | 'draw'>>): boolean =>
  (tab !== null && JUDGING.has(tab)) || colorPick !== null || (tab === 'draw' && draw.isOn)
