/**
 * Resolves after the messages and events that wait in the queue of this thread, so that they can be handled in the midst of
 * a long computation. A timer would take at least 4 ms.
 */
export function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
