/** Runs MobileSAM's decoder in TensorFlow.js, once per prompt. */
import { type Tensor, tensor } from '@tensorflow/tfjs-core'
import { loadOnce } from '#client/kit/async/scheduling.ts'
import type { DecodedMasks } from '../pipeline/maskCandidates.ts'
import { SAM_MASK_SIDE } from '../pipeline/networkInputs.ts'
import type { Prompt } from '../pipeline/samPrompts.ts'
import type { PromptPoint } from '../segmentationTypes.ts'
import type { OnStep } from './imageNetwork.ts'
import type { Graph } from './steppedGraph.ts'

/** SAM's point labels. A prompt without a box gets one padding point. */
const POINT_LABELS: Record<PromptPoint['kind'], number> = { out: 0, in: 1, 'box-start': 2, 'box-end': 3 }
const PADDING_LABEL = -1

/** SAM's mask decoder for one photo. Nodes that depend only on the photo are computed once. */
export class MaskDecoder {
  readonly #graph: Graph
  readonly #embedding: Tensor
  /** Returns the tensors that don't depend on the prompt, by node. Simultaneous prompts share these tensors. */
  readonly #promptFree = loadOnce(() => this.#computeWithoutPrompt())

  /** The caller owns `embedding` and the decoder's `graph`. */
  constructor(graph: Graph, embedding: Tensor) {
    this.#graph = graph
    this.#embedding = embedding
  }

  async decode(prompt: Prompt, onStep: OnStep): Promise<DecodedMasks> {
    const own = { ...pointTensors(prompt), ...(prompt.mask ? maskTensors(prompt.mask) : {}) }
    let outputs: Tensor[] = []
    try {
      const ofPhoto = prompt.mask ? { image_embeddings: this.#embedding } : await this.#promptFree()
      outputs = await this.#graph.run({ ...own, ...ofPhoto }, ['masks', 'quality'], onStep)
      const [masks, predictedIou] = await Promise.all(outputs.map((output) => output.data()))
      // safe cast: the data of a float32 tensor is a Float32Array
      return { masks: masks as Float32Array, predictedIou: predictedIou as Float32Array }
    } finally {
      for (const tensor of [...Object.values(own), ...outputs]) tensor.dispose()
    }
  }

  /**
   * Frees the tensors computed from the embedding. Call this method before freeing the embedding, and not during
   * `decode`.
   */
  async dispose(): Promise<void> {
    const computing = this.#promptFree.current
    this.#promptFree.current = null
    const computed = await computing?.catch(() => null) // a failed run has freed its tensors itself
    for (const tensor of Object.values(computed ?? {})) tensor.dispose()
  }

  async #computeWithoutPrompt(): Promise<Record<string, Tensor>> {
    const inputs = { image_embeddings: this.#embedding, ...maskTensors(null) }
    const names = this.#graph.nodesAfter(Object.keys(inputs))
    try {
      const tensors = await this.#graph.run(inputs, names)
      return Object.fromEntries(tensors.map((tensor, i) => [names[i] ?? '', tensor]))
    } finally {
      const { image_embeddings, ...own } = inputs
      for (const tensor of Object.values(own)) tensor.dispose()
    }
  }
}

function pointTensors(prompt: Prompt) {
  const points = prompt.points.map(({ x, y, kind }) => ({ x, y, kind: POINT_LABELS[kind] }))
  if (!points.some(({ kind }) => kind === POINT_LABELS['box-start'])) points.push({ x: 0, y: 0, kind: PADDING_LABEL })
  const coordinates = points.flatMap(({ x, y }) => [x, y])
  return {
    point_coords: tensor(coordinates, [1, points.length, 2]),
    point_labels: tensor(
      points.map(({ kind }) => kind),
      [1, points.length],
      'float32',
    ),
  }
}

function maskTensors(mask: Float32Array | null) {
  const values = mask ?? new Float32Array(SAM_MASK_SIDE * SAM_MASK_SIDE)
  return {
    mask_input: tensor(values, [1, SAM_MASK_SIDE, SAM_MASK_SIDE, 1]),
    has_mask_input: tensor([mask ? 1 : 0], [1], 'float32'),
  }
}
