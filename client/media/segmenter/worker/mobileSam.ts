/** MobileSAM in TensorFlow.js: a photo is described once, then asked about as often as one likes. */
import { type Tensor, tensor } from '@tensorflow/tfjs-core'
import type { Drawings } from '../pipeline/maskCandidates.ts'
import { DRAWN, FRAME } from '../pipeline/letterbox.ts'
import type { Prompt, PromptPoint } from '../pipeline/samPrompts.ts'
import type { Graph } from './steppedGraph.ts'

export type OnStep = (done: number) => void | Promise<void>

/** `input`: as `encoderInput` makes it. The description is the caller's to dispose of. */
export async function describe(encoder: Graph, input: Float32Array, onStep: OnStep): Promise<Tensor> {
  const image = tensor(input, [1, FRAME, FRAME, 3])
  try {
    const [embedding] = await encoder.run({ image }, ['embedding'], onStep)
    if (!embedding) throw new Error('the encoder answered nothing')
    return embedding
  } finally {
    image.dispose()
  }
}

/** SAM's names for what a point means. */
const KINDS: Record<PromptPoint['kind'], number> = { out: 0, in: 1, 'box-start': 2, 'box-end': 3 }
const NO_BOX = -1

export async function decode(decoder: Graph, embedding: Tensor, prompt: Prompt, onStep: OnStep): Promise<Drawings> {
  const points = prompt.points.map(({ x, y, kind }) => ({ x, y, kind: KINDS[kind] }))
  if (!points.some(({ kind }) => kind === KINDS['box-start'])) points.push({ x: 0, y: 0, kind: NO_BOX })
  const places = points.flatMap(({ x, y }) => [x, y])
  const kinds = points.map(({ kind }) => kind)
  const guess = prompt.mask ?? new Float32Array(DRAWN * DRAWN)
  const inputs = {
    image_embeddings: embedding,
    point_coords: tensor(places, [1, points.length, 2]),
    point_labels: tensor(kinds, [1, points.length], 'float32'),
    mask_input: tensor(guess, [1, DRAWN, DRAWN, 1]),
    has_mask_input: tensor([prompt.mask ? 1 : 0], [1], 'float32'),
  }
  const { image_embeddings, ...own } = inputs
  let answers: Tensor[] = []
  try {
    answers = await decoder.run(inputs, ['masks', 'quality'], onStep)
    const [masks, quality] = await Promise.all(answers.map((answer) => answer.data()))
    return { masks: masks as Float32Array, quality: quality as Float32Array } // float tensors' data is nothing else
  } finally {
    for (const one of [...Object.values(own), ...answers]) one.dispose()
  }
}
