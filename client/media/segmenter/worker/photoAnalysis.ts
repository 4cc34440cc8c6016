import type { Tensor } from '@tensorflow/tfjs-core'
import { loadOnce } from '#client/kit/async/scheduling.ts'
import { type Rect, type Size, sizeWithin } from '#client/kit/geometry/geometry.ts'
import { promptOf } from '../clickPoints.ts'
import type { SegmentModel } from '../modelManifest.ts'
import { maskOfChoice, type SelectionState } from '../pipeline/clickInterpretation.ts'
import { findSubject, type SubjectEstimate } from '../pipeline/findSubject.ts'
import { containsPerson, personEstimate } from '../pipeline/greedyUnion.ts'
import { type DecodedMasks, rankMasks, type ScoredMask } from '../pipeline/maskCandidates.ts'
import type { MaskEstimate } from '../pipeline/maskEstimate.ts'
import {
  cropPadding,
  cropPlane,
  mapPlanes,
  maskGridOf,
  networkInput,
  normalizedPixels,
  padReplicate,
  type RgbPlanes,
  resizeRgb,
  rgbPlanes,
  SAM_INPUT_SIDE,
  samEncoderInput,
} from '../pipeline/networkInputs.ts'
import { findPeople } from '../pipeline/people/findPeople.ts'
import { flipHorizontally, type Plane, resizePlane, stretchRange } from '../pipeline/plane.ts'
import { boxPoints } from '../pipeline/samPrompts.ts'
import { AUGMENTATIONS, type Augmentation } from '../pipeline/testTimeAugmentation.ts'
import type { SelectionInput } from '../segmentationTypes.ts'
import type { OnStep } from './imageNetwork.ts'
import { MaskDecoder } from './mobileSam.ts'
import type { ModelRegistry } from './modelRegistry.ts'

/**
 * Callback that is awaited between steps. `done`: finished fraction of the whole job, 0..1, if known. Throws after an
 * abort.
 */
export type OnYield = (done?: number) => Promise<void>

/** Fractions of the duration of `findSubject`: one saliency run, the embedding, and the decoding of all prompts. */
const PROGRESS_FRACTIONS = { saliency: 0.09, embedding: 0.4, decoding: 0.24 }
/** Side of U2-NetP's input for the quick matte, px. */
export const QUICK_SIDE = 320
/** The saliency runs that `findSubject` needs only after decoding the masks. */
const LATER_PASSES = AUGMENTATIONS.filter(({ isPromptSource }) => !isPromptSource)

/**
 * Longer side of the scaled photo before padding, px. The side exceeds the input of U2-NetP, which gets the padded
 * photo.
 */
const PADDED_SIDE = 640

/**
 * The refiner's results for one photo: RGB planes, SAM embedding, person map and subject. Each result is computed once.
 */
export class PhotoAnalysis {
  readonly size: Size
  readonly rgb: RgbPlanes
  /** U2-NetP's output for the whole photo, which the quick matte and the automatic segmentation share. */
  #quickMask: Float32Array | null = null
  #embedding: Tensor | null = null
  #encodingMs: number | null = null
  #decoder: MaskDecoder | null = null
  #subject: SubjectEstimate | null = null
  #personMap: Plane | null = null
  #eachPerson: Plane[] | null = null
  #isLeft = false
  /**
   * The decoder's result for the last choice, and the objects known at that time. `inBox`: the result for the box around
   * the clicked object.
   */
  #last: { key: string; decoded: DecodedMasks; objects: readonly Plane[]; inBox: DecodedMasks | null } | null = null

  /** `pixels`: the photo, possibly downscaled. `size`: size of the photo itself, px. */
  constructor(pixels: ImageData, size: Size) {
    this.size = size
    this.rgb = rgbPlanes(pixels)
  }

  /** Whether the SAM embedding is available, so that masks can be decoded immediately. */
  get isEmbedded(): boolean {
    return this.#embedding !== null
  }

  /** The embedding and the duration of its computation, ms. Null if there is no embedding. */
  get encoding(): { embedding: Tensor; ms: number } | null {
    return this.#embedding && this.#encodingMs !== null ? { embedding: this.#embedding, ms: this.#encodingMs } : null
  }

  get hasSubject(): boolean {
    return this.#subject !== null
  }

  /** Returns U2-NetP's output for the whole photo, and the network's input size. */
  async quickMask(models: ModelRegistry, onStep: OnStep): Promise<Plane> {
    const { network, model, size } = await models.saliency(QUICK_SIDE)
    // A running computation is not shared, because the automatic segmentation waits for the quick matte.
    this.#quickMask ??= await network.run(networkInput(this.rgb, size, model), onStep)
    return { ...size, values: this.#quickMask }
  }

  /** Returns the input of SAM's encoder. */
  encoderInput = ({ mean, std }: SegmentModel) => samEncoderInput(this.rgb, this.size, { mean, std })

  /** Returns the automatic segmentation. Rejects with errors of the networks and of `onYield`. */
  async subject(models: ModelRegistry, onYield: OnYield): Promise<SubjectEstimate> {
    if (this.#subject) return this.#subject
    let progress = 0
    const yieldOnly = () => onYield()
    const isOnGpu = models.encoderBackend === 'webgl'
    /**
     * Work that starts before the pipeline needs its result. If the work fails, the pipeline throws the error later.
     */
    const early: Promise<unknown>[] = []
    const startEarly = (work: Promise<unknown>) => early.push(work.catch(() => null))
    if (models.hasParallelEncoder) startEarly(this.#embed(models, yieldOnly))
    const laterMaps = new Map<Augmentation, Plane>()
    const runLaterPasses = loadOnce(async () => {
      for (const pass of LATER_PASSES)
        laterMaps.set(pass, await this.#saliency(models, pass, yieldOnly, { inWorker: isOnGpu }))
    })
    const saliency = async (augmentation: Augmentation) => {
      if (!augmentation.isPromptSource) await runLaterPasses.current
      const known = laterMaps.get(augmentation)
      if (known) return known
      const start = progress
      const map = await this.#saliency(models, augmentation, (done) =>
        onYield(start + PROGRESS_FRACTIONS.saliency * done),
      )
      progress = start + PROGRESS_FRACTIONS.saliency
      if (isOnGpu && models.hasWorker) startEarly(runLaterPasses()) // meanwhile, this thread decodes masks
      return map
    }
    const afterSaliency = (AUGMENTATIONS.length - LATER_PASSES.length) * PROGRESS_FRACTIONS.saliency
    const afterEmbedding = afterSaliency + PROGRESS_FRACTIONS.embedding
    const subject = await findSubject(
      {
        rgb: this.rgb,
        saliency,
        personMap: models.has('person') ? () => this.#person(models, () => onYield(afterSaliency)) : null,
        decode: async (prompt) => {
          // meanwhile, the second worker computes the embedding
          if (!isOnGpu && models.hasWorker) await runLaterPasses()
          const decoder = await this.#maskDecoder(models, (done = 0) =>
            onYield(afterSaliency + PROGRESS_FRACTIONS.embedding * done),
          )
          return decoder.decode(prompt, () => onYield(progress))
        },
      },
      this.size,
      (done) => {
        progress = afterEmbedding + PROGRESS_FRACTIONS.decoding * done
      },
    ).finally(() => Promise.all(early)) // the next job must not overlap with this job's work
    models.releaseWorker() // frees memory, because matting on this thread needs as much memory as the worker
    this.#subject = subject
    return subject
  }

  /** Returns the mask that a choice selects, on the mask grid. `isPerson`: whether the first choice is a person. */
  async maskOfInput(
    models: ModelRegistry,
    choice: SelectionInput,
    state: SelectionState,
    onYield: OnYield,
  ): Promise<ScoredMask & { isPerson: boolean }> {
    const { isPart, points } = promptOf(choice)
    const decoder = await this.#maskDecoder(models, onYield)
    const scale = SAM_INPUT_SIDE / Math.max(this.size.width, this.size.height)
    const prompt = { points: points.map(({ x, y, kind }) => ({ x: x * scale, y: y * scale, kind })), mask: null }
    const key = JSON.stringify(points)
    // the object needs the same masks as its preview
    if (this.#last?.key !== key) {
      const objects = (this.#subject?.candidates ?? []).map(({ logits }) => logits)
      this.#last = { key, decoded: await decoder.decode(prompt, onYield), objects, inBox: null }
    }
    const last = this.#last
    const grid = maskGridOf(this.size)
    return maskOfChoice(choice, isPart, rankMasks(last.decoded, points.length, grid), state, {
      size: this.size,
      objects: last.objects,
      personMap: () => this.personMap(models, onYield),
      maskInBox: async (box) => {
        last.inBox ??= await decoder.decode({ points: boxPoints(box), mask: null }, onYield)
        return rankMasks(last.inBox, 2, grid)[0]
      },
    })
  }

  /** Returns the probability of a person, 0..1, on the mask grid. Null if the server has no person network. */
  async personMap(models: ModelRegistry, onYield: OnYield): Promise<Plane | null> {
    return models.has('person') ? resizePlane(await this.#person(models, onYield), maskGridOf(this.size)) : null
  }

  /** Returns the estimate of all people, or null if the person network doesn't find a person. */
  async people(models: ModelRegistry, onYield: OnYield): Promise<MaskEstimate | null> {
    const personMap = await this.#person(models, onYield)
    if (!containsPerson(personMap)) return null
    const { candidates } = await this.subject(models, onYield)
    return personEstimate(personMap, candidates, maskGridOf(this.size))
  }

  /**
   * Returns a mask for each person, from left to right: logits on the mask grid. Empty if the photo doesn't show a
   * person, or if the server has no person network.
   */
  async eachPerson(models: ModelRegistry, onYield: OnYield): Promise<Plane[]> {
    if (!models.has('person')) return []
    let progress = 0
    const onStep = () => onYield(progress)
    this.#eachPerson ??= await findPeople(
      {
        personMap: (window) => (window ? this.#personIn(window, models, onStep) : this.#person(models, onStep)),
        decode: async (prompt) => (await this.#maskDecoder(models, onStep)).decode(prompt, onStep),
      },
      this.size,
      (done) => {
        progress = done
      },
    )
    return this.#eachPerson
  }

  /** Stops the computation of the embedding, because another photo is opened. */
  leave(): void {
    this.#isLeft = true
  }

  /** Frees the tensors. Don't call this while a task runs. */
  async dispose(): Promise<void> {
    await this.#decoder?.dispose()
    this.#decoder = null
    this.#embedding?.dispose()
    this.#embedding = null
    this.#embed.current = null
  }

  /**
   * Returns the SAM embedding of the photo. Computes it once. An aborted task continues until it has the embedding,
   * because the next task needs the embedding too.
   */
  readonly #embed = loadOnce(async (models: ModelRegistry, onYield: OnYield): Promise<Tensor> => {
    const { encoder, model } = await models.encoder()
    const onStep = (done: number) =>
      onYield(done).catch((aborted: unknown) => {
        if (this.#isLeft) throw aborted
      })
    const started = performance.now()
    this.#embedding = await encoder.run(this.encoderInput(model), onStep)
    this.#encodingMs = performance.now() - started
    return this.#embedding
  })

  async #maskDecoder(models: ModelRegistry, onYield: OnYield): Promise<MaskDecoder> {
    const embedding = await this.#embed(models, onYield)
    const graph = await models.decoder()
    this.#decoder ??= new MaskDecoder(graph, embedding)
    return this.#decoder
  }

  async #person(models: ModelRegistry, onYield: OnYield): Promise<Plane> {
    this.#personMap ??= await this.#personMapOf(this.rgb, models, onYield)
    return this.#personMap
  }

  /** Returns the person map of a window (px of the photo). */
  async #personIn(window: Rect, models: ModelRegistry, onYield: OnYield): Promise<Plane> {
    const [scaleX, scaleY] = [this.rgb[0].width / this.size.width, this.rgb[0].height / this.size.height]
    const { x, y, width, height } = window
    const rect = { x: x * scaleX, y: y * scaleY, width: width * scaleX, height: height * scaleY }
    const rgb = mapPlanes(this.rgb, (plane) => cropPlane(plane, rect))
    return this.#personMapOf(rgb, models, onYield)
  }

  async #personMapOf(rgb: RgbPlanes, models: ModelRegistry, onYield: OnYield): Promise<Plane> {
    const { network, model } = await models.person()
    const values = await network.run(networkInput(rgb, model.input, model), onYield)
    return { ...model.input, values }
  }

  /** Returns U2-NetP's saliency of one augmentation, after undoing its flip and padding. */
  async #saliency(
    models: ModelRegistry,
    { side, isFlipped, padding }: Augmentation,
    onStep: OnStep,
    { inWorker = false } = {},
  ): Promise<Plane> {
    if (side === QUICK_SIDE && !isFlipped && padding === 0) return stretchRange(await this.quickMask(models, onStep))
    const { network, model, size } = await models.saliency(side, { inWorker })
    const working = sizeWithin(this.size, PADDED_SIDE)
    const border = Math.round(padding * Math.max(working.width, working.height))
    const padded =
      border > 0 ? mapPlanes(resizeRgb(this.rgb, working), (plane) => padReplicate(plane, border)) : this.rgb
    const resized = resizeRgb(padded, size)
    const input = isFlipped ? mapPlanes(resized, flipHorizontally) : resized
    const map = stretchRange({ ...size, values: await network.run(normalizedPixels(input, model), onStep) })
    const unflipped = isFlipped ? flipHorizontally(map) : map
    return border > 0 ? cropPadding(resizePlane(unflipped, padded[0]), border) : unflipped
  }
}
