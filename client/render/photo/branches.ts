/** The two branches of the photo, background and subject, and when the subject need not be painted. */

import type { Immutable } from '../../kit/base/immutable.ts'
import type { AssetStore } from '../../model/assets/store.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { isPhotoLayer, layerOfKind } from '../../model/document/document.ts'
import type { TuneSet } from '../../model/document/tune.ts'
import type { FillSettings } from '../inpainting/fillFields.ts'
import type { Frame } from '../kind.ts'
import { matteOf } from '../matting/mask-edits/editedMattes.ts'
import { progressiveMattesOf } from '../matting/mask-edits/progressiveMattes.ts'
import type { Branch, BranchPicture } from './BranchPicture.ts'
import { isDisplaced } from './subjectPlacement.ts'

/**
 * The branch that the background layer paints. Before the separation the `image` enhancements apply; afterwards each branch
 * has its own. Null when the photo is not the backdrop.
 */
export function backgroundBranch(doc: DocumentSnapshot): Branch | null {
  if (doc.backdrop.type !== 'original') return null
  if (!doc.separation) return { role: 'WHOLE', set: doc.tune.image }
  const fill = neededFill(doc)
  if (fill) return { role: 'WHOLE', set: doc.tune.background, fill }
  const isBehind = isSubjectPainted(doc) && !isDisplaced(doc)
  return { role: isBehind ? 'BEHIND' : 'WHOLE', set: doc.tune.background }
}

/**
 * The branch that the subject layer paints. Null when it need not be painted: over the same photo with equal enhancements
 * and no layer between, it would change nothing, and skipping it keeps every byte.
 */
export const subjectBranch = (doc: DocumentSnapshot): Branch | null =>
  isSubjectPainted(doc) ? { role: 'SUBJECT', set: doc.tune.foreground } : null

/**
 * Returns true when the subject layer must be painted. Over its own photo with equal enhancements, and with nothing
 * between, it would change no byte.
 */
export function isSubjectPainted(doc: DocumentSnapshot): boolean {
  if (!doc.photo || !doc.separation) return false
  const subject = layerOfKind(doc, 'subject') as Partial<Outlined> | undefined // its own fields; tests may leave them out
  if (!subject) return false
  const isAlone =
    doc.backdrop.type === 'original' &&
    !subject.cutout?.enabled &&
    !subject.shadow?.enabled &&
    !hasLayersBehind(doc) &&
    !isDisplaced(doc)
  return !isAlone || !isSameSet(doc.tune.background, doc.tune.foreground)
}

/**
 * Returns the fill settings when the photo's background shows where the subject was, because the subject was moved or
 * hidden. Null when it does not show, or when the fill is off.
 */
export function neededFill(doc: DocumentSnapshot): FillSettings | null {
  const subject = layerOfKind(doc, 'subject') as Partial<Filled> | undefined // its own fields; tests may leave them out
  if (!subject?.fill?.enabled || !doc.separation || doc.backdrop.type !== 'original') return null
  return subject.isHidden || isDisplaced(doc) ? subject.fill : null
}

const hasLayersBehind = (doc: DocumentSnapshot) =>
  Object.values(doc.layers).some((layer) => layer.placement === 'background' && !isPhotoLayer(layer) && !layer.isHidden)

/**
 * Returns photo, matte and settings of a branch for painting; null when the branch paints nothing or its pixels are
 * missing.
 */
export function branchPictureOf(
  doc: DocumentSnapshot,
  assets: AssetStore,
  branch: Branch | null,
  frame: Frame,
): BranchPicture | null {
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo || !branch) return null
  const isOverItself = branch.role === 'SUBJECT' && doc.backdrop.type === 'original'
  if (branch.role === 'WHOLE' && !branch.fill) return { photo, matte: null, branch, isOverItself }
  if (branch.role === 'WHOLE') {
    const { matte, isDone } = frame.isLive
      ? progressiveMattesOf(assets).update(doc, frame)
      : { matte: matteOf(doc, assets), isDone: true }
    const whole: BranchPicture = { photo, matte: null, branch, isOverItself, isUnfinished: !isDone }
    return matte ? { ...whole, lifted: matte, isLive: frame.isLive ?? false } : whole
  }
  if (!frame.isLive) {
    const matte = matteOf(doc, assets)
    return matte && { photo, matte, branch, isOverItself }
  }
  const { matte, isDone } = progressiveMattesOf(assets).update(doc, frame)
  return matte && { photo, matte, branch, isOverItself, isUnfinished: !isDone }
}

interface Filled {
  readonly isHidden?: true
  readonly fill: FillSettings
}

/** The subject's outline and shadow lie between it and the background, as a layer would. */
interface Outlined {
  readonly cutout: { readonly enabled: boolean }
  readonly shadow: { readonly enabled: boolean }
}

const isSameSet = (a: Immutable<TuneSet>, b: Immutable<TuneSet>) =>
  (Object.keys(a) as (keyof TuneSet)[]).every((name) => a[name] === b[name])
