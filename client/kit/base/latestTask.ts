/**
 * Runs one task at a time. A new task aborts the running one. All "newest wins" logic of the client uses it. Calls `onIdle` when the newest task has settled, also after `cancel`. Does not call it when a
 * newer task replaces the running one.
 */
export function createLatestTask(onIdle: () => void = () => {}) {
  let current: AbortController | null = null
  return {
    /**
     * Aborts the running task and starts `task`. Settles as `task` does. An aborted task runs on until it checks its
     * signal, and must not write anything after that.
     */
    async run<T>(task: (signal: AbortSignal) => Promise<T>) {
      current?.abort()
      const controller = new AbortController()
      current = controller
      try {
        return await task(controller.signal)
      } finally {
        if (current === controller) {
          current = null
          onIdle()
        }
      }
    },
    /** Aborts the running task, if any. */
    cancel: () => current?.abort(),
  }
}
