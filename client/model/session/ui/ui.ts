/**
 * State of the interface. It is not part of undo and may be written at any time. A tool with state has its own slice, in
 * a file beside this one, with its interface and its initial value.
 */
import type { Hex } from '../../../kit/base/fields.ts'
import type { LayerId } from '../../../kit/base/ids.ts'
import type { Immutable } from '../../../kit/base/immutable.ts'
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
  /** The present step, such as 'Loading the model, 1.2 of 2.4 MB'. */
  detail?: string
  /** The user has cancelled the work, which has not stopped yet. */
  isCancelling?: true
}

/**
 * What the preview shows instead of the document while the user compares: it without enhancements, or the photo as it
 * was opened.
 */
export type Comparison = 'untuned' | 'photo'

/** The editor's own dialogs; one is open at a time. */
export type EditorDialog = 'commands' | 'shortcuts' | 'projects' | 'export' | 'batch'

/** A running eyedropper: what happens with the colour, and what is told when it ends. */
export interface ColorPick {
  onPick(color: Hex): void
  onEnd(): void
}

/** State of the interface, a valtio proxy. It is not part of undo. */
export interface Ui {
  /** Id of the open tool tab; null = none. */
  tab: string | null
  dialog: EditorDialog | null
  /** The selected layers, in the order in which they were chosen; `selection.ts` reads and writes it. */
  selection: LayerId[]
  /** The text layer whose input field should take the focus; its panel does so and sets null. */
  editing: LayerId | null
  /** The text layer that is being edited inline on the canvas. */
  typing: LayerId | null
  /** Values under the pointer, such as a font in a list: shown by the preview only, not part of the document. */
  hover: { layer: LayerId; patch: Readonly<Record<string, unknown>> } | null
  status: Status | null
  /** A compare button is held. */
  comparison: Comparison | null
  /** The eyedropper has the canvas: the next click picks the photo's colour there. */
  colorPick: ColorPick | null
  /** The layers copied last, serialized: the browser's clipboard can be read only during a paste event. */
  copied: string | null
  /** A flow is changing the photo: tabs and tools are disabled. */
  busy: 'processing' | 'converting' | null
  isDownloading: boolean
  /** History's version at the last download; null = none yet. Unsaved work = the version has changed since. */
  savedVersion: number | null
  /** History's version that was last saved as a project on this device; null = none yet. */
  keptVersion: number | null
  background: BackgroundUi
  designs: DesignsUi
  draw: DrawUi
  format: FormatUi
  overlay: OverlayUi
  subject: SubjectUi
  tune: TuneUi
  layers: LayersUi
}

/** Returns the state of the interface at the start of a session. */
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
  designs: initialDesignsUi(),
  draw: initialDrawUi(),
  format: initialFormatUi(),
  overlay: initialOverlayUi(),
  subject: initialSubjectUi(),
  tune: initialTuneUi(),
  layers: initialLayersUi(),
})

/** State of the Change BG tab. */
interface BackgroundUi {
  /** The open section; null = the one of the current background. */
  mode: 'color' | 'image' | null
}

/**
 * Returns the Change BG tab's state at the start of a session: `mode` is null, so the tab follows the current background
 * (colour or image) until the user opens a section.
 */
const initialBackgroundUi = (): BackgroundUi => ({ mode: null })

/** State of the gallery of designs. */

/** The id in `ui.tab` of the panel with the designs. */
export const DESIGNS_TAB = 'designs'

/** State of the gallery of designs. */
interface DesignsUi {
  /** The design that is applied as soon as a photo is open and its subject is known; null = none. */
  pending: string | null
}

/** Returns the gallery's state at the start of a session: no design waits for a photo. */
const initialDesignsUi = (): DesignsUi => ({ pending: null })

/** State of the layers panel. */
interface LayersUi {
  /** Null = the user has not chosen: the width of the screen decides. */
  isOpen: boolean | null
  /** Whether the panel is visible now; written by the panel, read by the shortcut that toggles it. */
  isShown: boolean
  /** The layer that is being renamed. */
  renaming: LayerId | null
}

/** Returns the layers panel's state at the start of a session: open by the screen's width, not shown yet, no renaming. */
const initialLayersUi = (): LayersUi => ({ isOpen: null, isShown: false, renaming: null })

/** State of the Tune tab. */
interface TuneUi {
  /** The two apply-to switches of the enhancements (spec §3). */
  foreground: boolean
  background: boolean
}

/** Returns the Tune tab's state at the start of a session: both apply-to switches on. */
const initialTuneUi = (): TuneUi => ({ foreground: true, background: true })

/** Ids of the tabs in which the picture is judged as a whole. */
const JUDGING: ReadonlySet<string> = new Set(['tune-image', 'change-background', 'remove-background'])

/**
 * Returns true while the user judges the picture as a whole: in certain tabs, with the eyedropper, or while drawing.
 * The frame and the bar of the selected layers are then drawn faintly.
 */
export const isSelectionFaint = ({
  tab,
  colorPick,
  draw,
}: Immutable<Pick<Ui, 'tab' | 'colorPick' | 'draw'>>): boolean =>
  (tab !== null && JUDGING.has(tab)) || colorPick !== null || (tab === 'draw' && draw.isOn)
