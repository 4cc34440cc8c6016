/**
 * What the interface remembers but undo does not. Written freely. A tool that remembers something has a slice of its
 * own, one file beside this one: its interface and what it is afresh.
 */
import type { LayerId } from '../../../kit/base/ids.ts'
import { type BackgroundUi, freshBackgroundUi } from './background.ts'
import { type DrawUi, freshDrawUi } from './draw.ts'
import { freshLayersUi, type LayersUi } from './layers.ts'
import { freshOverlayUi, type OverlayUi } from './overlay.ts'
import { freshSubjectUi, type SubjectUi } from './subject.ts'
import { freshTuneUi, type TuneUi } from './tune.ts'

/** The flow message over the canvas (spec §4). */
export interface Status {
  text: string
  tone: 'busy' | 'done' | 'failed'
  /** 0..1 while something measurable runs; null = no fraction is known. */
  progress: number | null
  /** What is being done just now: 'Loading the model, 1.2 of 2.4 MB'. */
  detail?: string
}

/** The editor's own dialogs; one is open at a time. */
export type EditorDialog = 'commands' | 'shortcuts' | 'projects' | 'export'

export interface Ui {
  tab: string | null
  dialog: EditorDialog | null
  /** The selected layers, in the order in which they were chosen; `selection.ts` reads and writes it. */
  selection: LayerId[]
  /** The layer whose words want the keyboard next; its panel takes the focus and sets null. */
  editing: LayerId | null
  /** The text whose words are being typed where they stand on the canvas. */
  typing: LayerId | null
  /** Values tried on under the pointer: the preview shows them, the document and its history do not know them. */
  hover: { layer: LayerId; patch: Readonly<Record<string, unknown>> } | null
  status: Status | null
  /** The layers that were copied last in this tab, packed: browsers keep their clipboard to themselves but for a key. */
  copied: string | null
  /** A flow is changing the photo: tabs and tools wait. */
  busy: 'processing' | 'converting' | null
  isDownloading: boolean
  /** History's version at the last finished download: the work is saved until the next change. Null = none yet. */
  savedVersion: number | null
  /** History's version that this device keeps as a project: nothing of it is lost with the tab. Null = none yet. */
  keptVersion: number | null
  background: BackgroundUi
  draw: DrawUi
  overlay: OverlayUi
  subject: SubjectUi
  tune: TuneUi
  layers: LayersUi
}

export const freshUi = (): Ui => ({
  tab: null,
  dialog: null,
  selection: [],
  editing: null,
  typing: null,
  hover: null,
  status: null,
  copied: null,
  busy: null,
  isDownloading: false,
  savedVersion: null,
  keptVersion: null,
  background: freshBackgroundUi(),
  draw: freshDrawUi(),
  overlay: freshOverlayUi(),
  subject: freshSubjectUi(),
  tune: freshTuneUi(),
  layers: freshLayersUi(),
})
