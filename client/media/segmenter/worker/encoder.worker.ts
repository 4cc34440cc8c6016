/** The encoder's own worker: describes a photo while the refiner looks at it. In WASM, which keeps to one processor. */
import { startBackend } from './backend.ts'
import { breath } from './yieldToMessages.ts'
import type { FromEncoder, ToEncoder } from './imageEncoder.ts'
import { type Graph, loadGraph } from './steppedGraph.ts'
import { describe } from './mobileSam.ts'

/** Ends a description between two steps. */
class Ended extends Error {}

let graph: Promise<Graph> | null = null
let wanted = 0 // the job that is waited for

const post = (message: FromEncoder, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data: message }: MessageEvent<ToEncoder>) => {
  switch (message.type) {
    case 'start':
      graph = start(message.files)
      graph.catch(fail)
      return
    case 'describe':
      wanted = message.job
      perform(message.job, message.input).catch(fail)
      return
    case 'abort':
      if (wanted === message.job) wanted = 0
  }
}

async function start(files: readonly Uint8Array<ArrayBuffer>[]): Promise<Graph> {
  await startBackend('wasm', () => {})
  return loadGraph(files)
}

async function perform(job: number, input: Float32Array): Promise<void> {
  if (!graph) throw new Error('encoder worker: a photo before the start')
  const encoder = await graph
  try {
    const embedding = await describe(encoder, input, async (done) => {
      await breath()
      if (wanted !== job) throw new Ended()
      post({ type: 'step', job, done })
    })
    const values = (await embedding.data()) as Float32Array<ArrayBuffer> // a float tensor's data is nothing else
    post({ type: 'done', job, values, shape: embedding.shape }, [values.buffer])
    embedding.dispose()
  } catch (cause) {
    if (!(cause instanceof Ended)) throw cause
  }
}

const fail = (cause: unknown) => post({ type: 'failed', reason: String(cause) })
