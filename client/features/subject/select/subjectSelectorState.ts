import type { MaskPreview } from '#client/media/segmenter/segmentation.ts'
import type { ErasedPart } from '../objects/erase.ts'
import type { SubjectOffer } from './subjectOffer.ts'

/** A candidate mask of the subject; `number` is its rank, 0 = best. */
export interface NumberedMask {
  number: number
  mask: MaskPreview
}

/** State of the tools that select the subject with clicks. */
export interface SubjectSelectorState {
  /** Preview of the area that a click at the resting pointer would add or remove, or null. */
  preview: (MaskPreview & { adds: boolean }) | null
  /** All candidate masks, best first. Null until they are requested. */
  candidates: readonly NumberedMask[] | 'searching' | 'failed' | null
  /** Progress of the search for candidate masks, 0..1, or null. */
  searchProgress: number | null
  /** The candidate subjects offered to the user. Null if the subject was certain, or the user dismissed the offer. */
  offer: SubjectOffer | null
  /** True while objects are being lifted. */
  isLifting: boolean
  /** The parts that are being erased. A part is removed when its background is filled. */
  erasing: readonly ErasedPart[]
}

export const INITIAL: SubjectSelectorState = {
  preview: null,
  candidates: null,
  searchProgress: null,
  offer: null,
  isLifting: false,
  erasing: [],
}
