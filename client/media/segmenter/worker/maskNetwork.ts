/** A network with one image input and one mask output. */
import { type Tensor, tensor } from '@tensorflow/tfjs-core'
import type { Size } from '../../../kit/base/geometry.ts'
import { loadGraph } from './steppedGraph.ts'

/** A network with one image input and one mask output. */
export interface MaskNetwork {
  /** `input`: [H, W, 3], normalised. Returns the mask, [H, W], 0..1. An error from `onStep` ends the run. */
  run(input: Float32Array, onStep?: (done: number) => void | Promise<void>): Promise<Float32Array>
  dispose(): void
}

/** Loads a network. `files`: the model's JSON and its weights in order. `input`: the network's input size. */
export async function loadMaskNetwork(input: Size, files: readonly Uint8Array<ArrayBuffer>[]): Promise<MaskNetwork> {
  const graph = await loadGraph(files)
  return {
    async run(values, onStep) {
      const image = tensor(values, [1, input.height, input.width, 3])
      let mask: Tensor | undefined
      try {
        mask = (await graph.run({ image }, ['mask'], onStep))[0]
        return (await mask?.data()) as Float32Array // the data of a float32 tensor
      } finally {
        mask?.dispose()
        image.dispose()
      }
    },
    dispose: () => graph.dispose(),
  }
}
