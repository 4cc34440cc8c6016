/** A segmentation network in TensorFlow.js. */
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter'
import { io, Tensor, tensor } from '@tensorflow/tfjs-core'
import type { SegmentModel } from '../models.ts'

export interface Network {
  /** `input` as `networkInput` makes it; answers the mask, row-major, 0..1, of the same size. */
  run(input: Float32Array): Promise<Float32Array>
}

/** `files`: `model.json` and its one weights file. */
export async function loadNetwork(model: SegmentModel, files: readonly Uint8Array<ArrayBuffer>[]): Promise<Network> {
  const [json, weights] = files
  if (!json || !weights) throw new Error(`model ${model.id} lacks files`)
  const { modelTopology, weightsManifest, signature } = JSON.parse(new TextDecoder().decode(json)) as io.ModelJSON
  const weightSpecs = weightsManifest.flatMap((group) => group.weights)
  const artifacts = { modelTopology, weightSpecs, weightData: weights.buffer, signature: signature ?? {} }
  const graph: GraphModel = await loadGraphModel(io.fromMemory(artifacts))

  return {
    async run(input) {
      const image = tensor(input, [1, model.input.height, model.input.width, 3])
      const mask = graph.predict(image)
      if (!(mask instanceof Tensor)) throw new Error(`model ${model.id} has more than one output`)
      try {
        return (await mask.data()) as Float32Array // a float tensor's data is nothing else
      } finally {
        mask.dispose()
        image.dispose()
      }
    },
  }
}
