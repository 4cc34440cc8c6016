// Short notices from anywhere; <ToastHost> draws them.

export interface Toast {
  title: string
  description?: string
  /** Destructive: something failed. Read out at once, as role="alert". */
  isDestructive?: boolean
  action?: { label: string; run(): void }
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

/** More at once would be a wall; the oldest makes room. */
const MAX_SHOWN = 3

export function createToasts(): Toasts {
  let shown: readonly ShownToast[] = []
  let nextId = 1
  const listeners = new Set<() => void>()
  const change = (next: readonly ShownToast[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  return {
    show(toast) {
      const id = nextId++
      change([...shown, { ...toast, id }].slice(-MAX_SHOWN))
      return id
    },
    dismiss: (id) => change(shown.filter((toast) => toast.id !== id)),
    current: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
