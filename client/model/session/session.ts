import { createContext, useCallback, useRef, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { proxy, snapshot, subscribe } from 'valtio/vanilla'
import { createListeners, stopAll } from '#client/kit/async/listeners.ts'
import { untilFree, whenIdle } from '#client/kit/async/scheduling.ts'
import { asRecord, parseJson } from '#client/kit/device-storage/deviceStorage.ts'
import { useRequired } from '#client/kit/ui/hooks.ts'
import type { Question } from '#client/kit/ui/overlays/dialogs.ts'
import type { Toast } from '#client/kit/ui/overlays/toasts.ts'
import { AssetStore, stringsIn } from '../assets/store.ts'
import { type DocumentSnapshot, emptyDocument } from '../document/document.ts'
import { History, type HistoryOptions } from '../history/history.ts'
import { initialUi, type PendingStep } from './ui/ui.ts'

/** Shows messages to the user. Implemented by the app. */
export interface Notices {
  /**
   * Shows a dialog (role alertdialog) with exactly this text and the detail below. Resolves when the user closes the
   * dialog.
   */
  alert(text: string, detail?: string): Promise<void>
  confirm(question: Question): Promise<boolean>
  toast(toast: Toast): void
}

/** How the canvas looks while a panel is open. */
export interface PanelView {
  /** If true, the preview shows the whole canvas, including the area outside the crop. */
  readonly showsWholeCanvas?: true
  /** If true, the canvas doesn't show the selection and its toolbar. */
  readonly hidesSelection?: true
  /** If true, the selection is faint, because the user is assessing the whole image. */
  readonly fadesSelection?: true
  /** If true, the zoom controls are hidden, because another image covers the canvas. */
  readonly hidesZoom?: true
}

/** The views of panels by id. If a panel has no entry, the canvas shows the image and the selection. */
export type PanelViews = Readonly<Record<string, PanelView>>

/** Maximum size of the assets that only the history references, bytes. The newest undo step may exceed it. */
const HISTORY_BYTES = 512e6

/**
 * The editor's session: document, history, assets and interface state. A session starts when the user enters the
 * editor. When the user leaves the editor, the session and its state are discarded.
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
  const held = new Set<object>()
  const namesIn = createCopiedNames()
  return {
    doc,
    ui,
    history,
    assets,
    notices,
    /** Fires after another document has replaced the document, for example a new photo or a project. */
    replaced: createListeners(),
    /** Returns how the canvas looks while a panel is open. By default for the panel that is open now. */
    viewOf: (panel: string | null = ui.panel): PanelView => (panel === null ? undefined : panelViews[panel]) ?? {},
    /**
     * Frees all assets that aren't referenced by the document, its history, a held value or copied layers. First drops
     * the undo step whose assets exceed HISTORY_BYTES together with those of newer steps, and all older steps.
     */
    collect() {
      const names = stringsIn(snapshot(doc))
      for (const name of namesIn(ui.copied)) names.add(name)
      for (const value of held) stringsIn(value, names)
      const visited = new Set<object>() // steps share unchanged records, such as strokes
      let [bytes, kept] = [0, 0]
      for (const records of history.reachable()) {
        const added = new Set([...stringsIn(records, new Set(), visited)].filter((name) => !names.has(name)))
        const own = assets.bytesOf(added)
        bytes += own
        if (kept > 0 && own > 0 && bytes > HISTORY_BYTES) {
          history.keepNewest(kept)
          break
        }
        kept++
        for (const name of added) names.add(name)
      }
      assets.collect(names)
    },
    /**
     * Holds the assets in memory whose ids a value contains: a snapshot that is painted, or a feature's state. Returns
     * a function that releases them.
     */
    hold(value: object) {
      held.add(value)
      return () => held.delete(value)
    },
    dispose: () => assets.destroy(),
  }
}

/**
 * Returns a function that returns all strings in serialized layers, without the id of their photo. The function caches
 * its last result.
 */
function createCopiedNames() {
  let last: { copied: string; names: ReadonlySet<string> } | null = null
  return (copied: string | null): ReadonlySet<string> => {
    if (copied === null) return new Set()
    if (last?.copied !== copied) last = { copied, names: stringsIn(asRecord(parseJson(copied)).layers) }
    return last.names
  }
}

/**
 * Returns the computation that Undo cancels instead of undoing a step: the newest one, if neither an undo step nor the
 * open gesture is newer. A step that an older computation has added doesn't count as newer. Null if there is none.
 */
export function stepToCancel({ history, ui }: Session): PendingStep | null {
  const newest = ui.pendingSteps.at(-1)
  return newest && newest.mark >= history.mark && !history.hasOpenEdit ? newest : null
}

/**
 * Resolves when no gesture is open, because the undo step of a result would end the gesture. Typing on the canvas
 * doesn't count, because it opens the next gesture itself. After an abort, resolves soon.
 */
export async function untilReleased({ history, ui }: Session, signal: AbortSignal): Promise<void> {
  const isDragging = () => history.isOpen && ui.typing === null
  if (isDragging()) await untilFree((run) => whenIdle(run, 'soon'), isDragging, signal)
}

export const snapshotOf = (session: Session): DocumentSnapshot => snapshot(session.doc) as DocumentSnapshot

/** The editor's session. Null outside the editor. */
export const SessionContext = createContext<Session | null>(null)

/** Hook that returns the editor's session. @throws Error outside the editor */
export const useSession = (): Session => useRequired(SessionContext)

/**
 * Hook that returns a snapshot of the open document. The component rerenders when the fields that it reads change.
 * @throws Error outside the editor
 */
export const useDocument = (): DocumentSnapshot => useSnapshot(useSession().doc)

/**
 * Hook that returns a value that `read` computes from the session. When the document, the interface state or the undo
 * steps change, computes the value again, and rerenders the component if the values differ (`isSame` returns false).
 * @throws Error outside the editor
 */
export function useSessionValue<T>(read: (session: Session) => T, isSame: (a: T, b: T) => boolean = Object.is): T {
  const session = useSession()
  const last = useRef<{ value: T } | null>(null)
  const listen = useCallback(
    (onChange: () => void) =>
      stopAll([session.doc, session.ui, session.history.state].map((state) => subscribe(state, onChange))),
    [session],
  )
  const readNow = () => {
    const value = read(session)
    if (!last.current || !isSame(last.current.value, value)) last.current = { value }
    return last.current.value
  }
  return useSyncExternalStore(listen, readNow, readNow)
}
