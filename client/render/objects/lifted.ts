/** Lifted objects: where they stand, and what that means for the planes from which they were lifted. Pure. */
import type { Rect } from '../../kit/base/geometry.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import type { AssetStore, MatteAsset } from '../../model/assets/store.ts'
import {
  type DocumentSnapshot,
  isPhotoLayer,
  type LayerBase,
  layerOfKind,
  type TuneSet,
} from '../../model/document/document.ts'
import { hasNoMaskEdits, type MaskEdits } from '../../model/document/maskEdits.ts'
import type { FillSettings } from '../inpainting/fillFields.ts'
import type { Lifted } from './liftedFields.ts'
import { isDisplaced, type SubjectPlacement } from './subjectFields.ts'

/** The parts of a document that decide what lifted objects mean for its planes. */
export type LiftedSource = Pick<DocumentSnapshot, 'photo' | 'separation' | 'backdrop' | 'layers' | 'order'>

/**
 * A layer with an object that was cut out of the photo. `lifted`: the object's matte and the clicks that chose it. `opacity`:
 * percent. `fill`: how the hole that the object leaves in the photo is filled. Position, size, rotation and flip say where
 * the object stands relative to its place in the photo. These are the fields that all kinds of such layers share.
 */
export type LiftedLayer = Immutable<
  LayerBase &
    SubjectPlacement & {
      lifted: Lifted
      mend: MaskEdits
      /** Enhancements of its own where `isOwn`; else it has those of its home. */
      tune: TuneSet & { isOwn: boolean }
      opacity: number
      shadow: { enabled: boolean }
      fill: FillSettings
    }
>

/** Returns the layer as a lifted object; null for any other layer. */
export const asLifted = (layer: Immutable<LayerBase> | undefined): LiftedLayer | null =>
  layer && 'lifted' in layer ? (layer as LiftedLayer) : null // only such layers have the group

/** Returns all lifted objects, hidden ones included, oldest first. */
export const liftedLayers = (doc: Pick<DocumentSnapshot, 'layers'>): LiftedLayer[] =>
  Object.values(doc.layers).flatMap((layer) => asLifted(layer) ?? [])

/** Returns the object's matte as it was found, without mask edits; null when it is missing or of another photo. */
export function foundMatteOf({ photo }: LiftedSource, assets: AssetStore, { lifted }: LiftedLayer): MatteAsset | null {
  const matte = assets.matte(lifted.matte as MatteAsset['id']) // an unknown id is no matte
  return matte && photo && matte.width === photo.width && matte.height === photo.height ? matte : null
}

/** Returns true when the object is painted exactly where the photo shows it, opaque and with normal blending. */
export function isInPlace({ isHidden, position, size, rotation, flip, opacity, blendMode }: LiftedLayer): boolean {
  if (isHidden || blendMode || opacity < 100) return false
  return position.x === 0 && position.y === 0 && size === 100 && (rotation ?? 0) % 360 === 0 && !isFlipped(flip)
}

const isFlipped = (flip: LiftedLayer['flip']) => flip?.horizontal === true || flip?.vertical === true

/**
 * Returns true when the object need not be painted by itself: it is in place, and nothing lies between it and the plane
 * from which it was lifted. That plane then paints its pixels, and no byte differs from the photo.
 */
export function isMerged(doc: LiftedSource, layer: LiftedLayer): boolean {
  if (!isInPlace(layer) || layer.shadow.enabled || layer.tune.isOwn || !doc.order.includes(layer.id)) return false
  const { home } = layer.lifted
  const plane = layerOfKind(doc, home)
  if (!plane || plane.isHidden || !doc.separation || !doc.order.includes(plane.id)) return false
  if (home === 'background' ? doc.backdrop.type !== 'original' : isDisplaced(doc)) return false
  return !doc.order.some((id) => isBetween(doc.layers[id], layer, doc))
}

/**
 * Returns true when `other` may be seen between the object and its plane. Other objects in place change nothing. Which kinds
 * have a fixed position in the stack is not known here, so everything behind the subject counts for an object of the subject
 * that stands behind it.
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

/** Returns an object's enhancements: its own, or those of the plane from which it was lifted. */
export const tuneOfObject = (
  { tune }: Pick<DocumentSnapshot, 'tune'>,
  { lifted, tune: own }: LiftedLayer,
): Immutable<TuneSet> => {
  if (own.isOwn) return own
  return lifted.home === 'subject' ? tune.foreground : tune.background
}

/** What is taken out of the subject's matte. */
export interface MatteCut {
  matte: MatteAsset
  /** The box of the matte, photo px. */
  box: Rect
  /**
   * What is left of the subject's matte `m` where the object covers `o`, of 1:
   * - `without`: the object was moved, hidden or removed; `max(0, m - o)`.
   * - `beside`: it is painted where it was. Both, one over the other, cover as much as the matte does, so that nothing behind
   *   is seen between them; `(m - o) / (1 - o)`.
   * - `disjoint`: it was lifted out of the background, moved or hidden, and the subject was chosen anew or mended to have it,
   *   too; `min(m, 1 - o)`, which changes nothing where the two share no pixel.
   */
  rest: 'without' | 'beside' | 'disjoint'
}

/**
 * Returns what is left of the subject's matte where an object is; null when all of it, as for an object that is away while a
 * copy of it is in place.
 */
export function restOfSubject(doc: LiftedSource, layer: LiftedLayer): MatteCut['rest'] | null {
  const isAway = !isInPlace(layer)
  if (isAway && mattesInPlace(liftedLayers(doc)).has(layer.lifted.matte)) return null
  if (layer.lifted.home === 'background') return isAway ? 'disjoint' : null
  if (isMerged(doc, layer)) return null
  return isAway ? 'without' : 'beside'
}

/**
 * Returns the objects that are gone from their place in the photo: for each matte that no layer shows in place, the layer that
 * was lifted, not its later copies. Editing the mask of a copy does not change the hole that the object left.
 */
export function awayLayers(doc: LiftedSource): LiftedLayer[] {
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
 * Returns the document without its merged objects, for painting one of its layers alone: the plane of each has its pixels. A
 * copy of one that is away keeps its place in the record, but is no lifted object any more, since it leaves no hole.
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
 * Returns the objects that are painted by themselves at their own place: those in place (`isInPlace`) that are not
 * merged into the plane from which they were lifted (`isMerged`).
 */
export const objectsInPlace = (doc: LiftedSource): LiftedLayer[] =>
  liftedLayers(doc).filter((layer) => isInPlace(layer) && !isMerged(doc, layer))

/** Returns a text that changes with everything that lifted objects mean for the planes of the photo; empty without objects. */
export function liftedKey(doc: LiftedSource): string {
  const all = liftedLayers(doc)
  if (all.length === 0) return ''
  return JSON.stringify(
    all.map((layer) => {
      const { matte, home } = layer.lifted
      return [matte, home, numberOf(layer.mend), isInPlace(layer), isMerged(doc, layer), layer.fill]
    }),
  )
}

const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** A number for each record of mask edits, which may have thousands of points; 0 for none. */
function numberOf(edits: LiftedLayer['mend']): number {
  if (hasNoMaskEdits(edits)) return 0
  const number = numbers.get(edits) ?? ++lastNumber
  numbers.set(edits, number)
  return number
}
