/** How the canvas handles act on the subject and its clones: they turn and grow about the middle of the subject's box. */

import { applied, inverse, stretchOf } from '../../kit/base/affine.ts'
import { clamp, type GroupField, type NumberField } from '../../kit/base/fields.ts'
import type { Point } from '../../kit/base/geometry.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import type { AssetStore, MatteAsset } from '../../model/assets/store.ts'
import { canvasSize } from '../../model/document/backdrop.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import type { LayerTransform } from '../kind.ts'
import { matteOf } from '../matting/mask-edits/editedMattes.ts'
import { containedMap, pivotOf, type SubjectPlacement, subjectPlacementMap } from './subjectPlacement.ts'

interface TransformOptions<L> {
  fields: { position: GroupField<{ readonly x: NumberField; readonly y: NumberField }>; size: NumberField }
  placementOf(layer: Immutable<L>): SubjectPlacement
  /** The living record of the layer's position. */
  positionOf(layer: L): Point
  setSize(layer: L, size: number): void
}

export function placedSubjectTransform<L>(options: TransformOptions<L>): LayerTransform<L> {
  const { fields, placementOf, positionOf, setSize } = options
  const { x, y } = fields.position.fields
  return {
    placed(layer, doc) {
      const placement = placementOf(layer)
      const map = subjectPlacementMap(doc, placement)
      const { width, height } = doc.separation?.box ?? { width: 0, height: 0 }
      const stretch = stretchOf(map)
      return {
        center: applied(map, pivotOf(doc)),
        size: { width: width * stretch.x, height: height * stretch.y },
        rotation: placement.rotation ?? 0,
      }
    },
    hit: (layer, at, doc, assets) => hit(placementOf(layer), at, doc, assets),
    moveTo(layer, center, doc) {
      const canvas = canvasSize(doc)
      const natural = applied(containedMap(doc), pivotOf(doc))
      const position = positionOf(layer)
      position.x = clamp(x, roundPercent((100 * (center.x - natural.x)) / canvas.width))
      position.y = clamp(y, roundPercent((100 * (center.y - natural.y)) / canvas.height))
    },
    scaleBy: (layer, factor, start) =>
      setSize(layer, clamp(fields.size, Math.round(placementOf(start).size * factor * 10) / 10)),
    sizeText: (layer) => `${Math.round(placementOf(layer).size)} %`,
  }
}

/** A thousandth of a percent is 0.06 px of a 6000 px photo: drags stay exact and the record stays readable. */
const roundPercent = (percent: number) => Math.round(percent * 1000) / 1000

/** From the point to the subject's own pixels, document px: through the holes in it, what lies behind is grabbed. */
function hit(placement: SubjectPlacement, at: Point, doc: DocumentSnapshot, assets: AssetStore): number {
  const matte = matteOf(doc, assets)
  if (!matte) return Number.POSITIVE_INFINITY
  const map = subjectPlacementMap(doc, placement)
  return distanceToCoverage(matte, applied(inverse(map), at)) * stretchOf(map).x
}

/** Coverage that can be grabbed, of 255. */
const MIN_GRABBABLE = 64
const DIRECTIONS = Array.from({ length: 12 }, (_, i) => ({
  x: Math.cos((i * Math.PI) / 6),
  y: Math.sin((i * Math.PI) / 6),
}))
/** Photo px: the tolerances of every zoom and size lie between. */
const RING_RADII = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256]

/** Photo px to the nearest covered one, as far as rings around the place tell; infinite when none meets any. */
function distanceToCoverage({ width, height, coverage }: MatteAsset, at: Point): number {
  const isGrabbable = (x: number, y: number) =>
    x >= 0 &&
    y >= 0 &&
    x < width &&
    y < height &&
    (coverage[Math.floor(y) * width + Math.floor(x)] ?? 0) >= MIN_GRABBABLE
  const ring = RING_RADII.find((radius) =>
    DIRECTIONS.some(({ x, y }) => isGrabbable(at.x + radius * x, at.y + radius * y)),
  )
  return ring ?? Number.POSITIVE_INFINITY
}
