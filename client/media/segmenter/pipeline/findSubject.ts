/**
 * Automatic segmentation of the subject. U2-NetP's saliency finds the subject, and MobileSAM's masks determine the
 * subject's outline. The matting step then fits the outline to the photo's edges.
 */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { alternativeMasks, isInDoubt, type MappedEstimate } from './alternativeMasks.ts'
import { removeBlotches } from './blotches.ts'
import { containsPerson, greedyUnion } from './greedyUnion.ts'
import { type DecodedMasks, type MaskCandidate, selectCandidates } from './maskCandidates.ts'
import { probabilityMap } from './maskEstimate.ts'
import { maskGridOf, type RgbPlanes } from './networkInputs.ts'
import { meanOfPlanes, type Plane, resizePlane, weightedSum } from './plane.ts'
import { type Prompt, samPrompts } from './samPrompts.ts'
import { openGaps, removeSmallComponents, restoreParts } from './smallComponents.ts'
import { AUGMENTATIONS, type Augmentation, augmentationWeights } from './testTimeAugmentation.ts'

/** The photo, and the networks that the pipeline calls. The pipeline rejects with the error of a failed network. */
export interface Networks {
  /** The photo's colors, of any size. */
  rgb: RgbPlanes
  /**
   * Returns U2-NetP's saliency (0..1) for one augmentation, with the augmentation undone, stretched to the photo's
   * size. The pipeline first calls this function for the sources of the prompts. After decoding all prompts, the
   * pipeline calls the function for all other augmentations.
   */
  saliency(augmentation: Augmentation): Promise<Plane>
  /**
   * Returns the probability of a person (0..1), stretched to the photo. Null if the server has no network for people.
   */
  personMap: (() => Promise<Plane>) | null
  decode(prompt: Prompt): Promise<DecodedMasks>
}

/** The result of the pipeline at low resolution. */
export interface SubjectEstimate extends MappedEstimate {
  /** Whether the estimate is probably not the subject that the user wants. */
  isInDoubt: boolean
  /** At most two alternative masks, most likely first. */
  alternatives: MappedEstimate[]
  candidates: MaskCandidate[]
}

/** Size for averaging the saliency maps of all augmentations, px. */
const PRIOR_SIZE = { width: 320, height: 320 }

/** Finds a photo's subject. `photo`: the photo's size, px. `onProgress` gets the fraction of decoded prompts, 0..1. */
export async function findSubject(
  networks: Networks,
  photo: Size,
  onProgress: (done: number) => void = () => {},
): Promise<SubjectEstimate> {
  const grid = maskGridOf(photo)
  const saliency = new Map<Augmentation, Plane>()
  const runPass = async (augmentation: Augmentation) =>
    saliency.set(augmentation, resizePlane(await networks.saliency(augmentation), PRIOR_SIZE))
  for (const augmentation of AUGMENTATIONS) if (augmentation.isPromptSource) await runPass(augmentation)
  const personMap = (await networks.personMap?.()) ?? null
  const hasPersonPrior = personMap !== null && containsPerson(personMap)
  const promptSources = [...saliency.values()].map((map) => resizePlane(map, grid))
  const promptMap = meanOfPlanes(promptSources)
  const decoded: DecodedMasks[] = []
  const prompts = samPrompts(promptMap)
  for (const [i, prompt] of prompts.entries()) {
    decoded.push(await networks.decode(prompt))
    onProgress((i + 1) / prompts.length)
  }
  const candidates = selectCandidates(decoded, grid)
  for (const augmentation of AUGMENTATIONS) if (!augmentation.isPromptSource) await runPass(augmentation)
  const saliencyMaps = AUGMENTATIONS.flatMap((augmentation) => saliency.get(augmentation) ?? [])
  if (hasPersonPrior) saliencyMaps.push(resizePlane(personMap, PRIOR_SIZE))
  const gridMaps = saliencyMaps.map((map) => resizePlane(map, grid))
  const weights = augmentationWeights(gridMaps, { candidates, hasPersonPrior })
  const prior = weightedSum(saliencyMaps, weights)
  const gridPrior = weightedSum(gridMaps, weights)
  const { logits, taken } = greedyUnion(gridPrior, candidates)
  const united = { prior, logits: taken.length > 0 ? logits : null, edits: [] }
  // if the subject is in doubt, these saliency maps may lack a part of it, which would be removed as a blotch
  const mayHaveBlotches = !isInDoubt(probabilityMap(united, grid))
  const clean = { ...united, edits: mayHaveBlotches ? removeBlotches(united, promptSources) : [] }
  const whole = { ...clean, edits: [...clean.edits, ...removeSmallComponents(clean, grid)] }
  const restored = { ...whole, edits: [...whole.edits, ...restoreParts(whole, gridPrior)] }
  const estimate = { ...restored, edits: [...restored.edits, ...openGaps(restored, gridPrior, networks.rgb)] }
  const map = probabilityMap(estimate, grid)
  const alternatives = alternativeMasks({ found: { estimate, map }, networkMaps: saliencyMaps, candidates })
  return { estimate, map, isInDoubt: isInDoubt(map), alternatives, candidates }
}
