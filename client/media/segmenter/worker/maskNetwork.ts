/** A segmentation network: picture in, mask out. */
import { type Tensor, tensor } from '@tensorflow/tfjs-core'
import type { Size } from '../../../kit/base/geometry.ts'
import { loadGraph } from './steppedGraph.ts'

export interface Network {
  /** `input` as `networkInput` makes it; answers the mask, row-major, 0..1, of the same size. */
  run(input: Float32Array, onStep?: (done: number) => void | Promise<void>): Promise<Float32Array>
  dispose(): void
}

/** `files`: the model's JSON and its weights in order; `input`: the size it sees. */
export async function loadNetwork(input: Size, files: readonly Uint8Array<ArrayBuffer>[]): Promise<Network> {
  const graph = await loadGraph(files)
  return {
    async run(values, onStep) {
      const image = tensor(values, [1, input.height, input.width, 3])
      let mask: Tensor | undefined
      try {
        mask = (await graph.run({ image }, ['mask'], onStep))[0]
        return (await mask?.data()) as Float32Array // a float tensor's data is nothing else
      } finally {
        mask?.dispose()
        image.dispose()
      }
    },
    dispose: () => graph.dispose(),
  }
}
