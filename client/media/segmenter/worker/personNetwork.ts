/** The person network, run by the TensorFlow.js segmenter of `@tensorflow-models/body-segmentation`. */
// The package's main module imports MediaPipe's runtime, which needs a page, so only this segmenter is imported.

import { io, slice, tensor3d } from '@tensorflow/tfjs-core'
import { load } from '@tensorflow-models/body-segmentation/dist/selfie_segmentation_tfjs/segmenter.js'
import type { Size } from '#client/kit/base/geometry.ts'
import type { MaskNetwork } from './imageNetwork.ts'
import { modelArtifacts } from './steppedGraph.ts'

/** The segmenter divides its input by this value. */
const MAX_BYTE = 255

/**
 * Loads the network that segments people. `files`: the model's JSON and its weights. `input`: the network's input size. The
 * network runs in one step of about 0.1 s on WebAssembly, so `onStep` is called once.
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
        if (!rgba) throw new Error('the person network gave no mask')
        const red = slice(rgba, 0, [input.height, input.width, 1]) // red is the mask; green and blue are equal
        rgba.dispose()
        const mask = (await red.data()) as Float32Array // the data of a float32 tensor
        red.dispose()
        await onStep?.(1)
        return mask
      } finally {
        image.dispose()
      }
    },
  }
}
