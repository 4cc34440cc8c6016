import { type Affine, axisScales, invert, transformPoint } from '#client/kit/geometry/affine.ts'
import { EMPTY_RECT, middleOf, type Point, type Rect } from '#client/kit/geometry/geometry.ts'
import { formatPercent } from '#client/kit/i18n/format.ts'
import type { Fields } from '#client/kit/values/fields.ts'
import { clampField, flag, type GroupField, group, type NumberField, number } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { AssetStore, MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { LayerTransform } from '#client/render/kind.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import type { SubjectPlacement } from '#client/render/objects/subjectFields.ts'
import { containedMap, positionAbout, subjectPlacementMap } from '#client/render/photo/subjectPlacement.ts'
import { normalizeDegrees, roundPercent } from './placed.ts'

interface PlaceFields {
  position: GroupField<{ readonly x: NumberField; readonly y: NumberField }>
  size: NumberField
}

export const turnFields = {
  rotation: number('Rotation', { default: 0, min: 0, max: 360, unit: 'degrees' }),
  flip: group('Flip', {
    horizontal: flag('Flip horizontally', false),
    vertical: flag('Flip vertically', false),
  }),
} as const satisfies Fields

/** The cutout that a layer shows. Its box is in photo px. */
interface CutOut<L> {
  boxOf(layer: Immutable<L>): Rect
  matteOf(layer: Immutable<L>, doc: DocumentSnapshot, assets: AssetStore): MatteAsset | null
}

interface TransformOptions<L> {
  fields: PlaceFields
  placementOf(layer: Immutable<L>): SubjectPlacement
  /** Returns the proxy of the layer's position. */
  positionOf(layer: L): Point
  setSize(layer: L, size: number): void
  /** The cutout. If absent, the layer shows the subject. */
  cutOut?: CutOut<L> | undefined
}

/** Returns the transform of a cutout that the user can rotate. If `cutOut` is absent, the layer shows the subject. */
export const rotatedCutoutTransform = <L extends SubjectPlacement>(
  fields: PlaceFields & { rotation: NumberField },
  cutOut?: CutOut<L>,
): LayerTransform<L> => ({
  ...cutoutTransform<L>({
    fields,
    placementOf: (layer) => layer as SubjectPlacement, // safe cast: the snapshot has the same fields
    positionOf: (layer) => layer.position,
    setSize: (layer, size) => {
      layer.size = size
    },
    cutOut,
  }),
  rotateTo(layer, degrees) {
    layer.rotation = clampField(fields.rotation, Math.round(normalizeDegrees(degrees, 0) * 10) / 10)
  },
})

/** Returns a transform that moves a cutout, scales it about the center of its box, and tests hits. */
export function cutoutTransform<L>(options: TransformOptions<L>): LayerTransform<L> {
  const { fields, placementOf, positionOf, setSize, cutOut } = options
  const boxOf = (layer: Immutable<L>, doc: DocumentSnapshot) =>
    cutOut?.boxOf(layer) ?? doc.separation?.box ?? EMPTY_RECT
  const mapOf = (layer: Immutable<L>, doc: DocumentSnapshot) =>
    subjectPlacementMap(doc, placementOf(layer), middleOf(boxOf(layer, doc)))
  const { x, y } = fields.position.fields
  return {
    placed(layer, doc) {
      const map = mapOf(layer, doc)
      const box = boxOf(layer, doc)
      const stretch = axisScales(map)
      return {
        center: transformPoint(map, middleOf(box)),
        size: { width: box.width * stretch.x, height: box.height * stretch.y },
        rotation: placementOf(layer).rotation ?? 0,
      }
    },
    hit: (layer, at, doc, assets) =>
      hit(mapOf(layer, doc), at, cutOut ? cutOut.matteOf(layer, doc, assets) : matteOf(doc, assets)),
    moveTo(layer, center, doc) {
      const canvas = canvasSize(doc)
      const natural = transformPoint(containedMap(doc), middleOf(boxOf(layer as Immutable<L>, doc)))
      const position = positionOf(layer)
      position.x = clampField(x, roundPercent((100 * (center.x - natural.x)) / canvas.width))
      position.y = clampField(y, roundPercent((100 * (center.y - natural.y)) / canvas.height))
    },
    ...(!cutOut && {
      adaptToBox(layer, box, doc) {
        const at = positionAbout(doc, placementOf(layer as Immutable<L>), middleOf(box))
        Object.assign(positionOf(layer), { x: clampField(x, at.x), y: clampField(y, at.y) })
      },
    }),
    scaleBy: (layer, factor, start) =>
      setSize(layer, clampField(fields.size, Math.round(placementOf(start).size * factor * 10) / 10)),
    sizeText: (layer) => formatPercent(placementOf(layer).size),
  }
}

/**
 * Returns the distance from a point to the nearest covered pixel, in document px. Holes in the matte aren't covered.
 * `map`: photo px → document px.
 */
function hit(map: Affine, at: Point, matte: MatteAsset | null): number {
  if (!matte) return Number.POSITIVE_INFINITY
  return distanceToCoverage(matte, transformPoint(invert(map), at)) * axisScales(map).x
}

/** a click selects the layer only where the coverage (0..255) is at least this value */
const MIN_GRABBABLE = 64
const DIRECTIONS = Array.from({ length: 12 }, (_, i) => ({
  x: Math.cos((i * Math.PI) / 6),
  y: Math.sin((i * Math.PI) / 6),
}))
/** Radii of the rings of sampled pixels in photo px. */
const RING_RADII = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256]

/**
 * Returns the approximate distance to the nearest covered pixel, in photo px. Only pixels on rings are sampled.
 * Infinity if none of them is covered.
 */
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
