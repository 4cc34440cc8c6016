/** Places a template's layer in an area of its layout. */
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { contains, expandRect, intersection } from '#client/kit/geometry/rect.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { hiddenPart } from '#client/layers/occlusion/occlusion.ts'
import { CLEAR, coveredHead, LEGIBLE } from '#client/layers/occlusion/readability.ts'
import { rescaleLengths, type Surroundings } from '#client/layers/placement/refitLayer.ts'
import { kindOf } from '#client/layers/registry.ts'
import { readablePlace } from '#client/layers/text/bestPlace.ts'
import { isTextReadable } from '#client/layers/text/hiddenText.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { fillingSize, fittedBackground, layoutOfLayer } from '#client/layers/text/textSize.ts'
import { setFrame } from '#client/layers/text/transform.ts'
import { wellWoven } from '#client/layers/text/weave.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import type { LayerTransform, Placed } from '#client/render/kind.ts'
import type { Area, LayerLayout, TemplateLayout } from './templateLayout.ts'

/** An ornament is placed in the first area where the subject hides at most this fraction of it. */
const WELL_SEEN = 0.3
/** If the hidden fractions of two areas differ by at most this value, the earlier area is used. */
const SIMILAR = 0.02

/** Because positions are rounded, letters may extend beyond their area by this distance, in document px. */
const ROUNDING = 1

/** Minimum font size of text that doesn't fill its area, as a multiple of its size in the first area. */
const LEAST_SHARE = 0.6

/** Converts an area to document px. `picture`: the visible part of the canvas in document px. */
export const areaIn = ([left, top, width, height]: Area, picture: Rect): Rect => ({
  x: picture.x + left * picture.width,
  y: picture.y + top * picture.height,
  width: width * picture.width,
  height: height * picture.height,
})

/** Returns the area mirrored horizontally. */
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
 * Returns the layer in its best area. This is the first area where the subject hides at most about one letter of each
 * word (`CLEAR`), or little of an ornament. If there is none, an ornament is placed in the area where the subject hides
 * the least. Text is placed at its best place behind the subject, within one of its areas but outside the areas of
 * other text (`taken`). If there is no such place, text is placed in the first area where it is `LEGIBLE`, or readable
 * with letters in front (`wellWoven`). Otherwise it is placed in front of the subject, in the area that covers the
 * least of the head. Text never leaves its areas, because it could overlap other text or a shade.
 */
export function placeInArea(
  layer: Immutable<LayerBase>,
  layout: LayerLayout,
  on: Surroundings,
  matte: MatteAsset | null,
  taken: readonly Area[],
): LayerBase {
  const { doc, picture } = on
  const areas = [layout.area, ...(layout.elsewhere ?? [])].map((area) => areaIn(area, picture))
  const places = areas.map((area) => fitInto(layer, layout, area, on))
  const [first = mutableCopy(layer) as LayerBase] = places
  if (!kindOf(layer.kind).isTextEditable || !matte) return first
  const hidden = (place: LayerBase) => hiddenPart(place, kindOf(place.kind), doc, matte)
  if (layout.isOrnament) return leastOf(places, hidden, WELL_SEEN)
  const [text, ...others] = places as TextLayer[] // safe cast: only text layers have editable text
  if (!text) return first
  const headCovered = (place: TextLayer) => {
    const box = visibleBox(place, on)
    return box ? coveredHead(box, doc, matte) : 0
  }
  if (layer.placement === 'foreground') return besideSubject(text, layout, on, matte, headCovered)
  const isInZone = (bounds: Rect) =>
    areas.some((area) => contains(expandRect(area, ROUNDING), bounds)) &&
    !taken.some((area) => intersection(bounds, areaIn(area, picture)))
  const readableWith = (limit = CLEAR) => [text, ...others].find((each) => isTextReadable(each, doc, matte, limit))
  const woven = () => [text, ...others].map((each) => wellWoven(each, doc, matte)).find(Boolean)
  return (
    readableWith() ??
    readablePlace(text, doc, matte, isInZone, LEAST_SHARE) ??
    readableWith(LEGIBLE) ??
    woven() ?? { ...leastOf([text, ...others], headCovered), placement: 'foreground' }
  )
}

/** Widths that are tried for text in front of the subject, as multiples of the area's width. */
const WIDTHS = [1, 0.92, 0.85, 0.77, 0.7]
/** Minimum font size in a narrower area, as a multiple of the size in the full area. */
const LEAST_SIZE = 0.69
/** Text is next to the subject if it covers the subject with at most this fraction of its letters. */
const TOUCHING = 0.01

/**
 * Returns a text layer in front of the subject. Narrows its area so that the text is next to the subject, unless the
 * text would become too small. If the text can't be next to the subject, returns the text that covers the least of the
 * head. The area of text with a background box isn't narrowed.
 */
function besideSubject(
  text: TextLayer,
  layout: LayerLayout,
  on: Surroundings,
  matte: MatteAsset,
  headCovered: (place: TextLayer) => number,
): LayerBase {
  if (text.background.enabled) return text
  const [left, top, width, height] = layout.area
  const side = { left: 0, center: 0.5, right: 1 }[text.alignment]
  const narrower = WIDTHS.map((share) => {
    const area: Area = [left + side * (1 - share) * width, top, share * width, height]
    return enclosed(text, layout, areaIn(area, on.picture), on)
  })
  const large = narrower.filter((each) => each.fontSize >= LEAST_SIZE * text.fontSize)
  const behind = (each: TextLayer) => ({ ...each, placement: 'background' as const })
  const isBeside = (each: TextLayer) => hiddenPart(behind(each), kindOf(each.kind), on.doc, matte) <= TOUCHING
  const isAlmostBeside = (each: TextLayer) => isTextReadable(behind(each), on.doc, matte)
  return large.find(isBeside) ?? large.find(isAlmostBeside) ?? leastOf(large, headCovered)
}

/**
 * Returns the first place with a fraction of at most `few`. If there is none, returns the place with the smallest
 * fraction.
 */
function leastOf<T>(places: readonly T[], fraction: (place: T) => number, few = 0): T {
  const measured = places.map((place) => ({ place, fraction: fraction(place) }))
  const least = measured.reduce((a, b) => (b.fraction < a.fraction - SIMILAR ? b : a))
  return (measured.find((each) => each.fraction <= few) ?? least).place
}

/** Returns the box of the layer's visible pixels, or null if it has none or its kind can't be transformed. */
function visibleBox(layer: Immutable<LayerBase>, { doc }: Surroundings): Placed | null {
  const { transform } = kindOf(layer.kind)
  return transform?.visible ? transform.visible(layer, doc) : (transform?.placed(layer, doc) ?? null)
}

/**
 * Returns the layer at the largest size that fits into `room` (document px). If the layout says that the layer covers
 * its area, at the smallest size that covers `room`.
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

/** Stretches a layer over the whole canvas, so that it still covers the image if the user widens the crop. */
function coverCanvas(layer: LayerBase, transform: LayerTransform<LayerBase>, doc: DocumentSnapshot): void {
  const { center, size } = transform.placed(layer, doc)
  const width = 2 * Math.max(center.x, canvasSize(doc).width - center.x)
  if (width > size.width) transform.stretchTo?.(layer, { width })
}

/**
 * Returns a copy of the text layer whose text box is `room` (document px), with the font size at which the text fills
 * the box. If no letters are painted, the font size doesn't change.
 */
function enclosed(layer: Immutable<TextLayer>, layout: LayerLayout, room: Rect, { doc }: Surroundings): TextLayer {
  const { align = layer.alignment, alignY = 'center', padding } = layout
  const text = mutableCopy(layer) as TextLayer
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

/**
 * Converts the layout's padding around the letters to the padding around the lines of text, in percent of the font
 * size.
 */
function paddingOf(text: TextLayer, [across, down]: NonNullable<LayerLayout['padding']>) {
  const { box, ink } = layoutOfLayer(text)
  return { paddingX: 100 * across, paddingY: 100 * down + 50 * ((ink?.height ?? box.height) - box.height) }
}
