import { createListeners } from '../../async/listeners.ts'
import { t } from '../../i18n/translate.ts'

/** A short notification. Any flow may show a toast. ToastHost renders it. */
export interface Toast {
  title: string
  description?: string
  /** A message about a file. Only the newest toast with a message about a file is shown. */
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

/** Maximum number of toasts. If all are lasting, one more toast that isn't lasting may be shown. */
const MAX_SHOWN = 3

/**
 * Returns the toasts to show. An ordinary toast never replaces a lasting toast. A lasting toast about a failure is
 * replaced last, so that the user sees its message.
 */
function withinLimit(toasts: readonly ShownToast[]): readonly ShownToast[] {
  const [older, newest] = [toasts.slice(0, -1), toasts.at(-1)]
  if (older.length < MAX_SHOWN) return toasts
  const lasting = newest?.isLasting ? (older.find(({ isDestructive }) => !isDestructive) ?? older[0]) : null
  const spare = older.find(({ isLasting }) => !isLasting) ?? lasting
  return spare ? withinLimit(toasts.filter((toast) => toast !== spare)) : toasts
}

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
  /** Functions that stop observing `endsOn`, by the toast's id. */
  const stops = new Map<number, () => void>()
  const stop = (id: number) => {
    stops.get(id)?.()
    stops.delete(id)
  }
  const change = (next: readonly ShownToast[]) => {
    const removed = shown.filter((toast) => !next.includes(toast))
    shown = next
    for (const { id } of removed) stop(id)
    listeners.emit()
  }
  const dismiss = (id: number) => change(shown.filter((toast) => toast.id !== id))
  /** Observes `endsOn` here and not in the host, which doesn't render every toast on a small screen. */
  const observe = (id: number, { endsOn }: Toast) => {
    stop(id)
    const end = () => dismiss(id)
    if (endsOn) stops.set(id, endsOn(end))
    return id
  }
  /**
   * Shows a toast and returns its id. If an equal toast without an action is visible, returns that toast's id and shows
   * nothing. That toast then ends with the new `endsOn`. Replaces an equal toast that has an action, because the action
   * belongs to the newest event. A toast with `detail` replaces the visible toast with a detail. Never replaces a
   * lasting toast on a screen for one toast: the host shows the lasting toast again afterwards.
   */
  const show = (toast: Toast) => {
    const same = shown.find((other) => isSame(other, toast))
    if (same && !toast.action) return observe(same.id, toast)
    const id = nextId++
    const isOutdated = (other: Toast) => other === same || Boolean(toast.detail && other.detail)
    const others = shown.filter((other) => !isOutdated(other) && (other.isLasting || mayStack()))
    change(withinLimit([...others, { ...toast, id }]))
    return observe(id, toast)
  }
  return {
    show,
    showError: (description: string) => show({ title: t('Error'), description, isDestructive: true }),
    dismiss,
    current: () => shown,
    subscribe: listeners.subscribe,
  }
}
