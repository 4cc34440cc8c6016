/** Lifted objects: their positions, and their effect on the subject or background that they were lifted from. */

import type { Rect } from '#client/kit/geometry/geometry.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { AssetStore, MatteAsset } from '#client/model/assets/store.ts'
import {
  type DocumentSnapshot,
  isPhotoLayer,
  type LayerBase,
  layerOfKind,
  type TuneSet,
} from '#client/model/document/document.ts'
import { activeLens } from '#client/model/document/lens.ts'
import { hasNoMaskEdits, type MaskEdits } from '#client/model/document/maskEdits.ts'
import type { FillSettings } from '../inpainting/fillFields.ts'
import type { Lifted } from './liftedFields.ts'
import { isDisplaced, type SubjectPlacement } from './subjectFields.ts'

/** The parts of a document that determine how lifted objects affect the subject and the background. */
export type LiftedSource = Pick<DocumentSnapshot, 'photo' | 'separation' | 'backdrop' | 'layers' | 'order' | 'lens'>

/**
 * Common fields of layers with an object cut out of the photo. `lifted`: matte, and clicks that selected the object.
 * `opacity`: percent. `fill`: fill of the photo's hole. Position, size, rotation and flip are relative to the object's
 * place in the photo.
 */
export type LiftedLayer = Immutable<
  LayerBase &
    SubjectPlacement & {
      lifted: Lifted
      mend: MaskEdits
      /** Custom enhancements. Without `isOwn`, the object has the enhancements of the subject or background. */
      tune: TuneSet & { isOwn: boolean }
      opacity: number
      shadow: { enabled: boolean }
      fill: FillSettings
    }
>

export const asLifted = (layer: Immutable<LayerBase> | undefined): LiftedLayer | null =>
  // safe cast: only layers of lifted objects have the group `lifted`
  layer && 'lifted' in layer ? (layer as LiftedLayer) : null

/** Returns all lifted objects, including hidden ones, oldest first. */
export const liftedLayers = (doc: Pick<DocumentSnapshot, 'layers'>): LiftedLayer[] =>
  Object.values(doc.layers).flatMap((layer) => asLifted(layer) ?? [])

/** Returns the object's matte without mask edits. Returns null if the matte is missing or belongs to another photo. */
export function foundMatteOf({ photo }: LiftedSource, assets: AssetStore, { lifted }: LiftedLayer): MatteAsset | null {
  const matte = assets.matte(lifted.matte as MatteAsset['id']) // safe cast: an unknown id gives null
  return matte && photo && matte.width === photo.width && matte.height === photo.height ? matte : null
}

/** Returns true when the object is painted exactly at its original position, opaque and with normal blending. */
export function isInPlace({ isHidden, position, size, rotation, flip, opacity, blendMode }: LiftedLayer): boolean {
  if (isHidden || blendMode || opacity < 100) return false
  return position.x === 0 && position.y === 0 && size === 100 && (rotation ?? 0) % 360 === 0 && !isFlipped(flip)
}

const isFlipped = (flip: LiftedLayer['flip']) => flip?.horizontal === true || flip?.vertical === true

/**
 * Returns true when the object's home (the subject or background that contained it) paints the object's pixels. The
 * object must be unmoved (`isInPlace`), without shadow, custom enhancements and lens blur, and without layers between
 * it and its home. The home must be visible, unmoved and from the photo.
 */
export function isMerged(doc: LiftedSource, layer: LiftedLayer): boolean {
  if (!isInPlace(layer) || layer.shadow.enabled || layer.tune.isOwn || !doc.order.includes(layer.id)) return false
  if (activeLens(doc)) return false
  const { home } = layer.lifted
  const plane = layerOfKind(doc, home)
  if (!plane || plane.isHidden || !doc.order.includes(plane.id)) return false
  if (home === 'background' ? doc.backdrop.type !== 'original' : !doc.separation || isDisplaced(doc)) return false
  return !doc.order.some((id) => isBetween(doc.layers[id], layer, doc))
}

/**
 * Returns true when `other` may be visible between the object and the subject or background it came from. Ignores other
 * unmoved objects without shadow and custom enhancements. For a subject's object behind the subject, returns true for
 * every other layer behind the subject.
 */
function isBetween(other: Immutable<LayerBase> | undefined, object: LiftedLayer, { order }: LiftedSource): boolean {
  if (!other || other.isHidden || isPhotoLayer(other) || other.id === object.id) return false
  const lifted = asLifted(other)
  if (lifted && isInPlace(lifted) && !lifted.shadow.enabled && !lifted.tune.isOwn) return false
  const isFromSubject = object.lifted.home === 'subject'
  if (object.placement !== other.placement) return object.placement === 'foreground' && !isFromSubject
  const isBelow = order.indexOf(other.id) < order.indexOf(object.id)
  return isBelow || (isFromSubject && object.placement === 'background')
}

/**
 * Returns an object's custom enhancements, or the enhancements of the subject or background that the object was lifted
 * from. Without a separation, these are the whole photo's enhancements.
 */
export const tuneOfObject = (
  { tune, separation }: Pick<DocumentSnapshot, 'tune' | 'separation'>,
  { lifted, tune: own }: LiftedLayer,
): Immutable<TuneSet> => {
  if (own.isOwn) return own
  if (!separation) return tune.image
  return lifted.home === 'subject' ? tune.foreground : tune.background
}

/**
 * Returns true when the photo's own background is visible at the subject's original position, because the subject was
 * moved, resized or hidden.
 */
export const isUncovered = (doc: LiftedSource): boolean =>
  doc.backdrop.type === 'original' && (layerOfKind(doc, 'subject')?.isHidden === true || isDisplaced(doc))

/** Returns the objects with a filled hole in the photo. */
export const filledObjects = (doc: LiftedSource): LiftedLayer[] => awayLayers(doc).filter(({ fill }) => fill.enabled)

/** An object to remove from the subject's matte. */
export interface MatteCut {
  matte: MatteAsset
  /** Box of the matte in photo px. */
  box: Rect
  /**
   * Formula of the remaining matte. `m` is the subject's matte, and `o` the object's coverage, both 0..1. `without`:
   * `max(0, m - o)`, for a moved, hidden or removed object. `beside`: `(m - o) / (1 - o)`, for an unmoved object. The
   * remaining matte and the object together then cover as much as `m`. `disjoint`: `min(m, 1 - o)`, for a moved or
   * hidden background object that the subject also contains.
   */
  rest: 'without' | 'beside' | 'disjoint'
}

/**
 * Returns the formula of an object's cut. Returns null if there is no cut, for example for a moved object with an
 * unmoved copy.
 */
export function restOfSubject(doc: LiftedSource, layer: LiftedLayer): MatteCut['rest'] | null {
  const isAway = !isInPlace(layer)
  if (isAway && mattesInPlace(liftedLayers(doc)).has(layer.lifted.matte)) return null
  if (layer.lifted.home === 'background') return isAway ? 'disjoint' : null
  if (isMerged(doc, layer)) return null
  return isAway ? 'without' : 'beside'
}

/**
 * Returns the objects that left a hole in the photo. A matte with an unmoved layer doesn't leave a hole. Of several
 * moved layers with the same matte, returns only the oldest. Editing the mask of a copy therefore doesn't change the
 * hole.
 */
function awayLayers(doc: LiftedSource): LiftedLayer[] {
  const all = liftedLayers(doc)
  const kept = mattesInPlace(all)
  const oldest = new Map<string, LiftedLayer>()
  for (const layer of all) {
    const { matte } = layer.lifted
    if (!kept.has(matte) && !oldest.has(matte)) oldest.set(matte, layer)
  }
  return [...oldest.values()]
}

const mattesInPlace = (all: readonly LiftedLayer[]) => new Set(all.filter(isInPlace).map(({ lifted }) => lifted.matte))

/**
 * Returns `doc` without its merged objects, for painting one layer alone. The subject or background already contains
 * the merged objects' pixels. A moved copy of a merged object becomes a plain layer, because it doesn't leave a hole.
 */
export function withoutMerged(doc: DocumentSnapshot): DocumentSnapshot {
  const merged = liftedLayers(doc).filter((layer) => isMerged(doc, layer))
  if (merged.length === 0) return doc
  const ids = new Set(merged.map(({ id }) => id))
  const mattes = new Set(merged.map(({ lifted }) => lifted.matte))
  const left = Object.values(doc.layers).flatMap((layer) => {
    if (ids.has(layer.id)) return []
    const lifted = asLifted(layer)
    if (!lifted || isInPlace(lifted) || !mattes.has(lifted.lifted.matte)) return [layer]
    const { lifted: _, ...rest } = lifted
    return [rest]
  })
  return { ...doc, layers: Object.fromEntries(left.map((layer) => [layer.id, layer])) }
}

/**
 * Returns the unmoved objects (`isInPlace`) that are painted separately, because the subject or background doesn't
 * paint their pixels (`isMerged`).
 */
export const objectsInPlace = (doc: LiftedSource): LiftedLayer[] =>
  liftedLayers(doc).filter((layer) => isInPlace(layer) && !isMerged(doc, layer))

/**
 * Returns a key for all changes that lifted objects make to subject and background. The key is empty if there are no
 * objects.
 */
export function liftedKey(doc: LiftedSource): string {
  const all = liftedLayers(doc)
  if (all.length === 0) return ''
  return JSON.stringify(
    all.map((layer) => {
      const { matte, home } = layer.lifted
      const isHidden = layer.isHidden === true
      return [matte, home, numberOf(layer.mend), isInPlace(layer), isHidden, isMerged(doc, layer), layer.fill]
    }),
  )
}

let lastNumber = 0

/** Returns a number that identifies mask edits, which may have thousands of points, or 0 if there are no edits. */
const numberOf = (edits: LiftedLayer['mend']): number => (hasNoMaskEdits(edits) ? 0 : nextNumber(edits))
const nextNumber = memoOn((_: object) => ++lastNumber)
