import { io, slice, type Tensor, tensor, tensor3d, zeros } from '@tensorflow/tfjs-core'
import { load } from '@tensorflow-models/body-segmentation/dist/selfie_segmentation_tfjs/segmenter.js'
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { Backend } from '../segmentationTypes.ts'
import { loadGraph, modelArtifacts } from './steppedGraph.ts'

/**
 * Callback that is awaited between the steps of a network. `done`: fraction of finished steps, 0..1. An error thrown by
 * the callback stops the run.
 */
export type OnStep = (done: number) => void | Promise<void>

/** The JSON of a model, then its weights in order. */
export type NetworkFiles = readonly Uint8Array<ArrayBuffer>[]

/** Size of a network's input, px, and the name of its output. */
export interface NetworkSignature {
  input: Size
  output: string
}

/** A network with one input (an image) and one output. The network runs in this thread or in a worker. */
export interface ImageNetwork {
  /**
   * Returns the output, float32 of shape [1, H, W, channels] in the output's own size. The caller disposes of the
   * output. `input`: [H, W, 3] in the input's size, normalized. An error in `onStep` stops the run and rejects the
   * promise.
   */
  run(input: Float32Array<ArrayBuffer>, onStep: OnStep): Promise<Tensor>
}

/** A network that computes a mask of an image. */
export interface MaskNetwork {
  /** Returns the mask, [H, W], 0..1. `input`: [H, W, 3], normalized. An error in `onStep` stops the run. */
  run(input: Float32Array<ArrayBuffer>, onStep?: OnStep): Promise<Float32Array>
}

/** Number of nodes per step on WebGL. A step of MobileSAM's encoder should end within one frame. */
const WEBGL_NODES_PER_STEP = 4

/** Loads a network for the running `backend`. On WebGL, compiles all its programs at the same time. */
export async function loadImageNetwork(
  { input, output }: NetworkSignature,
  files: NetworkFiles,
  backend: Backend = 'wasm',
): Promise<ImageNetwork> {
  const shape = [1, input.height, input.width, 3]
  const graph = await loadGraph(files, backend === 'webgl' ? WEBGL_NODES_PER_STEP : undefined)
  if (backend === 'webgl') {
    const { compileAhead } = await import('./webglPace.ts')
    const image = zeros(shape)
    await compileAhead(graph, { image }, [output])
    image.dispose()
  }
  return {
    async run(values, onStep) {
      const image = tensor(values, shape)
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

/** Loads a network that computes a mask. `input`: size of the network's input, px. */
export const loadMaskNetwork = async (input: Size, files: NetworkFiles): Promise<MaskNetwork> =>
  maskNetwork(await loadImageNetwork({ input, output: 'mask' }, files))

export const maskNetwork = (network: ImageNetwork): MaskNetwork => ({
  async run(values, onStep = () => {}) {
    const mask = await network.run(values, onStep)
    try {
      return (await mask.data()) as Float32Array // safe cast: a float32 tensor has a Float32Array
    } finally {
      mask.dispose()
    }
  },
})

/** Factor for the input, which cancels the division by 255 in the segmenter. */
const MAX_BYTE = 255

/**
 * Loads the network that segments people, for the TensorFlow.js segmenter of `@tensorflow-models/body-segmentation`.
 * Imports only this segmenter, because the package's main module imports MediaPipe's runtime, which doesn't run in a
 * worker. `files`: the model's JSON and its weights. `input`: size of the network's input, px. The network runs in one
 * step (about 0.1 s on WebAssembly), so `onStep` is called once.
 */
export async function loadPersonNetwork(input: Size, files: readonly Uint8Array<ArrayBuffer>[]): Promise<MaskNetwork> {
  const segmenter = await load({
    runtime: 'tfjs',
    modelType: 'general',
    modelUrl: io.fromMemory(modelArtifacts(files)),
  })
  return {
    async run(values, onStep) {
      const image = tensor3d(
        values.map((value) => value * MAX_BYTE),
        [input.height, input.width, 3],
      )
      try {
        const [segmentation] = await segmenter.segmentPeople(image)
        const rgba = await segmentation?.mask.toTensor()
        if (!rgba) throw new Error('the person network returned no mask')
        // reads the mask from the red channel, because green and blue are equal to red
        const red = slice(rgba, 0, [input.height, input.width, 1])
        rgba.dispose()
        const mask = (await red.data()) as Float32Array // safe cast: a float32 tensor has a Float32Array
        red.dispose()
        await onStep?.(1)
        return mask
      } finally {
        image.dispose()
      }
    },
  }
}
