/** The input of a branch: the photo's pixels with one set of enhancements, as whole photo, background or subject. */
import type { BlurRole } from '#shaders/blur/passes.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import type { BitmapAsset, MatteAsset } from '../../model/assets/store.ts'
import type { TuneSet } from '../../model/document/document.ts'
import type { FillSettings } from '../inpainting/fillFields.ts'

/**
 * One set of enhancements, and the part of the photo to which it applies: the whole photo (WHOLE), the background (BEHIND)
 * or the subject (SUBJECT). A separated photo is painted with two branches, the subject's over the background's.
 */
export interface Branch {
  role: BlurRole
  set: Immutable<TuneSet>
  /**
   * How the holes are filled that lifted objects leave in the photo; absent = the photo is painted with the objects. Never
   * present with the role SUBJECT.
   */
  fill?: FillSettings
}

/** A photo with one set of enhancements, restricted to the part that `branch.role` names: what is painted. */
export interface BranchPicture {
  photo: BitmapAsset
  /** Needed by every role but WHOLE. */
  matte: MatteAsset | null
  /** The matte does not contain the latest mask edits yet; an exact one follows. */
  isUnfinished?: boolean
  branch: Branch
  /** The matte of the subject that the background fill removes from the photo. */
  lifted?: MatteAsset
  /** For a screen, which shows the photo as it was until the fill is there. */
  isLive?: boolean
  /** How many mattes the document shows, so that the edge colours of all are kept; absent = one. */
  mattes?: number
  /** The branch is painted over the same photo and replaces its pixels instead of adding to them. */
  isOverItself: boolean
}
