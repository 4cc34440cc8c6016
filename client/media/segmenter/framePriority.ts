/** Tells the networks on WebGL about frames of the preview, because a gesture has priority over a network. */

/** Name of the BroadcastChannel. Other tabs receive the messages too, because all tabs share the GPU. */
export const FRAME_CHANNEL = 'midground-frames'

/** 'changed': the preview is about to paint a frame. 'idle': the browser has time before the next frame. */
export type FrameMessage = 'changed' | 'idle'

/**
 * Reports the frames of the preview. `subscribe` subscribes to the changes that the preview paints. Returns a function
 * that stops the reports.
 */
export function reportFrames(
  subscribe: (change: () => void) => () => void,
  whenIdle: (run: () => void) => () => void,
): () => void {
  const channel = new BroadcastChannel(FRAME_CHANNEL)
  const send = (message: FrameMessage) => channel.postMessage(message)
  let cancelIdle: (() => void) | null = null
  const unsubscribe = subscribe(() => {
    if (cancelIdle) return
    send('changed')
    cancelIdle = whenIdle(() => {
      cancelIdle = null
      send('idle')
    })
  })
  return () => {
    unsubscribe()
    cancelIdle?.()
    channel.close()
  }
}
