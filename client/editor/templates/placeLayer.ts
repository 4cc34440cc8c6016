/** Places a layer of a template in the area that its layout names. */
import { clamp, type GroupField, type NumberField } from '#client/kit/base/fields.ts'
import type { Rect } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { kindOf } from '#client/layers/registry.ts'
import { hiddenFraction } from '#client/layers/shared/occlusion.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import type { Placed } from '#client/render/kind.ts'
import type { Area, LayerLayout, TemplateLayout } from '../storage/templateLayout.ts'
import { rescaleLengths, type Surroundings } from './refitLayer.ts'

/** Maximum hidden fraction of a layer behind the subject at which an area is accepted at once. */
const WELL_SEEN = 0.3
/** Difference of hidden fractions up to which the earlier of two areas is used. */
const SIMILAR = 0.02
/** Minimum hidden fraction at which a layer moves in front of the subject. */
const HARDLY_SEEN = 0.45

/** A text with a background box. */
type BoxedText = LayerBase & {
  fontSize: number
  background: { enabled: boolean; width: number; height: number; borderRadius: number }
}

/** Converts an area to document px. `picture` is the visible part of the canvas, document px. */
export const areaIn = ([left, top, width, height]: Area, picture: Rect): Rect => ({
  x: picture.x + left * picture.width,
  y: picture.y + top * picture.height,
  width: width * picture.width,
  height: height * picture.height,
})

/** Returns the area on the other side of the image. */
const mirrored = ([left, top, width, height]: Area): Area => [1 - left - width, top, width, height]

const OPPOSITE = { left: 'right', center: 'center', right: 'left' } as const

/** Returns the layout mirrored left to right. */
export function mirroredLayout({ subject, layers, ...rest }: TemplateLayout): TemplateLayout {
  const entries = Object.entries(layers).map(([id, layer]) => [
    id,
    {
      ...layer,
      area: mirrored(layer.area),
      ...(layer.elsewhere && { elsewhere: layer.elsewhere.map(mirrored) }),
      align: OPPOSITE[layer.align ?? 'center'],
    },
  ])
  return {
    ...rest,
    ...(subject && { subject: { ...subject, area: mirrored(subject.area) } }),
    layers: Object.fromEntries(entries),
  }
}

/**
 * Returns the layer in the best of its areas: the first area in which the subject hides little of it, otherwise the
 * area in which the subject hides least. A text that is hardly visible behind the subject moves in front of it.
 */
export function placeInArea(
  layer: Immutable<LayerBase>,
  layout: LayerLayout,
  on: Surroundings,
  matte: MatteAsset | null,
): LayerBase {
  const { isTextEditable } = kindOf(layer.kind)
  const places = [layout.area, ...(layout.elsewhere ?? [])].map((area) => {
    const placed = fitInto(layer, layout, areaIn(area, on.picture), on)
    const box = isTextEditable && matte ? visibleBox(placed, on) : null
    return { placed, hidden: box && matte ? hiddenFraction(placed, box, on.doc, matte) : 0 }
  })
  const { placed, hidden } =
    places.find((place) => place.hidden <= WELL_SEEN) ??
    places.reduce((a, b) => (b.hidden < a.hidden - SIMILAR ? b : a))
  return hidden > HARDLY_SEEN && !layout.isOrnament ? { ...placed, placement: 'foreground' } : placed
}

/** Returns the box of the layer's visible pixels; null when it paints nothing. */
function visibleBox(layer: Immutable<LayerBase>, { doc }: Surroundings): Placed | null {
  const { transform } = kindOf(layer.kind)
  return transform?.visible ? transform.visible(layer, doc) : (transform?.placed(layer, doc) ?? null)
}

/**
 * Returns the layer in the maximum size that fits into the room (document px), or in the minimum size that covers it.
 */
function fitInto(layer: Immutable<LayerBase>, layout: LayerLayout, room: Rect, on: Surroundings): LayerBase {
  const { transform } = kindOf(layer.kind)
  const cased =
    layout.isUpperCase && 'text' in layer ? { ...layer, text: String(layer.text).toLocaleUpperCase() } : layer
  const was = visibleBox(cased, on)
  if (!was || !transform) return mutableCopy(cased) as LayerBase
  const { padding } = layout
  const pad = padding && 'fontSize' in cased ? padding.map((em) => 2 * em * Number(cased.fontSize)) : [0, 0]
  const [across = 0, down = 0] = pad
  const [width, height] = [was.size.width + across, was.size.height + down]
  const most = padding ? boxLimits(cased, room) : room
  const ratios = [most.width / Math.max(width, 1e-3), most.height / Math.max(height, 1e-3)]
  const factor = layout.covers ? Math.max(...ratios) : Math.min(...ratios)
  const scaled = mutableCopy(rescaleLengths(cased, factor)) as LayerBase
  const is = visibleBox(scaled, on)
  if (!is) return scaled
  const grown = is.size.width / was.size.width
  const size = { width: is.size.width + across * grown, height: is.size.height + down * grown }
  if (padding) fitBox(scaled as BoxedText, layer as BoxedText, size)
  const place = transform.placed(scaled, on.doc).center
  // A background box is centred on the position of the text. Its letters may be off centre.
  const offset = padding ? { x: 0, y: 0 } : { x: is.center.x - place.x, y: is.center.y - place.y }
  const free = { x: room.width - size.width, y: room.height - size.height }
  const center = {
    x: room.x + size.width / 2 + free.x * { left: 0, center: 0.5, right: 1 }[layout.align ?? 'center'] - offset.x,
    y: room.y + size.height / 2 + free.y * { top: 0, center: 0.5, bottom: 1 }[layout.alignY ?? 'center'] - offset.y,
  }
  transform.moveTo(scaled, center, on.doc)
  return scaled
}

type BoxFields = GroupField<Readonly<Record<'width' | 'height' | 'borderRadius', NumberField>>>

const boxFields = ({ kind }: Immutable<LayerBase>) => (kindOf(kind).fields.background as BoxFields).fields

/** Returns the largest background box that a text may have in the room. */
function boxLimits(layer: Immutable<LayerBase>, room: Rect) {
  const { width, height } = boxFields(layer)
  return { width: Math.min(room.width, width.hardMax), height: Math.min(room.height, height.hardMax) }
}

/** Sets the size of a text's background box. The corners stay as round as in the template. */
function fitBox(text: BoxedText, { background: was }: BoxedText, size: { width: number; height: number }): void {
  const fields = boxFields(text)
  text.background.width = clamp(fields.width, Math.round(size.width))
  text.background.height = clamp(fields.height, Math.round(size.height))
  text.background.borderRadius = clamp(fields.borderRadius, Math.round((was.borderRadius / was.height) * size.height))
}
