/**
 * Creates a runner for one task at a time. A new task aborts the running task. Calls `onIdle` when the newest task has
 * settled, even after `cancel`, but not when a newer task replaces a running task.
 */
export function createLatestTask(onIdle: () => void = () => {}) {
  let current: AbortController | null = null
  return {
    /**
     * Aborts the running task and starts `task`. Settles as `task` does. An aborted task continues until it checks its
     * signal, and must not write anything after the abort.
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
    cancel: () => current?.abort(),
  }
}
