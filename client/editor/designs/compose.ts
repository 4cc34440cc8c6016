/** Lays a design of ours out on a photo. */

import { tuneFields } from '#shaders/tune/enhancements.ts'
import { clamp, conform, defaults } from '../../kit/base/fields.ts'
import type { Rect, Size } from '../../kit/base/geometry.ts'
import type { LayerId } from '../../kit/base/ids.ts'
import { t } from '../../kit/i18n/translate.ts'
import { newLayer } from '../../layers/newLayer.ts'
import { shapeFields } from '../../layers/shape/schema.ts'
import { shapeTransform } from '../../layers/shape/transform.ts'
import { hiddenFraction } from '../../layers/shared/occlusion.ts'
import { stickerFields } from '../../layers/sticker/schema.ts'
import { type TextLayer, textFields } from '../../layers/text/schema.ts'
import { inkBox } from '../../layers/text/transform.ts'
import type { MatteAsset } from '../../model/assets/store.ts'
import { canvasSize, colorBackdrop } from '../../model/document/backdrop.ts'
import { centerOf, largestFrame, pictureRect, ratioOf, wholeFrame } from '../../model/document/crop.ts'
import { type Document, type DocumentSnapshot, emptyDocument, type LayerBase } from '../../model/document/document.ts'
import { mutableCopy } from '../../model/history/records.ts'
import type { Placed } from '../../render/kind.ts'
import {
  type Area,
  areaIn,
  type Design,
  type DesignColors,
  type DesignItem,
  type EmojiItem,
  mirrored,
  type ShapeItem,
  type TextItem,
} from './design.ts'
import { type Cuts, cutsOf, fitSubject } from './fitSubject.ts'

/** The photo under a design. Its mask edits stay. */
export interface DesignPhoto extends Pick<DocumentSnapshot, 'photo' | 'separation' | 'mend'> {
  /** The matte as it is painted; null before the separation. */
  matte: MatteAsset | null
}

/** Hidden fraction up to which a place of a layer behind the subject is good. */
const WELL_SEEN = 0.3

/** Hidden fraction from which a layer comes in front of the subject. */
const HARDLY_SEEN = 0.45

const NO_CUTS: Cuts = { left: false, top: false, right: false, bottom: false }

/** Returns the box of a text's letters, document px; null when it paints nothing. */
type Measure = (layer: TextLayer, canvas: Size) => Placed | null

/** On what a layer is placed. */
interface Canvas {
  doc: Document
  picture: Rect
  matte: MatteAsset | null
  measure: Measure
}

/** Returns the document of a design on a photo. All fonts must be loaded. @throws Error without a photo */
export function composeDesign(
  design: Design,
  { matte, ...source }: DesignPhoto,
  colors: DesignColors,
  measure: Measure = inkBox,
): Document {
  const { photo, separation, mend } = mutableCopy(source) as Pick<Document, 'photo' | 'separation' | 'mend'>
  if (!photo) throw new Error('a design needs a photo')
  const doc: Document = { ...emptyDocument(), photo, separation, mend }
  const canvas = canvasSize(doc)
  const ratio = ratioOf(design.format, canvas)
  if (design.format !== 'photo' && ratio) {
    const middle = separation ? centerOf(separation.box) : { x: canvas.width / 2, y: canvas.height / 2 }
    const frame = wholeFrame(largestFrame(ratio, 0, canvas, middle), 0, canvas)
    doc.crop = { format: design.format, ...frame, angle: 0, quarterTurns: 0, isMirrored: false }
  }
  const picture = pictureRect(doc)
  if (design.backdrop && separation) doc.backdrop = colorBackdrop(design.backdrop(colors))
  for (const set of ['image', 'foreground', 'background'] as const)
    doc.tune[set] = conform(tuneFields, { ...defaults(tuneFields), ...design.tune?.[set] })
  newLayer(doc, 'background')
  const cuts = separation && matte ? cutsOf(separation.box, matte) : NO_CUTS
  if (separation) newLayer(doc, 'subject', subjectValues(design, doc, picture, cuts, colors))
  const items = design.items(colors)
  const flips = doc.backdrop.type === 'color' && isMirrored(design.subject, cuts)
  for (const item of flips ? items.map(mirroredItem) : items) addItem({ doc, picture, matte, measure }, item)
  return doc
}

const OPPOSITE = { left: 'right', center: 'center', right: 'left' } as const

const mirroredItem = (item: DesignItem): DesignItem => ({
  ...item,
  area: mirrored(item.area),
  ...(item.elsewhere && { elsewhere: item.elsewhere.map(mirrored) }),
  align: OPPOSITE[item.align ?? 'center'],
})

/** Returns the subject's fields: its place on a coloured backdrop, and its outline. */
function subjectValues({ subject }: Design, doc: Document, picture: Rect, cuts: Cuts, colors: DesignColors) {
  const { photo, separation } = doc
  if (!photo || !separation || !subject || doc.backdrop.type !== 'color') return {}
  const area = isMirrored(subject, cuts) ? mirrored(subject.area) : subject.area
  const stage = areaIn([0, 0, 1, subject.floor ?? 1], picture)
  const outline = subject.outline?.(colors)
  const width = (outline?.width ?? 0) * Math.min(picture.width, picture.height)
  return {
    ...fitSubject(separation.box, photo, cuts, stage, areaIn(area, picture)),
    ...(outline && { cutout: { enabled: true, color: outline.color, width: Math.max(1, Math.round(width)) } }),
  }
}

/** Returns true when the subject stands beside the words, and the photo's left edge alone cuts it. */
const isMirrored = (subject: Design['subject'], { left, right }: Cuts): boolean =>
  subject?.isAside === true && left && !right

/** Adds a layer at the best of its places, behind the subject only where it can be seen there. */
function addItem(on: Canvas, item: DesignItem): void {
  const { doc, matte, measure } = on
  const places = [item.area, ...(item.elsewhere ?? [])].map((area) => {
    const layer = layerIn(on, item, area)
    const box = layer.kind === 'text' ? measure(layer as TextLayer, canvasSize(doc)) : null
    return { layer, hidden: box && matte ? hiddenFraction(layer, box, doc, matte) : 0 }
  })
  const best =
    places.find(({ hidden }) => hidden <= WELL_SEEN) ?? places.reduce((a, b) => (b.hidden < a.hidden ? b : a))
  const { layer } = best
  const isOrnament = item.kind === 'text' && item.isOrnament
  if (best.hidden > HARDLY_SEEN && !isOrnament) layer.placement = 'foreground'
  doc.layers[layer.id] = layer
  doc.order.push(layer.id)
}

function layerIn(on: Canvas, item: DesignItem, area: Area): LayerBase {
  const room = areaIn(area, on.picture)
  const holder: Pick<Document, 'layers' | 'order'> = { layers: {}, order: [] }
  const id = newLayer(holder, item.kind, { ...valuesOf(on, item, room), placement: item.placement })
  const layer = holder.layers[id] as LayerBase
  if (item.blendMode) layer.blendMode = item.blendMode
  if (item.anchor) layer.anchor = item.anchor
  if (item.isLocked) layer.isLocked = true
  return layer
}

function valuesOf({ doc, picture, measure }: Canvas, item: DesignItem, room: Rect): Readonly<Record<string, unknown>> {
  switch (item.kind) {
    case 'text':
      return textIn(item, doc, room, measure)
    case 'shape':
      return shapeIn(item, doc, room, picture)
    case 'sticker':
      return emojiIn(item, doc, room)
  }
}

/** Returns the position (percent of the canvas) of a layer whose visible box has this size and offset from its centre. */
function positionIn(
  item: DesignItem,
  room: Rect,
  width: number,
  height: number,
  doc: DocumentSnapshot,
  offset = { x: 0, y: 0 },
) {
  const free = { x: room.width - width, y: room.height - height }
  const x = room.x + width / 2 + free.x * { left: 0, center: 0.5, right: 1 }[item.align ?? 'center'] - offset.x
  const y = room.y + height / 2 + free.y * { top: 0, center: 0.5, bottom: 1 }[item.alignY ?? 'center'] - offset.y
  const canvas = canvasSize(doc)
  const percent = (at: number, of: number) => Math.min(100, Math.max(0, Math.round((100_000 * at) / of) / 1000))
  return { horizontal: percent(x, canvas.width), vertical: percent(y, canvas.height) }
}

/** Returns a text as large as fits into the room, with its box. */
function textIn(item: TextItem, doc: DocumentSnapshot, room: Rect, measure: Measure) {
  const words = t(item.words)
  const values = conform(textFields, { ...item.look, text: item.isUpperCase ? words.toLocaleUpperCase() : words })
  // Measured at 100 px about the origin.
  const layer = { ...values, id: '' as LayerId, kind: 'text', placement: item.placement, fontSize: 100 } as TextLayer
  layer.position = { horizontal: 0, vertical: 0 }
  layer.rotation = 0
  const ink = measure(layer, canvasSize(doc))
  if (!ink) return values
  const { box } = item
  const em = {
    width: ink.size.width / 100 + 2 * (box?.across ?? 0),
    height: ink.size.height / 100 + 2 * (box?.down ?? 0),
  }
  const { fields } = textFields.background
  const most = box
    ? { width: Math.min(room.width, fields.width.hardMax), height: Math.min(room.height, fields.height.hardMax) }
    : room
  const fontSize = clamp(textFields.fontSize, Math.floor(Math.min(most.width / em.width, most.height / em.height)))
  const [width, height] = [em.width * fontSize, em.height * fontSize]
  const offset = box ? { x: 0, y: 0 } : { x: (ink.center.x * fontSize) / 100, y: (ink.center.y * fontSize) / 100 }
  const background = box && {
    enabled: true,
    color: box.color,
    width: clamp(fields.width, Math.round(width)),
    height: clamp(fields.height, Math.round(height)),
    borderRadius: clamp(fields.borderRadius, Math.round((box.radius ?? 0) * height)),
  }
  return {
    ...values,
    fontSize,
    position: positionIn(item, room, width, height, doc, offset),
    ...(background && { background }),
  }
}

/** Returns a shape as large as fits into the room, or as covers it. */
function shapeIn({ look, stroke, fit, ...item }: ShapeItem, doc: DocumentSnapshot, room: Rect, picture: Rect) {
  const strokeWidth = clamp(shapeFields.strokeWidth, (stroke ?? 0) * Math.min(picture.width, picture.height))
  const values = conform(shapeFields, { ...look, ...(stroke && { strokeWidth }), scale: 100 })
  const layer = {
    ...values,
    id: '' as LayerId,
    kind: 'shape' as const,
    placement: item.placement,
    outline: { ...values.outline, enabled: false },
  }
  const line = look.isFilled === false ? strokeWidth : 0
  const { size } = shapeTransform.placed({ ...layer, isFilled: true }, doc)
  const unit = { width: Math.max(size.width, 1e-3), height: Math.max(size.height, 1e-3) }
  const ratios = [(room.width - line) / unit.width, (room.height - line) / unit.height] as const
  const scale = clamp(shapeFields.scale, 100 * (fit === 'cover' ? Math.max(...ratios) : Math.min(...ratios)))
  const [width, height] = [(unit.width * scale) / 100 + line, (unit.height * scale) / 100 + line]
  return { ...values, scale, position: positionIn(item as ShapeItem, room, width, height, doc) }
}

/** Returns an emoji as large as fits into the room. */
function emojiIn(item: EmojiItem, doc: DocumentSnapshot, room: Rect) {
  const side = Math.min(room.width, room.height)
  const scale = clamp(stickerFields.scale, side / 200)
  return {
    type: 'emoji',
    content: item.emoji,
    scale,
    rotation: item.rotation ?? 0,
    position: positionIn(item, room, side, side, doc),
  }
}
