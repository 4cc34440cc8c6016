/** Fields and handles that all layers with a position on the canvas share. */
import type { Point, Size } from '#client/kit/geometry/geometry.ts'
import { clampField, color, flag, type GroupField, group, type NumberField, number } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import type { LayerTransform } from '#client/render/kind.ts'

/** Center of a layer in percent of the canvas. */
export const positionField = group('Position', {
  horizontal: number('Horizontal', { default: 50, min: 0, max: 100, unit: 'percent' }),
  vertical: number('Vertical', { default: 50, min: 0, max: 100, unit: 'percent' }),
})
/** degrees clockwise */
export const rotationField = number('Rotation', { default: 0, min: -180, max: 180, unit: 'degrees' })
export const opacityField = number('Opacity', { default: 100, min: 0, max: 100, isWhole: true, unit: 'percent' })
/** A glow around a layer. `intensity`: width in document px. */
export const glowField = group('Glow', {
  enabled: flag('Glow', false),
  color: color('Glow color', '#ffffff'),
  intensity: number('Glow intensity', { default: 20, min: 0, max: 50 }),
})

export interface PlacedLayer extends LayerBase {
  position: { horizontal: number; vertical: number }
  rotation: number
}

/** A kind's position and rotation fields. Their ranges limit the values. */
export interface PlacedFields {
  readonly position: GroupField<{ readonly horizontal: NumberField; readonly vertical: NumberField }>
  readonly rotation: NumberField
}

interface Options<L> extends Omit<LayerTransform<L>, 'placed' | 'moveTo' | 'rotateTo'> {
  fields: PlacedFields
  /** Returns the layer's size before rotation, in document px. */
  sizeOf(layer: Immutable<L>, doc: DocumentSnapshot): Size
}

/**
 * Returns a transform whose handles move and rotate the layer with the shared fields. The kind provides all other
 * methods.
 */
export function placedTransform<L extends PlacedLayer>({ fields, sizeOf, ...own }: Options<L>): LayerTransform<L> {
  return {
    placed: (layer, doc) => ({
      // safe cast: `centerOf` reads only fields that all placed layers share
      center: centerOf(layer as Immutable<PlacedLayer>, canvasSize(doc)),
      size: sizeOf(layer, doc),
      rotation: (layer as Immutable<PlacedLayer>).rotation,
    }),
    moveTo: (layer, center, doc) => setCenter(layer, center, canvasSize(doc), fields.position.fields),
    rotateTo(layer, degrees) {
      layer.rotation = clampField(fields.rotation, Math.round(normalizeDegrees(degrees, fields.rotation.min) * 10) / 10)
    },
    ...own,
  }
}

/** Returns the center of a layer with a position field, in document px. */
export const centerOf = ({ position }: Pick<Immutable<PlacedLayer>, 'position'>, canvas: Size): Point => ({
  x: (position.horizontal / 100) * canvas.width,
  y: (position.vertical / 100) * canvas.height,
})

/** Sets the center of a layer. `x`, `y`: document px. */
export function setCenter(
  { position }: PlacedLayer,
  { x, y }: Point,
  { width, height }: Size,
  { horizontal, vertical }: PlacedFields['position']['fields'],
): void {
  position.horizontal = clampField(horizontal, roundPercent((100 * x) / width))
  position.vertical = clampField(vertical, roundPercent((100 * y) / height))
}

/** Rounds to a thousandth of a percent, which is 0.06 px for a 6000 px photo. */
export const roundPercent = (percent: number) => Math.round(percent * 1000) / 1000

/** Normalizes an angle to the range from `from` to `from` + 360 degrees. `from` is -180 or 0. */
export const normalizeDegrees = (degrees: number, from = -180): number =>
  degrees - 360 * Math.round((degrees - from - 180) / 360)

/** Returns the canvas size. Apart from the layer's fields, only the canvas size changes the layer's pixels. */
export const placedInputs = (doc: DocumentSnapshot): readonly unknown[] => Object.values(canvasSize(doc))
