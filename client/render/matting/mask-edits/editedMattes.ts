/**
 * The mattes of a document after all mask edits: the subject's matte without lifted objects, and one matte per object.
 */
import { createListeners, stopAll } from '#client/kit/async/listeners.ts'
import { EMPTY_RECT, type Rect } from '#client/kit/geometry/geometry.ts'
import { memoOnPair } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { type AssetStore, type MatteAsset, perStore } from '#client/model/assets/store.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { hasNoMaskEdits } from '#client/model/document/maskEdits.ts'
import {
  filledObjects,
  foundMatteOf,
  isUncovered,
  type LiftedLayer,
  type LiftedSource,
  liftedLayers,
  type MatteCut,
  restOfSubject,
} from '../../objects/lifted.ts'
import { COVERED, matteBox } from '../separation.ts'
import { type MatteSource, type MatteState, MatteVersions, type ViewState } from './MatteVersions.ts'

/** The parts of a document that determine the mattes of its subject and objects. */
export type MattedDocument = LiftedSource & Pick<DocumentSnapshot, 'mend'>

/** Returns the subject's matte after all mask edits, without lifted objects. Returns null before the segmentation. */
export const matteOf = (doc: MattedDocument, assets: AssetStore): MatteAsset | null =>
  editedMattesOf(assets).subject(doc)

/**
 * Returns the matte of a lifted object with its mask edits applied. Returns null if the matte is missing or belongs to
 * another photo.
 */
export const liftedMatteOf = (doc: LiftedSource, assets: AssetStore, layer: LiftedLayer): MatteAsset | null =>
  editedMattesOf(assets).object(doc, layer)

/**
 * Prevents changes to a snapshot's mattes until the returned function is called. All strips of an export must use the
 * same mattes.
 */
export const holdMatte = (doc: MattedDocument, assets: AssetStore): (() => void) => editedMattesOf(assets).hold(doc)

/** Returns the shared cache of an asset store's edited mattes. */
export const editedMattesOf = perStore((assets) => new EditedMattes(assets))

/** Returns true while a matte for the screen is being computed. */
export const hasPendingMatte = ({ assets }: { assets: AssetStore }): boolean => editedMattesOf(assets).pending !== null

/**
 * The edited mattes of a document. `subject` and `object` return complete mattes for exports. `liveSubject` and
 * `liveObject` return mattes with the tiles computed so far, for the screen.
 */
export class EditedMattes {
  private readonly assets: AssetStore
  private readonly updates = createListeners()
  /** Calls a listener when more tiles are computed. Returns a function that removes the listener. */
  readonly onUpdate = this.updates.subscribe
  private readonly ofSubject: MatteVersions
  private readonly ofObjects = new Map<LayerId, MatteVersions>()

  constructor(assets: AssetStore) {
    this.assets = assets
    this.ofSubject = new MatteVersions(assets, this.updates.emit)
  }

  /** Returns the subject's complete matte, or null before the segmentation. */
  subject(doc: MattedDocument): MatteAsset | null {
    const source = this.sourceOfSubject(doc, (layer) => this.object(doc, layer))
    return source && this.ofSubject.current(source)
  }

  /** Returns an object's complete matte. Returns null if the matte is missing or belongs to another photo. */
  object(doc: LiftedSource, layer: LiftedLayer): MatteAsset | null {
    const source = this.sourceOfObject(doc, layer)
    return source && this.versionsOf(layer.id).current(source)
  }

  /** Returns the subject's matte with the tiles computed so far, and starts computing the rest. */
  liveSubject(doc: MattedDocument, look: ViewState): MatteState {
    let areObjectsDone = true
    const source = this.sourceOfSubject(doc, (layer) => {
      const { matte, isDone } = this.liveObject(doc, layer, look)
      areObjectsDone &&= isDone
      return matte
    })
    if (!source) return { matte: null, isDone: true }
    const { matte, isDone } = this.ofSubject.live(source, look)
    return { matte, isDone: isDone && areObjectsDone }
  }

  /** Returns an object's matte with the tiles computed so far, and starts computing the rest. */
  liveObject(doc: LiftedSource, layer: LiftedLayer, look: ViewState): MatteState {
    const source = this.sourceOfObject(doc, layer)
    return source ? this.versionsOf(layer.id).live(source, look) : { matte: null, isDone: true }
  }

  /** Resolves when the running computation is over. Null if no computation is running. */
  get pending(): Promise<void> | null {
    return [this.ofSubject, ...this.ofObjects.values()].find(({ pending }) => pending)?.pending ?? null
  }

  hold(doc: MattedDocument): () => void {
    const releases = liftedLayers(doc).map((layer) => {
      const source = this.sourceOfObject(doc, layer)
      return source ? this.versionsOf(layer.id).hold(source) : () => {}
    })
    const source = this.sourceOfSubject(doc, (layer) => this.object(doc, layer))
    if (source) releases.push(this.ofSubject.hold(source))
    return stopAll(releases)
  }

  private versionsOf(layer: LayerId): MatteVersions {
    const versions = this.ofObjects.get(layer) ?? new MatteVersions(this.assets, this.updates.emit)
    this.ofObjects.set(layer, versions)
    return versions
  }

  private sourceOfSubject(
    doc: MattedDocument,
    matteOfLayer: (layer: LiftedLayer) => MatteAsset | null,
  ): MatteSource | null {
    const base = doc.separation && this.assets.matte(doc.separation.matte)
    return base && { base, photo: this.photoOf(doc), edits: doc.mend, cuts: cutsOf(doc, this.assets, matteOfLayer) }
  }

  private sourceOfObject(doc: LiftedSource, layer: LiftedLayer): MatteSource | null {
    const base = foundMatteOf(doc, this.assets, layer)
    return base && { base, photo: this.photoOf(doc), edits: layer.mend, cuts: [] }
  }

  private photoOf({ photo }: LiftedSource) {
    return photo && this.assets.bitmap(photo.asset)
  }
}

/**
 * Order of the cuts. Moved objects are subtracted first, so that an unmoved object takes only the remaining coverage.
 */
const CUT_ORDER: readonly MatteCut['rest'][] = ['disjoint', 'without', 'beside']

/**
 * Returns the objects to remove from the subject's matte, because they are painted separately or not at all. Excludes
 * unmoved background objects (`isInPlace`) and objects that share no pixel with the subject. The order is fixed,
 * because objects may overlap and an undo appends a restored layer.
 */
function cutsOf(
  doc: MattedDocument,
  assets: AssetStore,
  matteOfLayer: (layer: LiftedLayer) => MatteAsset | null,
): MatteCut[] {
  const cuts = liftedLayers(doc).flatMap((layer) => {
    const rest = restOfSubject(doc, layer)
    const matte = rest && matteOfLayer(layer)
    const box = matte && matteBox(matte)
    if (!rest || !matte || !box || (rest === 'without' && isMended(doc, assets, layer))) return []
    return rest === 'disjoint' && !mayShare(doc, assets, matte) ? [] : [{ id: layer.id, matte, box, rest }]
  })
  return cuts
    .toSorted((a, b) => CUT_ORDER.indexOf(a.rest) - CUT_ORDER.indexOf(b.rest) || (a.id < b.id ? -1 : 1))
    .map(({ matte, box, rest }) => ({ matte, box, rest }))
}

/**
 * Returns true when an erased object was inside the subject, and the subject is filled at the object's original
 * position. The subject's matte then doesn't change there.
 */
function isMended(doc: MattedDocument, assets: AssetStore, layer: LiftedLayer): boolean {
  if (isUncovered(doc) || !layer.isHidden || !filledObjects(doc).includes(layer)) return false
  const subject = doc.separation && assets.matte(doc.separation.matte)
  const object = foundMatteOf(doc, assets, layer)
  return subject !== null && object !== null && isSurrounded(subject, object)
}

/** Returns true when an object's surroundings are mostly the subject. */
const isSurrounded = memoOnPair((subject: MatteAsset, object: MatteAsset) =>
  coversRim(subject, object, matteBox(object)),
)

/** Distance between an object and the compared surroundings, relative to the longer side of the photo. */
const RIM_SHARE = 0.006

/**
 * Returns true when `subject` covers more than half of the pixels at RIM_SHARE left, right, above and below the object.
 */
function coversRim(
  { coverage: around }: MatteAsset,
  { coverage, width, height }: MatteAsset,
  box: Rect | null,
): boolean {
  const reach = Math.max(2, Math.round(RIM_SHARE * Math.max(width, height)))
  let excess = 0
  const read = (x: number, y: number) => {
    const at = y * width + x
    if (x < 0 || y < 0 || x >= width || y >= height || (coverage[at] ?? 0) >= COVERED) return
    excess += (around[at] ?? 0) >= COVERED ? 1 : -1
  }
  const end = box && { x: box.x + box.width, y: box.y + box.height }
  for (let y = box?.y ?? 0; end && y < end.y; y++)
    for (let x = box.x; x < end.x; x++) {
      const at = y * width + x
      if ((coverage[at] ?? 0) < COVERED) continue
      if ((coverage[at - 1] ?? 0) < COVERED) read(x - reach, y)
      if ((coverage[at + 1] ?? 0) < COVERED) read(x + reach, y)
      if ((coverage[at - width] ?? 0) < COVERED) read(x, y - reach)
      if ((coverage[at + width] ?? 0) < COVERED) read(x, y + reach)
    }
  return excess > 0
}

/** Returns true when subject and object may cover the same pixel. Always returns true if the subject has mask edits. */
const mayShare = (doc: MattedDocument, assets: AssetStore, object: MatteAsset): boolean =>
  !hasNoMaskEdits(doc.mend) || doMattesOverlap(doc, assets, object)

/** Returns true when the unedited mattes of subject and object add up to more than full coverage at a pixel. */
function doMattesOverlap({ separation }: LiftedSource, assets: AssetStore, object: MatteAsset): boolean {
  const subject = separation && assets.matte(separation.matte)
  return subject !== null && subject.width === object.width && areOverlapping(subject, object)
}

const areOverlapping = memoOnPair((a: MatteAsset, b: MatteAsset) => {
  const { x, y, width, height } = matteBox(b) ?? EMPTY_RECT
  for (let row = y; row < y + height; row++)
    for (let at = row * a.width + x, end = at + width; at < end; at++)
      if ((a.coverage[at] ?? 0) + (b.coverage[at] ?? 0) > 255) return true
  return false
})
