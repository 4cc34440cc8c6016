/**
 * The editor's session: document, history, assets and the state of the interface.
 * Made when the editor is entered and dropped when it is left, so "the editor state is reset" (spec §2) is its lifetime.
 */
import { proxy, snapshot } from 'valtio/vanilla'
import { type AssetStore, createAssetStore, namesIn } from '../assets/store.ts'
import { type Document, type DocumentSnapshot, emptyDocument } from '../document/document.ts'
import { createHistory, type History, type HistoryOptions } from '../history/history.ts'
import { freshUi, type Ui } from './ui/ui.ts'

/** How the editor speaks to its user; the app hands in the real one. */
export interface Notices {
  /** An in-app alertdialog with the exact text; resolves when it is closed. */
  alert(text: string): Promise<void>
  confirm(question: { title: string; text: string; confirm: string; cancel: string }): Promise<boolean>
  toast(message: {
    title: string
    description?: string
    isDestructive?: boolean
    action?: { label: string; run(): void }
    /** Stays until it is dismissed or acted on. */
    isLasting?: boolean
  }): void
}

export interface Session {
  readonly doc: Document
  readonly ui: Ui
  readonly history: History
  readonly assets: AssetStore
  readonly notices: Notices
  /** Free the pixels that neither the document nor its history can reach, nor an overlay that is still pending. */
  collect(): void
  /** Keeps the pixels of a snapshot that is still being painted; the answer lets them go. */
  hold(doc: DocumentSnapshot): () => void
  dispose(): void
}

export function createSession(notices: Notices, options: HistoryOptions = {}): Session {
  const doc = proxy(emptyDocument())
  const assets = createAssetStore()
  const history = createHistory(doc, options)
  const ui = proxy(freshUi())
  const held = new Set<DocumentSnapshot>()
  return {
    doc,
    ui,
    history,
    assets,
    notices,
    collect() {
      const names = namesIn(snapshot(doc))
      namesIn(snapshot(ui.overlay), names)
      for (const record of history.reachable()) namesIn(record, names)
      for (const snapshot of held) namesIn(snapshot, names)
      assets.collect(names)
    },
    hold(snapshot) {
      held.add(snapshot)
      return () => held.delete(snapshot)
    },
    dispose: () => assets.destroy(),
  }
}

export const snapshotOf = (session: Session): DocumentSnapshot => snapshot(session.doc) as DocumentSnapshot
