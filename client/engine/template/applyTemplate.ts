/**
 * Applies a template to a photo. The template is a built-in template, a user's template or an open document. Layers
 * have the same relative position as in the template and, if possible, the same relative size. Without a layout, only
 * the title adapts (`placeTitle`). A template with a layout adapts to the photo's colors, the subject's position and
 * the length of the text.
 */

import { middleOf, type Rect, type Size } from '#client/kit/geometry/geometry.ts'
import { clampField, rescaleFields } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { PhotoColors } from '#client/layers/colors/photoColors.ts'
import { withoutPhotoFields } from '#client/layers/photoFields.ts'
import { refitLayer, rescaleLengths, surroundingsOf } from '#client/layers/placement/refitLayer.ts'
import { kindOf, newLayer } from '#client/layers/registry.ts'
import { headColumnsOf, subjectBox } from '#client/layers/subjectBox.ts'
import { AUTO } from '#client/layers/text/front.ts'
import { directionOf } from '#client/layers/text/paint/TextLayout.ts'
import { type TextLayer, withAutomaticColors } from '#client/layers/text/schema.ts'
import { wovenFront } from '#client/layers/text/weave.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { type Backdrop, canvasSize, imageBackdropFields } from '#client/model/document/backdrop.ts'
import {
  type Crop,
  cropOf,
  fittedFrame,
  isUpright,
  largestFrame,
  ratioOf,
  turnedSize,
  wholeFrame,
} from '#client/model/document/crop.ts'
import {
  createDocument,
  type Document,
  type DocumentSnapshot,
  type LayerBase,
  layerOfKind,
  type Photo,
  type Separation,
} from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { mirroredLayout, placeInArea } from './placeLayer.ts'
import { cutsOf, type SubjectCuts, subjectPlace } from './placeSubject.ts'
import { type AppliedLayer, placeTitle } from './placeTitle.ts'
import type { Area, LayerLayout, TemplateLayout } from './templateLayout.ts'
import { withPhotoHue } from './tones.ts'
import { hasLetters, textsByRole, textsOf } from './withTexts.ts'

/** A document whose layers can be applied to other photos. */
export interface Template {
  readonly document: DocumentSnapshot
  /**
   * The rules of adapting. If absent, every layer except the title (`placeTitle`) has the same relative position and
   * size as in the template.
   */
  readonly layout?: TemplateLayout
}

/** The photo that gets the template's layers. Only templates with a layout need colors. */
export interface TemplatePhoto {
  photo: Immutable<Photo>
  /** If null, the photo's own background remains, because any other backdrop would hide the whole photo. */
  separation: Immutable<Separation> | null
  /**
   * True if the subject is still being searched for. Without a subject, the template's backdrop is then applied, and the
   * letters in front of the subject don't change.
   */
  awaitsSubject?: true
  /** The subject's matte with the user's edits. If absent, layers don't avoid the subject. */
  matte?: MatteAsset | null
  /** The photo's frequent colors. If absent, the template's colors don't change. */
  colors?: PhotoColors | null
}

export interface AppliedTemplate {
  document: Document
  /** Ids of layers that were left out because they belong to the template's photo, such as drawings. */
  leftOut: LayerId[]
}

/**
 * Returns a document with the layers, background, crop and settings of a template, such as enhancements, applied to
 * another photo. Leaves out mask edits, fill strokes and drawings. All fonts must be loaded, because the size of a text
 * layer depends on its font.
 */
export function applyTemplate(template: Template, on: TemplatePhoto, newId: () => LayerId): AppliedTemplate {
  const { separation, matte = null } = on
  const cuts = separation && matte ? cutsOf(separation.box, matte) : null
  const { layout, document: from } = adaptTemplate(template, on, cuts)
  const photo = mutableCopy(on.photo) as Photo
  const backdrop: Backdrop =
    separation || on.awaitsSubject ? (mutableCopy(from.backdrop) as Backdrop) : { type: 'original' }
  if (backdrop.type === 'image' && photo.asset !== from.photo?.asset) delete backdrop.isExtended // not this photo
  const sizes = [canvasSize(from), canvasSize({ photo, backdrop })] as const
  const factor = Math.sqrt((sizes[1].width * sizes[1].height) / (sizes[0].width * sizes[0].height))
  if (backdrop.type === 'image') backdrop.blur = clampField(imageBackdropFields.blur, backdrop.blur * factor)
  const document = createDocument(
    { photo, separation: mutableCopy(separation) as Separation | null, backdrop, crop: null, layers: {}, order: [] },
    (part, { fields, photoLabel }) =>
      photoLabel || !from[part] ? undefined : rescaleFields(fields, from[part], factor),
  )
  const { kept, leftOut } = layersToApply(from, separation !== null)
  // The subject is placed first, because the image and anchored layers depend on its position.
  const subject = kept.find(({ kind }) => kind === 'subject')
  if (subject) document.layers[subject.id] = mutableCopy(rescaleLengths(subject, factor)) as LayerBase
  const head = matte && !layout?.subject ? headColumnsOf(document, matte) : null
  document.crop = rescaledCrop(from, sizes, subjectBoxes(from, document, layout), head)
  if (subject && separation && layout?.subject) {
    const place = subjectPlace(layout.subject, separation.box, document, cuts)
    Object.assign(document.layers[subject.id] ?? {}, place)
    Object.assign(subject, place)
  }
  const [before, after] = [surroundingsOf(from), surroundingsOf({ ...document, layers: { ...document.layers } })]
  document.layers = {}
  const inFront: LayerId[] = []
  const applied: AppliedLayer[] = []
  for (const layer of kept) {
    const own = layout?.layers[layer.id]
    const id = newId()
    const placed = own ? placeInArea(layer, own, after, matte, textAreas(from, layout, layer.id)) : null
    const fitted = { ...automatic(placed ?? refitLayer(layer, before, after), layout, own), id }
    document.layers[id] = fitted
    applied.push([layer, fitted])
    // a text layer that is moved in front of the subject must also be in front of the template's shades
    if (placed && placed.placement !== layer.placement) inFront.push(id)
    else document.order.push(id)
  }
  document.order.push(...inFront)
  if (separation && !layerOfKind(document, 'subject')) newLayer(document, 'subject')
  if (separation && matte && !layout) placeTitle(document, applied, before, matte)
  if (matte || !on.awaitsSubject) weaveAgain(document, template, matte)
  return { document, leftOut }
}

/**
 * Chooses again which letters are in front of the subject, so that text is readable on the document's photo. If this is
 * the template's own photo, only `front: 'auto'` is replaced.
 */
function weaveAgain(document: Document, template: Template, matte: MatteAsset | null): void {
  const isOwnPhoto = template.document.photo?.asset === document.photo?.asset
  for (const { id, front } of textsOf(document)) {
    if (front !== AUTO && (front === '' || isOwnPhoto)) continue
    const layer = document.layers[id] as TextLayer // safe cast: `textsOf` returns only text layers
    layer.front = matte ? wovenFront(layer, document, matte) : ''
  }
}

/**
 * Returns the layer. If it is a text layer in a template with automatic colors, marks its colors as automatic. The
 * colors of users' templates and of ornaments aren't automatic.
 */
const automatic = (layer: LayerBase, layout: TemplateLayout | undefined, own: LayerLayout | undefined): LayerBase =>
  layout?.hue !== undefined && !own?.isOrnament && kindOf(layer.kind).isTextEditable
    ? withAutomaticColors(layer as TextLayer) // safe cast: only text layers are text-editable
    : layer

/** Returns the areas of all text layers in a layout, except the layer `id`. */
const textAreas = ({ layers }: DocumentSnapshot, layout: TemplateLayout | undefined, id: LayerId): Area[] =>
  Object.entries(layout?.layers ?? {}).flatMap(([other, { area }]) => {
    const layer = layers[other as LayerId]
    return layer && layer.id !== id && kindOf(layer.kind).isTextEditable ? [area] : []
  })

/**
 * Returns the template in the photo's colors. Unless the layout is fixed, mirrors it if its text is written from right
 * to left. If the subject is next to the text and exactly one side of the photo cuts it off, that side decides instead.
 */
function adaptTemplate({ document, layout }: Template, { colors }: TemplatePhoto, cuts: SubjectCuts | null): Template {
  if (!layout) return { document }
  const isCutAside = layout.subject?.isAside && cuts && cuts.left !== cuts.right
  const isMirrored = isCutAside ? cuts.left : !layout.isFixed && isRightToLeft(document)
  return {
    document: layout.hue === undefined || !colors ? document : withPhotoHue(document, layout.hue, colors),
    layout: isMirrored ? mirroredLayout(layout) : layout,
  }
}

/**
 * Returns true if the document's title, or most of its text, is written from right to left. A Latin name as the title
 * of Arabic text doesn't change the direction.
 */
function isRightToLeft(document: DocumentSnapshot): boolean {
  // safe cast: `textsByRole` returns text layers
  const texts = textsByRole(document).flatMap(([id = '' as LayerId]) => document.layers[id] as TextLayer)
  const directions = texts.flatMap(({ text }) => (hasLetters(text) ? directionOf(text) : []))
  return directions[0] === 'rtl' || directions.filter((each) => each === 'rtl').length > directions.length / 2
}

/** Returns copies of the layers that are applied to the other photo, and the ids of the layers that are left out. */
function layersToApply(template: DocumentSnapshot, hasSubject: boolean) {
  const all = template.order.flatMap((id) => template.layers[id] ?? [])
  return {
    kept: all
      .filter(({ kind }) => !kindOf(kind).isBoundToPhoto && (kind !== 'subject' || hasSubject))
      .map((layer) => ({ ...withoutPhotoFields(layer) })),
    leftOut: all.filter(({ kind }) => kindOf(kind).isBoundToPhoto).map(({ id }) => id),
  }
}

/**
 * Space to leave between the subject's top and the frame's upper edge, as a fraction of the frame's height. Less if the
 * template's subject is nearer to the edge, and none if the template's frame cuts its subject off at the top.
 */
const HEADROOM = 0.06

type Boxes = readonly [before: Immutable<Rect> | null, after: Immutable<Rect> | null]

/**
 * Returns the boxes of the painted subject in both documents. If the layout will place the subject, returns the boxes
 * on the photos.
 */
const subjectBoxes = (from: DocumentSnapshot, to: DocumentSnapshot, layout: TemplateLayout | undefined): Boxes =>
  layout?.subject ? [from.separation?.box ?? null, to.separation?.box ?? null] : [subjectBox(from), subjectBox(to)]

/**
 * An exact aspect ratio is used only if a side has at least this number of units. With fewer units, the frame would
 * lose more than 5%.
 */
const LEAST_UNITS = 20

/**
 * Returns the largest size within `size` that has exactly the aspect ratio of the crop's file size. If there is none,
 * returns `size`.
 */
function exactSides(size: Size, { fileWidth, fileHeight }: Crop): Size {
  if (!fileWidth || !fileHeight) return size
  const divisor = greatestDivisor(fileWidth, fileHeight)
  const unit = { width: fileWidth / divisor, height: fileHeight / divisor }
  const count = Math.floor(Math.min(size.width / unit.width, size.height / unit.height) + 1e-6)
  return count < LEAST_UNITS ? size : { width: count * unit.width, height: count * unit.height }
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/**
 * Returns the template's crop for another canvas, with the same rotation, aspect ratio and fraction of the largest
 * possible frame. The subject has the same relative position in the frame, as far as the canvas allows. A subject that
 * the template's frame contains stays inside the frame, which becomes larger if necessary. If the subject doesn't fit
 * into the largest frame, its head stays inside. If the composition is rotated or there is no subject, the frame's
 * center has the same relative position on the canvas. `head`: columns of the subject that contain its head.
 */
function rescaledCrop(
  template: DocumentSnapshot,
  [before, after]: readonly [Size, Size],
  boxes: Boxes,
  head: Rect | null,
): Crop | null {
  if (!template.crop) return null
  const crop = cropOf(template)
  const [from, to] = [turnedSize(crop, before), turnedSize(crop, after)]
  const middle = middleOf(crop)
  const center = { x: (middle.x / from.width) * to.width, y: (middle.y / from.height) * to.height }
  const largestBefore = largestFrame(crop.width / crop.height, crop.angle, from, center)
  const ratio = ratioOf(crop.format, to) ?? crop.width / crop.height
  const largest = largestFrame(ratio, crop.angle, to, center)
  const [was, is] = isUpright(crop) ? boxes : [null, null]
  const contains = (at: 'x' | 'y', side: keyof Size) =>
    was !== null && was[at] >= crop[at] - 1 && was[at] + was[side] <= crop[at] + crop[side] + 1
  const [isWhole, isTall] = [contains('x', 'width'), contains('y', 'height')]
  const needed = is ? [isWhole ? is.width / largest.width : 0, isTall ? is.height / largest.height : 0] : []
  const share = Math.min(1, Math.max(crop.width / largestBefore.width, ...needed))
  const { width, height } = exactSides({ width: largest.width * share, height: largest.height * share }, crop)
  const along = (at: 'x' | 'y', side: keyof Size, length: number) =>
    was && is
      ? is[at] + is[side] / 2 - ((was[at] + was[side] / 2 - crop[at]) / crop[side]) * length
      : center[at] - length / 2
  const [left, top] = [along('x', 'width', width), along('y', 'height', height)]
  const beside = isWhole && is ? startAround(left, width, is.x, is.width) : left
  const above = isTall && is ? startAround(top, height, is.y, is.height) : top
  // if the subject is taller than the frame, the frame cuts off the feet and not the head
  const headroom = was ? (was.y - crop.y) / crop.height : -1
  const lowest = is && headroom >= 0 ? is.y - Math.min(HEADROOM, headroom) * height : Number.POSITIVE_INFINITY
  const x = head && is && is.width > width ? startAround(beside, width, head.x, head.width) : beside
  const frame = { x, y: Math.min(above, lowest), width, height }
  return { ...crop, ...wholeFrame(fittedFrame(frame, crop.angle, to), crop.angle, to) }
}

/**
 * Returns the start of a frame that is nearest to `start` and contains a part of the subject along one axis. If the part
 * is longer than the frame, the frame is within the part.
 */
function startAround(start: number, length: number, part: number, partLength: number): number {
  const ends = [part, part + partLength - length] as const
  return clamp(start, Math.min(...ends), Math.max(...ends))
}
