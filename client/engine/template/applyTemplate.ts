/**
 * Applies a template to a photo. The template is built-in, the user's, or an open document. Layers keep their relative
 * position and, where possible, their relative size. A template with a layout also adapts to the colors of the photo,
 * the position of its subject, and the length of its text.
 */

import { middleOf, type Rect, type Size } from '#client/kit/geometry/geometry.ts'
import { clampField } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { PhotoColors } from '#client/layers/colors/photoColors.ts'
import { withoutPhotoFields } from '#client/layers/photoFields.ts'
import { kindOf, newLayer } from '#client/layers/registry.ts'
import { subjectBox } from '#client/layers/subjectBox.ts'
import { directionOf } from '#client/layers/text/paint/TextLayout.ts'
import { type TextLayer, withAutomaticColors } from '#client/layers/text/schema.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize, imageBackdropFields } from '#client/model/document/backdrop.ts'
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
  type Document,
  type DocumentSnapshot,
  emptyDocument,
  type LayerBase,
  layerOfKind,
  type Photo,
  type Separation,
} from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { mirroredLayout, placeInArea } from './placeLayer.ts'
import { cutsOf, type SubjectCuts, subjectPlace } from './placeSubject.ts'
import { refitLayer, rescaleLengths, surroundingsOf } from './refitLayer.ts'
import type { Area, LayerLayout, TemplateLayout } from './templateLayout.ts'
import { recolored } from './tones.ts'
import { textsByRole } from './withTexts.ts'

/** A document whose layers are applied to other photos. */
export interface Template {
  readonly document: DocumentSnapshot
  /** The layout. If absent, every layer keeps its relative position and size. */
  readonly layout?: TemplateLayout
}

/** The photo that gets the template. Only templates with a layout need the mattes and colors. */
export interface TemplatePhoto {
  photo: Immutable<Photo>
  separation: Immutable<Separation> | null
  /** The subject's matte as painted. If absent, layers don't avoid the subject. */
  matte?: MatteAsset | null
  /** Absent = the template keeps its colors. */
  colors?: PhotoColors | null
}

export interface AppliedTemplate {
  document: Document
  /** Ids of the layers that are left out, because they belong to the template's photo, such as drawings. */
  leftOut: LayerId[]
}

/**
 * Returns a document with the layers, background, enhancements and lens of a template on another photo. Leaves out mask
 * edits, fill strokes and drawings. All fonts must be loaded, because the size of a text layer depends on its font.
 */
export function applyTemplate(template: Template, on: TemplatePhoto, newId: () => LayerId): AppliedTemplate {
  const { separation, matte = null } = on
  const cuts = separation && matte ? cutsOf(separation.box, matte) : null
  const { layout, document: from } = adaptTemplate(template, on, cuts)
  const document: Document = {
    ...emptyDocument(),
    photo: mutableCopy(on.photo) as Photo,
    separation: mutableCopy(separation) as Separation | null,
  }
  if (separation || !layout?.subject) document.backdrop = mutableCopy(from.backdrop) as Document['backdrop']
  const sizes = [canvasSize(from), canvasSize(document)] as const
  const factor = Math.sqrt((sizes[1].width * sizes[1].height) / (sizes[0].width * sizes[0].height))
  rescalePhotoLengths(document, from, factor)
  if (from.lens) document.lens = { ...from.lens }
  if (from.motion) document.motion = { ...from.motion }
  const { kept, leftOut } = layersToApply(from, separation !== null)
  // The subject is placed first, because the image and the anchored layers depend on its position.
  const subject = kept.find(({ kind }) => kind === 'subject')
  if (subject) document.layers[subject.id] = mutableCopy(rescaleLengths(subject, factor)) as LayerBase
  document.crop = rescaledCrop(from, sizes, subjectBoxes(from, document, layout))
  if (subject && separation && layout?.subject) {
    const place = subjectPlace(layout.subject, separation.box, document, cuts)
    Object.assign(document.layers[subject.id] ?? {}, place)
    Object.assign(subject, place)
  }
  const [before, after] = [surroundingsOf(from), surroundingsOf({ ...document, layers: { ...document.layers } })]
  document.layers = {}
  const inFront: LayerId[] = []
  for (const layer of kept) {
    const own = layout?.layers[layer.id]
    const id = newId()
    const placed = own ? placeInArea(layer, own, after, matte, textAreas(from, layout, layer.id)) : null
    document.layers[id] = { ...automatic(placed ?? refitLayer(layer, before, after), layout, own), id }
    // a text layer that moves in front of the subject also moves in front of the template's shades
    if (placed && placed.placement !== layer.placement) inFront.push(id)
    else document.order.push(id)
  }
  document.order.push(...inFront)
  if (separation && !layerOfKind(document, 'subject')) newLayer(document, 'subject')
  return { document, leftOut }
}

/**
 * Returns the layer, whose colors may change with the photo if it is a text layer in a template whose colors do. The
 * user's templates and ornaments keep their colors.
 */
const automatic = (layer: LayerBase, layout: TemplateLayout | undefined, own: LayerLayout | undefined): LayerBase =>
  layout?.hue !== undefined && !own?.isOrnament && kindOf(layer.kind).isTextEditable
    ? withAutomaticColors(layer as TextLayer) // safe cast: only text layers are text-editable
    : layer

/** Returns the areas of all text layers of a layout except the layer `id`. */
const textAreas = ({ layers }: DocumentSnapshot, layout: TemplateLayout | undefined, id: LayerId): Area[] =>
  Object.entries(layout?.layers ?? {}).flatMap(([other, { area }]) => {
    const layer = layers[other as LayerId]
    return layer && layer.id !== id && kindOf(layer.kind).isTextEditable ? [area] : []
  })

/**
 * Returns the template in the photo's colors. The layout is mirrored if its title is written from right to left. If the
 * subject is next to the text and one side of the photo cuts it off, the cut alone decides.
 */
function adaptTemplate({ document, layout }: Template, { colors }: TemplatePhoto, cuts: SubjectCuts | null): Template {
  if (!layout) return { document }
  const isCutAside = layout.subject?.isAside && cuts && cuts.left !== cuts.right
  const isMirrored = isCutAside ? cuts.left : isRightToLeft(document)
  return {
    document: layout.hue === undefined || !colors ? document : recolored(document, layout.hue, colors),
    layout: isMirrored ? mirroredLayout(layout) : layout,
  }
}

/** Returns true if the title of a document is written from right to left. */
function isRightToLeft(document: DocumentSnapshot): boolean {
  const title = document.layers[textsByRole(document)[0]?.[0] ?? ('' as LayerId)]
  return title !== undefined && directionOf((title as TextLayer).text) === 'rtl' // safe cast: roles are text layers
}

/**
 * Returns copies of the layers that move to another photo, and the ids of the layers that belong to the template's
 * photo.
 */
function layersToApply(template: DocumentSnapshot, hasSubject: boolean) {
  const all = template.order.flatMap((id) => template.layers[id] ?? [])
  return {
    kept: all
      .filter(({ kind }) => !kindOf(kind).isBoundToPhoto && (kind !== 'subject' || hasSubject))
      .map((layer) => ({ ...withoutPhotoFields(layer) })),
    leftOut: all.filter(({ kind }) => kindOf(kind).isBoundToPhoto).map(({ id }) => id),
  }
}

/** Copies the template's enhancements. Rescales the background blur and the enhancements' blurs. */
function rescalePhotoLengths(document: Document, template: DocumentSnapshot, factor: number): void {
  const { backdrop } = document
  if (backdrop.type === 'image') backdrop.blur = clampField(imageBackdropFields.blur, backdrop.blur * factor)
  for (const set of ['image', 'foreground', 'background'] as const)
    document.tune[set] = {
      ...template.tune[set],
      blur: clampField(tuneFields.blur, template.tune[set].blur * factor),
    }
}

/**
 * Distance of the subject's top from the frame's upper edge that is kept free, as a fraction of the frame's height.
 * Less if the template's subject is nearer to the edge; none if the template's frame cuts off its subject at the top.
 */
const HEADROOM = 0.06

type Boxes = readonly [before: Immutable<Rect> | null, after: Immutable<Rect> | null]

/**
 * Returns the subject's boxes in both documents, as painted. If the layout places the subject later, returns the boxes
 * on the photos.
 */
const subjectBoxes = (from: DocumentSnapshot, to: DocumentSnapshot, layout: TemplateLayout | undefined): Boxes =>
  layout?.subject ? [from.separation?.box ?? null, to.separation?.box ?? null] : [subjectBox(from), subjectBox(to)]

/** Minimum number of units of an exact ratio along a side. With fewer units, a frame would lose more than 5 %. */
const LEAST_UNITS = 20

/**
 * Returns the largest sides up to `size` with exactly the ratio of the crop's file. Without such sides, returns `size`.
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
 * Returns the template's crop on another canvas: the same rotation and ratio, and the same fraction of the largest
 * possible frame. The subject keeps its relative position in the frame, as far as the canvas allows, but its top isn't
 * cut off. In a rotated composition, or without a subject, the frame keeps its relative center on the canvas.
 */
function rescaledCrop(template: DocumentSnapshot, [before, after]: readonly [Size, Size], boxes: Boxes): Crop | null {
  if (!template.crop) return null
  const crop = cropOf(template)
  const [from, to] = [turnedSize(crop, before), turnedSize(crop, after)]
  const middle = middleOf(crop)
  const center = { x: (middle.x / from.width) * to.width, y: (middle.y / from.height) * to.height }
  const largestBefore = largestFrame(crop.width / crop.height, crop.angle, from, center)
  const ratio = ratioOf(crop.format, to) ?? crop.width / crop.height
  const largest = largestFrame(ratio, crop.angle, to, center)
  const share = Math.min(1, crop.width / largestBefore.width)
  const { width, height } = exactSides({ width: largest.width * share, height: largest.height * share }, crop)
  const [was, is] = isUpright(crop) ? boxes : [null, null]
  const along = (at: 'x' | 'y', side: keyof Size, length: number) =>
    was && is
      ? is[at] + is[side] / 2 - ((was[at] + was[side] / 2 - crop[at]) / crop[side]) * length
      : center[at] - length / 2
  // a subject taller than the frame loses its feet instead of its head
  const headroom = was ? (was.y - crop.y) / crop.height : -1
  const lowest = is && headroom >= 0 ? is.y - Math.min(HEADROOM, headroom) * height : Number.POSITIVE_INFINITY
  const y = Math.min(along('y', 'height', height), lowest)
  const frame = { x: along('x', 'width', width), y, width, height }
  return { ...crop, ...wholeFrame(fittedFrame(frame, crop.angle, to), crop.angle, to) }
}
