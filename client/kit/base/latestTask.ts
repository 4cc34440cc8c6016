/**
 * Creates a runner for one task at a time. A new task aborts the running task. Calls `onIdle` when the newest task
 * has settled, even after `cancel`. Doesn't call `onIdle` when a newer task replaces a running task.
 */
export function createLatestTask(onIdle: () => void = () => {}) {
  let current: AbortController | null = null
  return {
    /**
     * Aborts the running task and starts `task`. Settles like `task`. An aborted task continues until it checks its
     * signal. After the abort, the task must not write anything.
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
