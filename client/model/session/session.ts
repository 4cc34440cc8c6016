import { createContext } from 'react'
import { proxy, snapshot } from 'valtio/vanilla'
import { createListeners } from '#client/kit/async/listeners.ts'
import { useRequired } from '#client/kit/ui/hooks.ts'
import type { Question } from '#client/kit/ui/overlays/dialogs.ts'
import type { Toast } from '#client/kit/ui/overlays/toasts.ts'
import { AssetStore, stringsIn } from '../assets/store.ts'
import { type DocumentSnapshot, emptyDocument } from '../document/document.ts'
import { History, type HistoryOptions } from '../history/history.ts'
import { initialUi } from './ui/ui.ts'

/** Shows messages to the user. The app provides the implementation. */
export interface Notices {
  /**
   * Shows an in-app alertdialog with exactly this text, and the detail below it. Resolves when the user closes the
   * dialog.
   */
  alert(text: string, detail?: string): Promise<void>
  confirm(question: Question): Promise<boolean>
  toast(toast: Toast): void
}

/** How the canvas looks while a panel is open. */
export interface PanelView {
  /** The preview shows the whole canvas, also outside the crop. */
  readonly showsWholeCanvas?: true
  /** If true, the canvas doesn't show the selection and its toolbar. */
  readonly hidesSelection?: true
  /** The selection is faint, because the user assesses the image as a whole. */
  readonly fadesSelection?: true
  /** If true, the zoom controls are hidden, because another image covers the canvas. */
  readonly hidesZoom?: true
}

/** The views of the panels by id. A panel without an entry shows the image and the selection. */
export type PanelViews = Readonly<Record<string, PanelView>>

/**
 * The editor's session: document, history, assets and the state of the interface. A session begins when the user enters
 * the editor and ends when the user leaves the editor. All its state is then discarded.
 */
export type Session = ReturnType<typeof createSession>

export function createSession(
  notices: Notices,
  { panelViews = {}, ...options }: HistoryOptions & { panelViews?: PanelViews } = {},
) {
  const doc = proxy(emptyDocument())
  const assets = new AssetStore()
  const history = new History(doc, options)
  const ui = proxy(initialUi())
  const held = new Set<DocumentSnapshot>()
  return {
    doc,
    ui,
    history,
    assets,
    notices,
    /** Emits after another document has replaced the document, for instance a new photo or a project. */
    replaced: createListeners(),
    /** Returns how the canvas looks while a panel is open, by default the open panel. */
    viewOf: (tab: string | null = ui.tab): PanelView => (tab === null ? undefined : panelViews[tab]) ?? {},
    /**
     * Frees all unused assets: the assets that neither the document, its history, a held snapshot nor a pending overlay
     * references.
     */
    collect() {
      const names = stringsIn(snapshot(doc))
      stringsIn(snapshot(ui.overlay), names)
      for (const record of history.reachable()) stringsIn(record, names)
      for (const snapshot of held) stringsIn(snapshot, names)
      assets.collect(names)
    },
    /** Holds the assets of a snapshot in memory during painting, until the returned function is called. */
    hold(snapshot: DocumentSnapshot) {
      held.add(snapshot)
      return () => held.delete(snapshot)
    },
    dispose: () => assets.destroy(),
  }
}

export const snapshotOf = (session: Session): DocumentSnapshot => snapshot(session.doc) as DocumentSnapshot

/** The session of the open editor. Null outside the editor. */
export const SessionContext = createContext<Session | null>(null)

/** Returns the session of the open editor. @throws Error outside the editor */
export const useSession = (): Session => useRequired(SessionContext)
