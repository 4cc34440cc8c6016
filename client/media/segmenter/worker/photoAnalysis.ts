/** What the refiner knows of the present photo. Everything is found out once, when it is first needed. */
import type { Tensor } from '@tensorflow/tfjs-core'
import type { Point, Size } from '../../../kit/base/geometry.ts'
import { correction } from '../pipeline/clickInterpretation.ts'
import { FRAME, gridOf, within } from '../pipeline/letterbox.ts'
import { LOOKS, type Look } from '../pipeline/testTimeAugmentation.ts'
import { narrowed, widened } from '../pipeline/padding.ts'
import type { Belief } from '../pipeline/matteRows.ts'
import { peopleOf, showsPeople } from '../pipeline/personMask.ts'
import { type Colours, coloursAt, coloursOf, eachOf, encoderInput, normalised } from '../pipeline/networkInputs.ts'
import { type Finding, findSubject } from '../pipeline/findSubject.ts'
import { mirrored, type Plane, resized, spread } from '../pipeline/plane.ts'
import { type Drawing, drawingsFor } from '../pipeline/rankMasks.ts'
import type { Choice } from '../refinerProtocol.ts'
import type { Models } from './modelRegistry.ts'
import { decode, type OnStep } from './mobileSam.ts'

/** Awaited between steps; throws when the job has ended. `done`: 0..1 of the whole job, where that is known. */
export type Pace = (done?: number) => Promise<void>

/** What is believed so far, and the choices that led to it. */
export interface Standing {
  belief: Belief
  choices: readonly Choice[]
}

/** How the time of a search is spent, roughly. */
const SHARES = { saliency: 0.09, embedding: 0.4 }

/** Large enough to put a margin around; no network sees more. */
const SHOWN_SIDE = 640

export class Known {
  readonly size: Size
  readonly colours: Colours
  #embedding: Tensor | null = null
  #describing: Promise<Tensor> | null = null
  #finding: Finding | null = null
  #people: Plane | null = null

  constructor(pixels: ImageData, size: Size) {
    this.size = size
    this.colours = coloursOf(pixels)
  }

  get isDescribed(): boolean {
    return this.#embedding !== null
  }

  async finding(models: Models, pace: Pace): Promise<Finding> {
    if (this.#finding) return this.#finding
    let passes = 0
    const saliency = async (look: Look) => {
      const begun = passes++ * SHARES.saliency
      return this.#saliency(models, look, (done) => pace(begun + SHARES.saliency * done))
    }
    const looked = LOOKS.length * SHARES.saliency
    const embedded = looked + SHARES.embedding
    let drawn = embedded
    const ahead = models.describesBeside ? this.#described(models, () => pace()) : null
    ahead?.catch(() => null) // whoever draws hears of it
    const finding = await findSubject(
      {
        saliency,
        people: models.has('person') ? () => this.#seenPeople(models, () => pace(looked)) : null,
        decode: async (prompt) => {
          const embedding = await this.#described(models, (done = 0) => pace(looked + SHARES.embedding * done))
          return decode(await models.decoder(), embedding, prompt, () => pace(drawn))
        },
        detail: models.has('detail') ? () => this.#detailed(models, pace) : null,
      },
      this.size,
      (done) => {
        drawn = embedded + (1 - embedded) * done
      },
    ).finally(() => ahead?.catch(() => null)) // the next job begins when nothing of this one is left
    this.#finding = finding
    return finding
  }

  get isFound(): boolean {
    return this.#finding !== null
  }

  /** What a choice means, on the grid, beside what stands and what was chosen before it. */
  async pointedAt(models: Models, choice: Choice, { belief, choices }: Standing, pace: Pace): Promise<Drawing> {
    const { adds, points } = choice
    const embedding = await this.#described(models, pace)
    const scale = FRAME / Math.max(this.size.width, this.size.height)
    const prompt = { points: points.map(({ x, y, kind }) => ({ x: x * scale, y: y * scale, kind })), mask: null }
    const drawings = await decode(await models.decoder(), embedding, prompt, pace)
    const grid = gridOf(this.size)
    const [likeliest, ...others] = drawingsFor(drawings, points.length, grid)
    if (!likeliest) throw new Error('the decoder drew nothing')
    const [place] = this.#clicked(choice)
    if (!place) return likeliest // a box says how far it reaches
    const earlier = choices.flatMap((one) => this.#clicked(one).map((at) => ({ place: at, adds: one.adds })))
    return correction([likeliest, ...others], { place, adds }, earlier, belief, grid)
  }

  /** Where a click lies on the grid; no place of a box. */
  #clicked({ points }: Choice): Point[] {
    const perPx = gridOf(this.size).width / this.size.width
    return points.filter(({ kind }) => kind === 'in').map(({ x, y }) => ({ x: x * perPx, y: y * perPx }))
  }

  /** Everybody who is seen, as far as the candidates put them together; null where nobody is. */
  async people(models: Models, pace: Pace): Promise<Belief | null> {
    const seen = await this.#seenPeople(models, pace)
    if (!showsPeople(seen)) return null
    const { candidates } = await this.finding(models, pace)
    return peopleOf(seen, candidates, gridOf(this.size))
  }

  dispose(): void {
    this.#embedding?.dispose()
    this.#embedding = null
  }

  async #described(models: Models, pace: Pace): Promise<Tensor> {
    if (this.#embedding) return this.#embedding
    this.#describing ??= this.#describe(models, pace).finally(() => {
      this.#describing = null
    })
    return this.#describing
  }

  async #describe(models: Models, pace: Pace): Promise<Tensor> {
    const { encoder, model } = await models.encoder()
    this.#embedding = await encoder.describe(encoderInput(this.colours, this.size, model), pace)
    return this.#embedding
  }

  async #seenPeople(models: Models, pace: Pace): Promise<Plane> {
    if (this.#people) return this.#people
    const { network, model } = await models.person()
    const values = await network.run(normalised(coloursAt(this.colours, model.input), model), pace)
    this.#people = { ...model.input, values }
    return this.#people
  }

  async #detailed(models: Models, pace: Pace): Promise<Plane> {
    const { network, model } = await models.detail()
    const values = await network.run(normalised(coloursAt(this.colours, model.input), model), () => pace(1))
    return { ...model.input, values }
  }

  async #saliency(models: Models, { side, isMirrored, margin }: Look, onStep: OnStep): Promise<Plane> {
    const { network, model } = await models.saliency(side)
    const size = { width: side, height: side }
    const shown = within(this.size, SHOWN_SIDE)
    const border = Math.round(margin * Math.max(shown.width, shown.height))
    const own = border > 0 ? eachOf(coloursAt(this.colours, shown), (plane) => widened(plane, border)) : this.colours
    const small = coloursAt(own, size)
    const seen = isMirrored ? eachOf(small, mirrored) : small
    const map = spread({ ...size, values: await network.run(normalised(seen, model), onStep) })
    const upright = isMirrored ? mirrored(map) : map
    return border > 0 ? narrowed(resized(upright, own[0]), border) : upright
  }
}
