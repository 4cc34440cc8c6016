/** Networks with one image input and one output. */
import { type Tensor, tensor } from '@tensorflow/tfjs-core'
import type { Size } from '#client/kit/base/geometry.ts'
import { loadGraph } from './steppedGraph.ts'

/** Awaited between steps of a network. `done`: fraction of the steps, 0..1. An error from the callback ends the run. */
export type OnStep = (done: number) => void | Promise<void>

/** A model's JSON and its weights, in order. */
export type NetworkFiles = readonly Uint8Array<ArrayBuffer>[]

/** The size of a network's input, px, and the name of its output. */
export interface NetworkSignature {
  input: Size
  output: string
}

/** A network with one image input and one output, in this thread or in a worker. */
export interface ImageNetwork {
  /**
   * Returns the output, float32 of shape [1, H, W, channels] in the output's own size, which the caller disposes of. `input`:
   * [H, W, 3] in the input's size, normalised. An error from `onStep` ends the run, and the promise rejects with it.
   */
  run(input: Float32Array<ArrayBuffer>, onStep: OnStep): Promise<Tensor>
}

/** A network with one image input and one mask output. */
export interface MaskNetwork {
  /** `input`: [H, W, 3], normalised. Returns the mask, [H, W], 0..1. An error from `onStep` ends the run. */
  run(input: Float32Array<ArrayBuffer>, onStep?: OnStep): Promise<Float32Array>
}

/** Loads a network in this thread. */
export async function loadImageNetwork(
  { input, output }: NetworkSignature,
  files: NetworkFiles,
): Promise<ImageNetwork> {
  const graph = await loadGraph(files)
  return {
    async run(values, onStep) {
      const image = tensor(values, [1, input.height, input.width, 3])
      try {
        const [made] = await graph.run({ image }, [output], onStep)
        if (!made) throw new Error('the network returned nothing')
        return made
      } finally {
        image.dispose()
      }
    },
  }
}

/** Loads a network with a mask output. `input`: the network's input size, px. */
export const loadMaskNetwork = async (input: Size, files: NetworkFiles): Promise<MaskNetwork> =>
  maskNetwork(await loadImageNetwork({ input, output: 'mask' }, files))

/** Returns a network's output as a mask. */
export const maskNetwork = (network: ImageNetwork): MaskNetwork => ({
  async run(values, onStep = () => {}) {
    const mask = await network.run(values, onStep)
    try {
      return (await mask.data()) as Float32Array // the data of a float32 tensor
    } finally {
      mask.dispose()
    }
  },
})
