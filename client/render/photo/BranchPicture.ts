/** Input of a branch: the photo's pixels with one set of enhancements, as whole photo, background or subject. */

import type { Rect } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import type { BitmapAsset, MatteAsset } from '#client/model/assets/store.ts'
import type { TuneSet } from '#client/model/document/document.ts'
import type { BlurRole } from '#shaders/blur/passes.ts'
import type { FillSettings } from '../inpainting/fillFields.ts'

/**
 * One set of enhancements and its part of the photo: the whole photo (WHOLE), the background (BEHIND) or the subject
 * (SUBJECT). A segmented photo is painted with two branches, the subject's over the background's.
 */
export interface Branch {
  role: BlurRole
  set: Immutable<TuneSet>
  /**
   * Fill of the holes of lifted objects; absent = the photo is painted with the objects. Never present with the role
   * SUBJECT.
   */
  fill?: FillSettings
}

/** Input of painting a branch: photo, matte and enhancements. */
export interface BranchPicture {
  photo: BitmapAsset
  /** required by every role but WHOLE */
  matte: MatteAsset | null
  /** The matte lacks the latest mask edits. An exact matte follows. */
  isUnfinished?: boolean
  branch: Branch
  /** matte of the subject that the background fill removes from the photo */
  lifted?: MatteAsset
  /** For a screen, which shows the unchanged photo until the fill is computed. */
  isLive?: boolean
  /** Number of mattes in the document, whose edge colours are all cached; absent = one. */
  mattes?: number
  /** The branch is painted over the same photo and replaces its pixels instead of blending. */
  isOverItself: boolean
}

/** requested part of a picture */
export interface TextureRequest {
  /** photo px */
  region: Rect
  /** texels per photo px, at most 1 */
  density: number
  isDraft: boolean
}
