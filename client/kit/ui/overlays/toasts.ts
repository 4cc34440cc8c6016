import { createListeners } from '../../async/listeners.ts'
import { t } from '../../i18n/translate.ts'

/** A short notification. Any flow may show a toast. ToastHost renders it. */
export interface Toast {
  title: string
  description?: string
  /** Lines about files, in the order of their failures. A new toast with such lines continues a visible toast's list. */
  details?: readonly string[]
  /** If true, the toast reports a failure. Screen readers announce the toast immediately (role="alert"). */
  isDestructive?: boolean
  action?: ToastAction
  /** A second action, shown after `action`. */
  otherAction?: ToastAction
  /** If true, the toast stays until the user dismisses it or presses an action. */
  isLasting?: boolean
  /** Calls `end` once the toast no longer applies, which closes the toast. Returns a function that stops the calls. */
  endsOn?(end: () => void): () => void
}

interface ToastAction {
  label: string
  run(): void
}

export interface ShownToast extends Toast {
  id: number
}

/** Maximum number of visible toasts. Another toast replaces the oldest toast. */
const MAX_SHOWN = 3

/** Maximum number of lines about files. Another line replaces the oldest line. */
const MAX_DETAILS = 3

/** Returns true for equal toasts. Only one of several equal toasts is shown. */
const isSame = (a: Toast, b: Toast) =>
  a.title === b.title &&
  a.description === b.description &&
  a.details?.join() === b.details?.join() &&
  a.isDestructive === b.isDestructive &&
  a.action?.label === b.action?.label &&
  a.otherAction?.label === b.otherAction?.label

export type Toasts = ReturnType<typeof createToasts>

/** `mayStack`: returns false on screens with room for one toast only. A new toast then replaces the others. */
export function createToasts(mayStack = () => true) {
  let shown: readonly ShownToast[] = []
  let nextId = 1
  const listeners = createListeners()
  const change = (next: readonly ShownToast[]) => {
    shown = next
    listeners.emit()
  }
  /**
   * Shows a toast and returns its id. If an equal toast without an action is visible, returns that toast's id and shows
   * nothing. Replaces an equal toast that has an action, because the action belongs to the newest event. A toast with
   * `details` replaces the visible toast with details and also shows its lines, so that two failed files share one
   * toast. Never replaces a lasting toast on a screen for one toast: the host shows the lasting toast again afterwards.
   */
  const show = (toast: Toast) => {
    const listed = toast.details && shown.find(({ details }) => details)
    const details = [...new Set([...(listed?.details ?? []), ...(toast.details ?? [])])].slice(-MAX_DETAILS)
    const next = details.length > 0 ? { ...toast, details } : toast
    const same = shown.find((other) => isSame(other, next))
    if (same && !toast.action) return same.id
    const id = nextId++
    const others = shown.filter((other) => other !== same && other !== listed && (other.isLasting || mayStack()))
    change([...others, { ...next, id }].slice(-MAX_SHOWN))
    return id
  }
  return {
    show,
    showError: (description: string) => show({ title: t('Error'), description, isDestructive: true }),
    dismiss: (id: number) => change(shown.filter((toast) => toast.id !== id)),
    current: () => shown,
    subscribe: listeners.subscribe,
  }
}
