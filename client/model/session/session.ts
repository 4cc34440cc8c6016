/**
 * The editor's session: document, history, assets and the state of the interface. It lives from entering the editor to
 * leaving it, so leaving resets the editor's state.
 */

import { createContext } from 'react'
import { proxy, snapshot } from 'valtio/vanilla'
import { useRequired } from '#client/kit/ui/hooks.ts'
import { AssetStore, stringsIn } from '../assets/store.ts'
import { type DocumentSnapshot, emptyDocument } from '../document/document.ts'
import { History, type HistoryOptions } from '../history/history.ts'
import { initialUi } from './ui/ui.ts'

/** Messages to the user; the app provides the implementation. */
export interface Notices {
  /** An in-app alertdialog with the exact text; resolves when it is closed. */
  alert(text: string): Promise<void>
  confirm(question: { title: string; text: string; confirm: string; cancel: string }): Promise<boolean>
  toast(message: {
    title: string
    description?: string
    isDestructive?: boolean
    action?: { label: string; run(): void }
    /** The notice stays until the user dismisses it or acts on it. */
    isLasting?: boolean
  }): void
}

/** The editor's session: document, history, assets and the state of the interface. */
export type Session = ReturnType<typeof createSession>

/** Creates a session with an empty document. */
export function createSession(notices: Notices, options: HistoryOptions = {}) {
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
    /** Frees all assets that are used neither by the document, its history, a held snapshot nor a pending overlay. */
    collect() {
      const names = stringsIn(snapshot(doc))
      stringsIn(snapshot(ui.overlay), names)
      for (const record of history.reachable()) stringsIn(record, names)
      for (const snapshot of held) stringsIn(snapshot, names)
      assets.collect(names)
    },
    /** Keeps the assets of a snapshot that is still being painted, until the returned function is called. */
    hold(snapshot: DocumentSnapshot) {
      held.add(snapshot)
      return () => held.delete(snapshot)
    },
    dispose: () => assets.destroy(),
  }
}

/** Returns the current snapshot of the session's document. */
export const snapshotOf = (session: Session): DocumentSnapshot => snapshot(session.doc) as DocumentSnapshot

/** The session of the open editor; null outside. */
export const SessionContext = createContext<Session | null>(null)

/** Returns the session. @throws Error outside of the editor */
export const useSession = (): Session => useRequired(SessionContext)
