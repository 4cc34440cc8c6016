/**
 * The editor's session: document, history, assets and the state of the interface.
 * Made when the editor is entered and dropped when it is left, so "the editor state is reset" (spec §2) is its lifetime.
 */
import { proxy, snapshot } from 'valtio/vanilla'
import { type AssetStore, createAssetStore, namesIn } from '../assets/store.ts'
import type { LayerId } from '../base/ids.ts'
import { type Document, type DocumentSnapshot, emptyDocument } from '../document/document.ts'
import { createHistory, type History } from '../history/history.ts'

/** The flow message over the canvas (spec §4). */
export interface Status {
  text: string
  tone: 'busy' | 'done' | 'failed'
  /** 0..1 while something measurable runs; null = no fraction is known. */
  progress: number | null
  /** What is being done just now: 'Loading the model, 1.2 of 2.4 MB'. */
  detail?: string
}

/** What the interface remembers but undo does not. Written freely. */
export interface Ui {
  tab: string | null
  selection: LayerId | null
  /** The layer whose words want the keyboard next; its panel takes the focus and sets null. */
  editing: LayerId | null
  /** Values tried on under the pointer: the preview shows them, the document and its history do not know them. */
  hover: { layer: LayerId; patch: Readonly<Record<string, unknown>> } | null
  status: Status | null
  /** A flow is changing the photo: tabs and tools wait. */
  busy: 'processing' | 'converting' | null
  isDownloading: boolean
  /** The two apply-to switches of the enhancements (spec §3). */
  tuneForeground: boolean
  tuneBackground: boolean
  /** The preview shows the photo without its enhancements, as long as a button is held. */
  isComparing: boolean
  /** History's version at the last finished download: the work is saved until the next change. Null = none yet. */
  savedVersion: number | null
}

/** How the editor speaks to its user; the app hands in the real one. */
export interface Notices {
  /** An in-app alertdialog with the exact text; resolves when it is closed. */
  alert(text: string): Promise<void>
  confirm(question: { title: string; text: string; confirm: string; cancel: string }): Promise<boolean>
  toast(message: { title: string; description?: string; isDestructive?: boolean }): void
}

export interface Session {
  readonly doc: Document
  readonly ui: Ui
  readonly history: History
  readonly assets: AssetStore
  readonly notices: Notices
  /** Free the pixels that neither the document nor its history can reach. */
  collect(): void
  dispose(): void
}

const freshUi = (): Ui => ({
  tab: null,
  selection: null,
  editing: null,
  hover: null,
  status: null,
  busy: null,
  isDownloading: false,
  tuneForeground: true,
  tuneBackground: true,
  isComparing: false,
  savedVersion: null,
})

export function createSession(notices: Notices, options: { isStrict?: boolean } = {}): Session {
  const doc = proxy(emptyDocument())
  const assets = createAssetStore()
  const history = createHistory(doc, options)
  return {
    doc,
    ui: proxy(freshUi()),
    history,
    assets,
    notices,
    collect() {
      const names = namesIn(snapshot(doc))
      for (const record of history.reachable()) namesIn(record, names)
      assets.collect(names)
    },
    dispose: () => assets.destroy(),
  }
}

export const snapshotOf = (session: Session): DocumentSnapshot => snapshot(session.doc) as DocumentSnapshot
