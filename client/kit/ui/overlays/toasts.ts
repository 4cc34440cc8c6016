import { createListeners } from '../../async/listeners.ts'
import { t } from '../../i18n/translate.ts'

/** A short notification. Any flow may show a toast. ToastHost renders it. */
export interface Toast {
  title: string
  description?: string
  /** A message about a file. Only the newest toast with such a message is shown. */
  detail?: string
  /** If true, the toast reports a failure. Screen readers announce the toast immediately (role="alert"). */
  isDestructive?: boolean
  action?: ToastAction
  /** A second action, shown after `action`. */
  otherAction?: ToastAction
  /**
   * If true, the toast has no timeout. The toast stays until the user dismisses it or presses an action, or `endsOn`
   * calls `end`.
   */
  isLasting?: boolean
  /**
   * Calls `end` once the toast no longer applies. `end` closes the toast. Returns a function that stops the
   * observation.
   */
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

/** Returns true for equal toasts. Only one of several equal toasts is shown. */
const isSame = (a: Toast, b: Toast) =>
  a.title === b.title &&
  a.description === b.description &&
  a.detail === b.detail &&
  a.isDestructive === b.isDestructive &&
  a.action?.label === b.action?.label &&
  a.otherAction?.label === b.otherAction?.label

export type Toasts = ReturnType<typeof createToasts>

/**
 * Creates an empty list of toasts. `mayStack` returns false on screens with room for only one toast, where a new toast
 * replaces the others, except lasting ones.
 */
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
   * `detail` replaces the visible toast with a detail. Never replaces a lasting toast on a screen for one toast: the
   * host shows the lasting toast again afterwards.
   */
  const show = (toast: Toast) => {
    const same = shown.find((other) => isSame(other, toast))
    if (same && !toast.action) return same.id
    const id = nextId++
    const isOutdated = (other: Toast) => other === same || Boolean(toast.detail && other.detail)
    const others = shown.filter((other) => !isOutdated(other) && (other.isLasting || mayStack()))
    change([...others, { ...toast, id }].slice(-MAX_SHOWN))
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
