import { useSnapshot } from 'valtio'
import { proxy } from 'valtio/vanilla'
import type { Requirement } from '#client/editor/commands/command.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import type { GridMask, MaskPreview, SubjectCandidate } from '#client/media/segmenter/segmentationTypes.ts'
import { isExtended } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { hasNoMaskEdits, maskEditFields } from '#client/model/document/maskEdits.ts'
import type { Session } from '#client/model/session/session.ts'
import type { ErasedPart } from './objects/erase.ts'

/** A candidate mask for the subject. `number`: its rank, 0 = best. */
export interface NumberedMask {
  number: number
  mask: MaskPreview
}

/**
 * State of the subject's tools that no other part of the editor needs. Masks are wrapped in `ref`, because valtio would
 * otherwise wrap them in proxies.
 */
export interface SubjectToolState {
  /** If true, a click with Select subject adds to the selection. Otherwise a click subtracts from it. */
  adds: boolean
  /** If true, a click lifts or erases only a part of the clicked object. Alt means the opposite. */
  isPart: boolean
  /** Effect of the mask brush. `fill` marks more of the background for Fill background. */
  mode: 'erase' | 'restore' | 'fill'
  /** Brush settings, in the units of `strokeFields`. */
  size: number
  hardness: number
  isSnapping: boolean
  /**
   * The preview of a click at the resting pointer, or null. `adds`: true if the click adds the area, false if it
   * removes the area.
   */
  preview: (GridMask & { adds: boolean }) | null
  /** The position (photo px) of a tap whose preview waits for the user's confirmation, or null. */
  marked: Point | null
  /** All candidate masks, best first. Null until the tool requests them. */
  candidates: readonly NumberedMask[] | 'searching' | 'failed' | null
  /** Progress of the search for candidate masks, 0..1. Null if no search is running. */
  searchProgress: number | null
  /**
   * The candidate subjects that the user can choose from. Null if the subject is certain, or if the user has dismissed
   * the offer.
   */
  offer: SubjectOffer | null
  /** True while objects are being lifted. */
  isLifting: boolean
  /** The parts that are being erased. A part is removed when its background is filled. */
  erasing: readonly ErasedPart[]
}

const { size, hardness, isSnapping } = maskEditFields.strokes.fields

/** Returns the state of the subject's tools in a session. */
export const subjectState = memoOn((_: Session) =>
  proxy<SubjectToolState>({
    adds: true,
    isPart: false,
    mode: 'erase',
    size: size.default,
    hardness: hardness.default,
    isSnapping: isSnapping.default,
    preview: null,
    marked: null,
    candidates: null,
    searchProgress: null,
    offer: null,
    isLifting: false,
    erasing: [],
  }),
)

export const useSubjectState = () => useSnapshot(subjectState(useWorkspace().session)) as Readonly<SubjectToolState>

/** Candidate subjects of a photo whose subject is uncertain, the most likely first. */
export interface SubjectOffer {
  photo: AssetId
  candidates: readonly SubjectCandidate[]
}

/**
 * Returns the index of the candidate that is the document's subject. Returns null if the offer no longer fits: the
 * photo has changed, the subject is not a candidate, or the user has edited the mask.
 */
export function shownCandidate(
  { photo, separation, mend }: Pick<DocumentSnapshot, 'photo' | 'separation' | 'mend'>,
  offer: SubjectOffer,
): number | null {
  if (photo?.asset !== offer.photo || !separation || !hasNoMaskEdits(mend)) return null
  const { start, choices } = separation.chosen ?? { start: 'found', choices: [] }
  const index = choices.length > 0 ? -1 : offer.candidates.findIndex((candidate) => candidate.start === start)
  return index < 0 ? null : index
}

/** Returns the lower corner of the photo that the candidates cover less. If they cover both equally, returns 'left'. */
export function clearerSide({ candidates }: SubjectOffer): 'left' | 'right' {
  let balance = 0 // sum of (coverage on the left − coverage on the right)
  for (const { mask } of candidates)
    for (let y = Math.floor(mask.height / 2); y < mask.height; y++)
      for (let x = 0; x < mask.width; x++)
        balance += (mask.coverage[y * mask.width + x] ?? 0) * Math.sign(mask.width - 1 - 2 * x)
  return balance > 0 ? 'right' : 'left'
}

/**
 * Met unless Fill around has extended the photo. Its image contains all objects, so erasing or lifting an object would
 * have no effect. It doesn't contain the subject, which would disappear if the user selected another subject.
 */
export const NOT_EXTENDED: Requirement = {
  reason: 'This tool doesn’t work after Fill around. Undo Fill around, or click Reset Background in the Change BG tab.',
  isMet: ({ session }) => !isExtended(session.doc),
}

/** Returns true after Fill around, and shows the reason as a toast. */
export function isRefused({ doc, notices }: Session): boolean {
  if (isExtended(doc)) notices.toast({ title: t(NOT_EXTENDED.reason) })
  return isExtended(doc)
}
