/** Places a layer of a template in an area of its layout. */
import type { Rect } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { intersection } from '#client/kit/base/rect.ts'
import { kindOf } from '#client/layers/registry.ts'
import { hiddenFraction } from '#client/layers/shared/occlusion.ts'
import { atBestPlace, unreadableLetters } from '#client/layers/text/bestPlace.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { fillingSize, fittedBackground, layoutOfLayer, setFrame } from '#client/layers/text/transform.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { type LayerTransform, type Placed, uprightBox } from '#client/render/kind.ts'
import type { Area, LayerLayout, TemplateLayout } from '../storage/templateLayout.ts'
import { rescaleLengths, type Surroundings } from './refitLayer.ts'

/**
 * Maximum fraction of a layer that the subject may hide in an area. The first such area is used even if a later area is
 * better.
 */
const WELL_SEEN = 0.3
/** Maximum difference of hidden fractions at which the earlier of two areas is used. */
const SIMILAR = 0.02
/**
 * Hidden fraction, or fraction of unreadable letters, above which a text leaves its area or moves in front of the
 * subject. With a smaller fraction of letters, short titles would leave the large areas that a poster is designed for.
 */
const HARDLY_SEEN = 0.45

/** Converts an area to document px. `picture` is the visible part of the canvas, document px. */
export const areaIn = ([left, top, width, height]: Area, picture: Rect): Rect => ({
  x: picture.x + left * picture.width,
  y: picture.y + top * picture.height,
  width: width * picture.width,
  height: height * picture.height,
})

/** Returns the area mirrored to the other side of the image. */
const mirrored = ([left, top, width, height]: Area): Area => [1 - left - width, top, width, height]

const OPPOSITE = { left: 'right', center: 'center', right: 'left' } as const

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
 * Returns the layer in its best area. This is the first area in which the subject hides little of the layer. Without
 * such an area, it is the area in which the subject hides least. A text that would be hardly readable there moves to its
 * best place. If it is hardly readable there, too, or would cover another text's area (`taken`), it moves in front of the
 * subject. An ornament stays in its area.
 */
export function placeInArea(
  layer: Immutable<LayerBase>,
  layout: LayerLayout,
  on: Surroundings,
  matte: MatteAsset | null,
  taken: readonly Area[] = [],
): LayerBase {
  const { isTextEditable } = kindOf(layer.kind)
  const seenAs = (placed: LayerBase) => {
    const box = isTextEditable && matte ? visibleBox(placed, on) : null
    if (!box || !matte) return { placed, box, hidden: 0, isReadable: true }
    const hidden = hiddenFraction(placed, box, on.doc, matte)
    const lost = layout.isOrnament ? 0 : unreadableLetters(placed as TextLayer, on.doc, matte)
    return { placed, box, hidden, isReadable: Math.max(hidden, lost) <= HARDLY_SEEN }
  }
  const places = [layout.area, ...(layout.elsewhere ?? [])].map((area) =>
    seenAs(fitInto(layer, layout, areaIn(area, on.picture), on)),
  )
  const { placed, isReadable } =
    places.find((place) => place.hidden <= WELL_SEEN && place.isReadable) ??
    places.reduce((a, b) => (b.hidden < a.hidden - SIMILAR ? b : a))
  if (isReadable || layout.isOrnament || !matte) return placed
  const beside = seenAs(atBestPlace(placed as TextLayer, on.doc, matte))
  const covers = (area: Area) => beside.box && intersection(uprightBox(beside.box), areaIn(area, on.picture))
  return beside.isReadable && !taken.some(covers) ? beside.placed : { ...placed, placement: 'foreground' }
}

/** Returns the box of the layer's visible pixels; null when the layer paints nothing. */
function visibleBox(layer: Immutable<LayerBase>, { doc }: Surroundings): Placed | null {
  const { transform } = kindOf(layer.kind)
  return transform?.visible ? transform.visible(layer, doc) : (transform?.placed(layer, doc) ?? null)
}

/**
 * Returns the layer in the maximum size that fits into `room` (document px), or in the minimum size that covers `room`.
 */
function fitInto(layer: Immutable<LayerBase>, layout: LayerLayout, room: Rect, on: Surroundings): LayerBase {
  const { isTextEditable, transform } = kindOf(layer.kind)
  if (isTextEditable) return enclosed(layer as Immutable<TextLayer>, layout, room, on)
  const was = visibleBox(layer, on)
  if (!was || !transform) return mutableCopy(layer) as LayerBase
  const ratios = [room.width / Math.max(was.size.width, 1e-3), room.height / Math.max(was.size.height, 1e-3)]
  const factor = layout.covers ? Math.max(...ratios) : Math.min(...ratios)
  const scaled = mutableCopy(rescaleLengths(layer, factor)) as LayerBase
  const { center, size } = visibleBox(scaled, on) ?? was
  const place = transform.placed(scaled, on.doc).center
  const offset = { x: center.x - place.x, y: center.y - place.y }
  const free = { x: room.width - size.width, y: room.height - size.height }
  const target = {
    x: room.x + size.width / 2 + free.x * { left: 0, center: 0.5, right: 1 }[layout.align ?? 'center'] - offset.x,
    y: room.y + size.height / 2 + free.y * { top: 0, center: 0.5, bottom: 1 }[layout.alignY ?? 'center'] - offset.y,
  }
  transform.moveTo(scaled, target, on.doc)
  const { x, width } = on.picture
  const isAcross = layout.covers && room.x <= x && room.x + room.width >= x + width
  if (isAcross) coverCanvas(scaled, transform, on.doc)
  return scaled
}

/** Stretches a layer across the canvas, so that the layer also covers the image after a wider crop. */
function coverCanvas(layer: LayerBase, transform: LayerTransform<LayerBase>, doc: DocumentSnapshot): void {
  const { center, size } = transform.placed(layer, doc)
  const width = 2 * Math.max(center.x, canvasSize(doc).width - center.x)
  if (width > size.width) transform.stretchTo?.(layer, { width })
}

/** Returns the text in a text box that fills `room` (document px). A longer text gets a smaller font size. */
function enclosed(layer: Immutable<TextLayer>, layout: LayerLayout, room: Rect, { doc }: Surroundings): LayerBase {
  const { isUpperCase, align = layer.alignment, alignY = 'center', padding } = layout
  const text = mutableCopy(layer) as TextLayer
  if (isUpperCase) text.text = text.text.toLocaleUpperCase()
  text.alignment = align
  text.frame.vertical = alignY === 'center' ? 'middle' : alignY
  if (padding) Object.assign(text.background, { fitsText: true, ...paddingOf(text, padding) })
  setFrame(text, room, doc)
  const fitting = fillingSize(text)
  const scaled = Number.isFinite(fitting) ? rescaleLengths(text, fitting / layer.fontSize) : text
  setFrame(scaled, room, doc)
  if (padding) Object.assign(scaled.background, fittedBackground(scaled))
  return scaled
}

/** Converts a layout's padding around the letters to the padding around the text's lines, percent of the size. */
function paddingOf(text: TextLayer, [across, down]: NonNullable<LayerLayout['padding']>) {
  const { box, ink } = layoutOfLayer(text)
  return { paddingX: 100 * across, paddingY: 100 * down + 50 * ((ink?.height ?? box.height) - box.height) }
}
