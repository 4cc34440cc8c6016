/**
 * Decides which branches of the photo (background, subject, lifted objects) must be painted. A cutout is the subject
 * or a lifted object. The first matching row of a cutout applies:
 *
 *     state of the photo or the cutout                           background by    cutout by
 *     subject of a photo without separation                       WHOLE            none
 *     object that its home paints (`isMerged`)                    as without it    none
 *     backdrop isn't the photo                                    none             SUBJECT, filled inside
 *     visible subject that needs no branch (`isSubjectPainted`)   WHOLE            none
 *     in place (`isSubjectInPlace`, `objectsInPlace`)             BEHIND           SUBJECT
 *     moved, resized, translucent or hidden                       WHOLE, filled    SUBJECT
 *
 * One cutout in place is enough for BEHIND. The hole of a cutout with a disabled fill shows the photo (`neededFill`,
 * `filledObjects`). The scene doesn't paint hidden layers.
 */
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { expandRect, intersection } from '#client/kit/geometry/rect.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { AssetStore, BitmapAsset, MatteAsset } from '#client/model/assets/store.ts'
import { type DocumentSnapshot, isPhotoLayer, type TuneSet } from '#client/model/document/document.ts'
import { activeLens } from '#client/model/document/lens.ts'
import type { BlurRole } from '#shaders/blur/passes.ts'
import { blurReach } from '#shaders/blur/plan.ts'
import { type FillSettings, fillField } from '../inpainting/fillFields.ts'
import type { Frame } from '../kind.ts'
import { editedMattesOf } from '../matting/mask-edits/editedMattes.ts'
import type { MatteState } from '../matting/mask-edits/MatteVersions.ts'
import { matteBox, matteParts } from '../matting/separation.ts'
import { matteUnionsOf } from '../objects/derivedMattes.ts'
import {
  asLifted,
  filledObjects,
  isInPlace,
  isMerged,
  isUncovered,
  type LiftedLayer,
  liftedLayers,
  objectsInPlace,
  tuneOfObject,
} from '../objects/lifted.ts'
import { isDisplaced, subjectOf } from '../objects/subjectFields.ts'

/**
 * One set of enhancements and its part of the photo: the whole photo (WHOLE), the background (BEHIND) or the subject
 * (SUBJECT). A segmented photo is painted with two branches: the background's, and over it the subject's.
 */
export interface Branch {
  role: BlurRole
  set: Immutable<TuneSet>
  /**
   * Fill for the holes of lifted objects. If absent, the photo is painted with the objects. In the role SUBJECT, the
   * fill applies to the holes inside the subject.
   */
  fill?: FillSettings
  /** The blur along each axis as a fraction of `set.blur`, for a photo that is stretched later. By default 1. */
  blurShare?: Point
}

/** The inputs for painting a branch: photo, matte and enhancements. */
export interface BranchPicture {
  photo: BitmapAsset
  /** Required by every role except WHOLE. */
  matte: MatteAsset | null
  /** The matte that is painted instead of `matte`, which still determines the edge colors. */
  solid?: MatteAsset
  /** If true, the matte lacks the latest mask edits, and an exact matte will follow. */
  isUnfinished?: boolean
  branch: Branch
  /** The matte of the cutouts that the background fill removes from the photo. */
  lifted?: MatteAsset
  /** The matte of the subject and the objects in place. The background fill doesn't change their pixels. */
  beside?: MatteAsset | null
  /** True when painting for the screen, which shows the unchanged photo until the fill is computed. */
  isLive?: boolean
  /** Number of mattes in the document, whose edge colors are all cached. Default: 1. */
  mattes?: number
  /** If true, the branch is painted over its own photo and replaces the photo's pixels instead of blending. */
  isOverItself: boolean
}

/** The requested part of an image. */
export interface TextureRequest {
  /** The region of the image in photo px. */
  region: Rect
  /** Texels per photo px, at most 1. */
  density: number
  isDraft: boolean
}

/**
 * Returns the branch that paints the background layer. Without a separation, the branch has the enhancements `image`,
 * otherwise the background's. Returns null when the photo is not the background.
 */
export function backgroundBranch(doc: DocumentSnapshot): Branch | null {
  if (doc.backdrop.type !== 'original') return null
  const fill = combinedFill(doc)
  const isBehind = isSubjectInPlace(doc) || objectsInPlace(doc).length > 0
  const set = doc.separation ? doc.tune.background : doc.tune.image
  return { role: isBehind ? 'BEHIND' : 'WHOLE', set, ...(fill && { fill }) }
}

/** Returns true when the subject is painted separately at its original position. */
export const isSubjectInPlace = (doc: DocumentSnapshot) =>
  isSubjectPainted(doc) && !isDisplaced(doc) && subjectOf(doc)?.isHidden !== true

/**
 * Returns the branch that paints the subject. Returns null before the segmentation, or if it wouldn't change a pixel.
 */
export function subjectBranch(doc: DocumentSnapshot): Branch | null {
  return isSubjectPainted(doc) ? cloneBranch(doc) : null
}

/** Returns the branch that paints a copy of the subject, even if the subject itself doesn't need a branch. */
export function cloneBranch(doc: DocumentSnapshot): Branch {
  const isFilledHere = !isUncovered(doc) && filledObjects(doc).some(isErasedFromSubject)
  const fill = isFilledHere ? combinedFill(doc) : null
  return { role: 'SUBJECT', set: doc.tune.foreground, ...(fill && { fill }) }
}

/**
 * Returns false when the subject is over its own photo with equal enhancements and without a layer between, because
 * painting the subject wouldn't change a pixel. Also returns false before the segmentation.
 */
export function isSubjectPainted(doc: DocumentSnapshot): boolean {
  if (!doc.photo || !doc.separation) return false
  const subject = subjectOf(doc)
  if (!subject) return false
  const isAlone =
    doc.backdrop.type === 'original' &&
    !subject.cutout.enabled &&
    !subject.shadow.enabled &&
    !activeLens(doc) &&
    !hasLayersBehind(doc) &&
    !isDisplaced(doc)
  return !isAlone || !isSameSet(doc.tune.background, doc.tune.foreground)
}

/**
 * Returns the fill settings when the background is visible at the subject's original position, because the subject was
 * moved, resized or hidden. Returns null when the subject covers the background there, or when the fill is off.
 */
export function neededFill(doc: DocumentSnapshot): FillSettings | null {
  const subject = subjectOf(doc)
  return subject?.fill.enabled && doc.separation && isUncovered(doc) ? subject.fill : null
}

/**
 * Returns the branch that paints a lifted object, with the enhancements from `tuneOfObject`. Returns null if there is
 * no photo, and when the subject or background paints the object (`isMerged`).
 */
export function objectBranch(doc: DocumentSnapshot, layer: LiftedLayer): Branch | null {
  if (!doc.photo || isMerged(doc, layer)) return null
  return { role: 'SUBJECT', set: tuneOfObject(doc, layer) }
}

/**
 * Returns the image of a lifted object. Returns null if the home paints the object, or if the object's pixels are
 * missing.
 */
export function objectPictureOf(
  doc: DocumentSnapshot,
  assets: AssetStore,
  layer: LiftedLayer,
  frame: Frame,
): BranchPicture | null {
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  const branch = objectBranch(doc, layer)
  if (!photo || !branch) return null
  const { matte, isDone } = objectMatteOf(doc, assets, layer, frame)
  const isOverItself = doc.backdrop.type === 'original' && isInPlace(layer)
  return matte && { photo, matte, branch, isOverItself, isUnfinished: !isDone, mattes: mattesIn(doc) }
}

/**
 * Returns the settings of one fill for all areas behind moved cutouts: the moved subject over its own photo, and the
 * objects whose fill is on. Returns null if no cutout needs a fill.
 */
function combinedFill(doc: DocumentSnapshot): FillSettings | null {
  const own = neededFill(doc)
  const all = [...(own ? [own] : []), ...filledObjects(doc).map(({ fill }) => fill)]
  const [first, second] = all
  if (!first || !second) return first ?? null
  if (lastCombined?.all.length === all.length && lastCombined.all.every((fill, i) => fill === all[i]))
    return lastCombined.fill
  const seed = all.reduce((sum, fill) => sum + fill.seed, 0) % (fillField.fields.seed.max + 1)
  const fill: FillSettings = { enabled: true, seed, strokes: all.flatMap(({ strokes }) => strokes) }
  lastCombined = { all, fill }
  return fill
}

/** The last combined settings. Equal settings must be the same object, because layers are updated for a new object. */
let lastCombined: { all: readonly FillSettings[]; fill: FillSettings } | null = null

const isErasedFromSubject = ({ isHidden, lifted }: LiftedLayer) => isHidden === true && lifted.home === 'subject'

/** Returns true when the background or the subject is filled at an object's original position. */
export const isFilled = (doc: DocumentSnapshot, id: LayerId): boolean =>
  filledObjects(doc).some(
    (object) => object.id === id && (doc.backdrop.type === 'original' || isErasedFromSubject(object)),
  )

const hasLayersBehind = (doc: DocumentSnapshot) =>
  Object.values(doc.layers).some((layer) => {
    if (layer.placement !== 'background' || isPhotoLayer(layer) || layer.isHidden) return false
    const lifted = asLifted(layer)
    return !lifted || !isMerged(doc, lifted)
  })

/**
 * Returns the photo, the matte and the settings of a branch. Returns null if the branch isn't visible or its pixels are
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
  const { matte: subject, isDone } = subjectMatteOf(doc, assets, frame)
  const shared = { photo, branch, isOverItself, isUnfinished: !isDone, mattes: mattesIn(doc) }
  if (branch.role === 'SUBJECT' && !branch.fill) return subject && { ...shared, matte: subject }
  const matteOfAll = (layers: readonly LiftedLayer[], isWithSubject: boolean) => {
    const mattes = layers.flatMap((layer) => objectMatteOf(doc, assets, layer, frame).matte ?? [])
    return matteUnionsOf(assets).of([...(isWithSubject && subject ? [subject] : []), ...mattes])
  }
  const isBehind = branch.role === 'BEHIND'
  const own = branch.role === 'SUBJECT' ? subject : null
  const matte = isBehind ? matteOfAll(objectsInPlace(doc), isSubjectInPlace(doc)) : own
  if (branch.role !== 'WHOLE' && !matte) return null
  const lifted = branch.fill ? matteOfAll(filledObjects(doc), neededFill(doc) !== null) : null
  if (!lifted) return { ...shared, matte }
  const beside = matteOfAll(objectsInPlace(doc), neededFill(doc) === null)
  return { ...shared, matte, lifted, beside, isLive: frame.isLive ?? false }
}

/**
 * Returns the number of mattes in an image: the subject's, one per object, and the background's if there are objects.
 */
function mattesIn(doc: DocumentSnapshot): number {
  const objects = liftedLayers(doc).length
  return objects === 0 ? 1 : objects + 2
}

/** Returns the subject's matte. For the screen, the matte has the tiles computed so far. */
function subjectMatteOf(doc: DocumentSnapshot, assets: AssetStore, frame: Frame): MatteState {
  const mattes = editedMattesOf(assets)
  return frame.isLive ? mattes.liveSubject(doc, frame) : { matte: mattes.subject(doc), isDone: true }
}

/** Returns an object's matte. For the screen, the matte has the tiles computed so far. */
function objectMatteOf(doc: DocumentSnapshot, assets: AssetStore, layer: LiftedLayer, frame: Frame): MatteState {
  const mattes = editedMattesOf(assets)
  return frame.isLive ? mattes.liveObject(doc, layer, frame) : { matte: mattes.object(doc, layer), isDone: true }
}

const isSameSet = (a: Immutable<TuneSet>, b: Immutable<TuneSet>) =>
  (Object.keys(a) as (keyof TuneSet)[]).every((name) => a[name] === b[name])

/** Returns how far a branch's blur reads, in photo px. `texel`: photo px per texel. */
export const blurRadius = ({ branch }: Pick<BranchPicture, 'branch'>, texel: number): number =>
  blurReach(branch.set.blur / texel) * texel

/**
 * Returns the bounds (photo px) that a branch paints: the subject's box plus the reach of blur and linear filtering, or
 * the whole photo. Returns null if the matte is empty. `texel`: photo px per texel.
 */
export function paintedArea(picture: BranchPicture, texel: number): Rect | null {
  const { photo, matte, branch } = picture
  const whole = { x: 0, y: 0, width: photo.width, height: photo.height }
  if (branch.role !== 'SUBJECT' || !matte) return whole
  const box = matteBox(matte)
  return box && intersection(whole, expandRect(box, reachOf(picture, texel)))
}

/**
 * Returns disjoint rectangles (photo px) that contain everything that a branch paints. Shared edges are whole px,
 * because every pixel must be painted once. `texel`: photo px per texel.
 */
export function paintedParts(picture: BranchPicture, texel: number): Rect[] {
  const area = paintedArea(picture, texel)
  const { matte, branch } = picture
  if (!area || branch.role !== 'SUBJECT' || !matte) return area ? [area] : []
  return matteParts(matte, reachOf(picture, texel)).flatMap((part) => intersection(area, part) ?? [])
}

/** Returns how far from the matte blur and linear filtering paint, in photo px. */
const reachOf = (picture: BranchPicture, texel: number) => blurRadius(picture, texel) + 2 * texel
