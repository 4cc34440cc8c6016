/** The encoder's worker: computes the embedding on WASM, in parallel to the refiner's worker. */

import { yieldToMessages } from '#client/kit/base/yieldToMessages.ts'
import { startBackend } from './backend.ts'
import type { EncoderCommand, EncoderMessage } from './imageEncoder.ts'
import { encodeImage } from './mobileSam.ts'
import { type Graph, loadGraph } from './steppedGraph.ts'

/** Ends an aborted job between two steps. */
class Aborted extends Error {}

let graph: Promise<Graph> | null = null
let currentJob = 0

const post = (message: EncoderMessage, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data: message }: MessageEvent<EncoderCommand>) => {
  switch (message.type) {
    case 'start':
      graph = start(message.files)
      graph.catch(fail)
      return
    case 'embed':
      currentJob = message.job
      perform(message.job, message.input).catch(fail)
      return
    case 'abort':
      if (currentJob === message.job) currentJob = 0
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
    const embedding = await encodeImage(encoder, input, async (done) => {
      await yieldToMessages()
      if (currentJob !== job) throw new Aborted()
      post({ type: 'step', job, done })
    })
    const values = (await embedding.data()) as Float32Array<ArrayBuffer> // the data of a float32 tensor
    post({ type: 'done', job, values, shape: embedding.shape }, [values.buffer])
    embedding.dispose()
  } catch (cause) {
    if (!(cause instanceof Aborted)) throw cause
  }
}

const fail = (cause: unknown) => post({ type: 'failed', reason: String(cause) })
