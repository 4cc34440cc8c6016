/** Runs one task at a time: a new task aborts the previous one. All "the newest wins" logic of the client uses it. */
export interface LatestTask {
  /**
   * Aborts the running task and starts this one. Settles as `task` does. An aborted task goes on running until it checks
   * its signal; it must not write anything after that.
   */
  run<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Aborts the running task, if there is one. */
  cancel(): void
}

/**
 * Creates a LatestTask. `onIdle` is called when the newest task has settled, also after `cancel`; it is not called when
 * a newer task replaces the running one.
 */
export function createLatestTask(onIdle: () => void = () => {}): LatestTask {
  let current: AbortController | null = null
  return {
    async run(task) {
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
