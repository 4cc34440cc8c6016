/** Paces a network on WebGL, so that the network doesn't delay the preview, which is painted by the same GPU. */
import type { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl'
import { backend, env } from '@tensorflow/tfjs-core'
import { pause, yieldToMessages } from '#client/kit/async/scheduling.ts'
import { FRAME_CHANNEL, type FrameMessage } from '../framePriority.ts'
import type { Graph } from './steppedGraph.ts'

/** Time in ms without a changed frame after which a gesture counts as finished and the network continues. */
const HOLD_MS = 100

const webgl = () => backend() as MathBackendWebGL

/** Compiles all programs of a network at the same time. `inputs`: as for a run, with any values. */
export async function compileAhead(graph: Graph, ...[inputs, outputs]: Parameters<Graph['run']>): Promise<void> {
  env().set('ENGINE_COMPILE_ONLY', true)
  try {
    for (const tensor of await graph.run(inputs, outputs)) tensor.dispose()
    await webgl().checkCompileCompletionAsync()
    webgl().getUniformLocations()
  } finally {
    env().set('ENGINE_COMPILE_ONLY', false)
  }
}

/** Resolves when the GPU has run all its commands, so that at most one step of a network is queued. */
async function gpuDone(): Promise<void> {
  const { gl } = webgl().gpgpu
  if (!(gl instanceof WebGL2RenderingContext)) return
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  gl.flush()
  while (fence && gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) await yieldToMessages()
  gl.deleteSync(fence)
}

/**
 * Opens a BroadcastChannel that receives the preview's frames. Returns a function that resolves when the network's next
 * step may run. During a gesture, the step waits for a frame in which the preview is idle.
 */
export function createPace(now: () => number = () => performance.now()) {
  let holdUntil = 0
  let resume = () => {}
  const channel = new BroadcastChannel(FRAME_CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
    if (data === 'idle') resume()
    else holdUntil = now() + HOLD_MS
  }
  return async (): Promise<void> => {
    await gpuDone()
    await yieldToMessages()
    while (now() < holdUntil) {
      const idle = new Promise<'idle'>((resolve) => {
        resume = () => resolve('idle')
      })
      if ((await Promise.race([idle, pause(holdUntil - now())])) === 'idle') return
    }
  }
}
