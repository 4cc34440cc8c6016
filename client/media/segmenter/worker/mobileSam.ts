/** MobileSAM in TensorFlow.js: one encoder run per photo, then one decoder run per prompt. */
import { type Tensor, tensor } from '@tensorflow/tfjs-core'
import { SAM_INPUT_SIDE, SAM_MASK_SIDE } from '../pipeline/letterbox.ts'
import type { DecodedMasks } from '../pipeline/maskCandidates.ts'
import type { Prompt, PromptPoint } from '../pipeline/samPrompts.ts'
import type { Graph } from './steppedGraph.ts'

/** Awaited between steps of a network. `done`: fraction of the steps, 0..1. An error from it ends the run. */
export type OnStep = (done: number) => void | Promise<void>

/** Returns the image embedding, [1, 64, 64, 256], which the caller disposes of. `input`: from `samEncoderInput`. */
export async function encodeImage(encoder: Graph, input: Float32Array, onStep: OnStep): Promise<Tensor> {
  const image = tensor(input, [1, SAM_INPUT_SIDE, SAM_INPUT_SIDE, 3])
  try {
    const [embedding] = await encoder.run({ image }, ['embedding'], onStep)
    if (!embedding) throw new Error('the encoder returned nothing')
    return embedding
  } finally {
    image.dispose()
  }
}

/** SAM's point labels. A prompt without a box gets one padding point. */
const POINT_LABELS: Record<PromptPoint['kind'], number> = { out: 0, in: 1, 'box-start': 2, 'box-end': 3 }
const PADDING_LABEL = -1

/** Returns SAM's masks for a prompt. The caller keeps ownership of `embedding`. */
export async function decodeMasks(
  decoder: Graph,
  embedding: Tensor,
  prompt: Prompt,
  onStep: OnStep,
): Promise<DecodedMasks> {
  const points = prompt.points.map(({ x, y, kind }) => ({ x, y, kind: POINT_LABELS[kind] }))
  if (!points.some(({ kind }) => kind === POINT_LABELS['box-start'])) points.push({ x: 0, y: 0, kind: PADDING_LABEL })
  const coordinates = points.flatMap(({ x, y }) => [x, y])
  const labels = points.map(({ kind }) => kind)
  const maskInput = prompt.mask ?? new Float32Array(SAM_MASK_SIDE * SAM_MASK_SIDE)
  const inputs = {
    image_embeddings: embedding,
    point_coords: tensor(coordinates, [1, points.length, 2]),
    point_labels: tensor(labels, [1, points.length], 'float32'),
    mask_input: tensor(maskInput, [1, SAM_MASK_SIDE, SAM_MASK_SIDE, 1]),
    has_mask_input: tensor([prompt.mask ? 1 : 0], [1], 'float32'),
  }
  const { image_embeddings, ...promptTensors } = inputs
  let outputs: Tensor[] = []
  try {
    outputs = await decoder.run(inputs, ['masks', 'quality'], onStep)
    const [masks, predictedIou] = await Promise.all(outputs.map((output) => output.data()))
    // The data of a float32 tensor is always a Float32Array.
    return { masks: masks as Float32Array, predictedIou: predictedIou as Float32Array }
  } finally {
    for (const tensor of [...Object.values(promptTensors), ...outputs]) tensor.dispose()
  }
}
