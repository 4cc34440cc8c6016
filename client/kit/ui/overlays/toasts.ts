// Short notices from anywhere; <ToastHost> draws them.
import { createListeners } from '../../base/listeners.ts'

export interface Toast {
  title: string
  description?: string
  /** Destructive: something failed. Read out at once, as role="alert". */
  isDestructive?: boolean
  action?: { label: string; run(): void }
  /** Stays until it is dismissed or acted on. */
  isLasting?: boolean
}

export interface ShownToast extends Toast {
  id: number
}

export interface Toasts {
  show(toast: Toast): number
  dismiss(id: number): void
  current(): readonly ShownToast[]
  subscribe(listener: () => void): () => void
}

/** At most this many are shown; a further one removes the oldest. */
const MAX_SHOWN = 3

/** Whether an equal toast is shown already. Toasts with an action never count as equal. */
const isSame = (a: Toast, b: Toast) =>
  a.title === b.title &&
  a.description === b.description &&
  a.isDestructive === b.isDestructive &&
  a.action === undefined &&
  b.action === undefined

export function createToasts(): Toasts {
  let shown: readonly ShownToast[] = []
  let nextId = 1
  const listeners = createListeners()
  const change = (next: readonly ShownToast[]) => {
    shown = next
    listeners.tell()
  }
  return {
    show(toast) {
      const same = shown.find((other) => isSame(other, toast))
      if (same) return same.id
      const id = nextId++
      change([...shown, { ...toast, id }].slice(-MAX_SHOWN))
      return id
    },
    dismiss: (id) => change(shown.filter((toast) => toast.id !== id)),
    current: () => shown,
    subscribe: listeners.subscribe,
  }
}
