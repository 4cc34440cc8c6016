/**
 * Places a template's title on another photo by the rule that it follows on the template's photo: it has the same
 * fraction of the image's width, and can be read behind the subject (docs/decisions/0123).
 */
import { middleOf, type Rect } from '#client/kit/geometry/geometry.ts'
import { contains, expandRect, intersection, sharedArea, union } from '#client/kit/geometry/rect.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { hiddenFraction } from '#client/layers/occlusion/occlusion.ts'
import { rescaleLengths, type Surroundings } from '#client/layers/placement/refitLayer.ts'
import { kindOf } from '#client/layers/registry.ts'
import { heightLimit, placeWithMostLetters } from '#client/layers/text/bestPlace.ts'
import { isTextHidden } from '#client/layers/text/hiddenText.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { fontSizeOf } from '#client/layers/text/textSize.ts'
import { inkBox, textTransform, typedBox } from '#client/layers/text/transform.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument, turnOf } from '#client/model/document/crop.ts'
import { type Document, type DocumentSnapshot, type LayerBase, layerOfKind } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { type Placed, uprightBox } from '#client/render/kind.ts'

/** A title of at least this fraction of the image's width has the same fraction on the other photo. */
const WIDE = 0.5
/** Images whose aspect ratios differ by at most this factor have the same shape. */
const SAME_SHAPE = 1.01
/** Boxes of one photo's subject share at least this fraction of their common bounds. */
const SAME_BOX = 0.9
/** Fractions of a title's size change that are tried, because other layers may leave too little room. */
const CHANGES = [1, 0.8, 0.6, 0.4, 0.2]
/** Distance from the image's edges, as a fraction of its sides, unless the layer is nearer in the template. */
const MARGIN = 0.04
/** A layer over a larger fraction of the image is regarded as a background, which the title may cover. */
const LARGEST = 0.5
/** A layer that moves with the title may cover this fraction of the subject, or as much as before. */
const OVER_SUBJECT = 0.3

/** A template's layer, and the layer on the other photo. */
export type AppliedLayer = readonly [template: Immutable<LayerBase>, now: LayerBase]

/** A layer with its bounds in the template (`was`) and on the other photo (`box`), in document px. */
interface Bounded {
  layer: LayerBase
  was: Rect
  box: Rect
}

const bottom = ({ y, height }: Rect) => y + height

/**
 * Replaces the title of a document that a template was applied to, and moves the layers next to it. The title is the
 * text with the most ink, if it is behind the subject. If the image's aspect ratio differs from the template's, a wide
 * title gets its fraction of the width. If letters are lost behind the subject, the title moves to its best place.
 * Changes nothing if the title overlaps another layer in the template, is anchored, or if the composition is rotated.
 */
export function placeTitle(
  document: Document,
  applied: readonly AppliedLayer[],
  before: Surroundings,
  matte: MatteAsset,
): void {
  const { angle, quarterTurns } = turnOf(document)
  const pair = titleOf(applied, before.doc)
  if (!pair || angle !== 0 || quarterTurns !== 0 || isOwnPhoto(before.doc, document)) return
  if (layerOfKind(document, 'subject')?.isHidden) return
  const now = pair[1] as TextLayer // safe cast: `titleOf` returns a text layer
  const title = boundedBy(pair, before.doc, document, (text, doc) => typedBox(text as TextLayer, canvasSize(doc)))
  if (!title) return
  const others = applied.flatMap((each) => (each === pair ? [] : (boundedLayer(each, before, document) ?? [])))
  if (others.some(({ was }) => intersection(was, title.was))) return
  const stack = new Stack(title, others, before.picture, document, matte)
  const sized = withShareOfWidth(title, now, before.picture, document, stack) ?? now
  const placed = readableTitle(sized, document, matte, stack, sized !== now) ?? sized
  if (placed === now) return
  const bounds = lettersOf(placed, document)
  if (bounds) stack.follow(bounds)
  document.layers[now.id] = placed
}

/**
 * Returns the title at its best place, if letters are lost or a layer that moved with the resized title covers the
 * subject. Null if there is no better place, or if letters are woven, because they are chosen for each photo.
 */
function readableTitle(
  title: TextLayer,
  document: Document,
  matte: MatteAsset,
  stack: Stack,
  isResized: boolean,
): TextLayer | null {
  if (title.front !== '') return null
  const bounds = lettersOf(title, document)
  const isHidden = isTextHidden(title, document, matte)
  if (!isHidden && !(isResized && bounds && !stack.isFree(bounds))) return null
  const start = { ...title, fontSize: fontSizeOf(title) } // a text box may paint smaller letters than the stored size
  const place = (isAllowed: Stack['isFree']) => placeWithMostLetters(start, document, matte, isAllowed)
  return place(stack.isFree) ?? (isHidden ? place(stack.hasRoom) : null)
}

/** Returns the visible text layer with the most ink in the template, if it is behind the subject and not anchored. */
function titleOf(applied: readonly AppliedLayer[], template: DocumentSnapshot): AppliedLayer | null {
  const inks = applied.map(([layer]) => {
    if (!kindOf(layer.kind).isTextEditable || layer.isHidden) return 0
    const box = inkBox(layer as Immutable<TextLayer>, canvasSize(template)) // safe cast: only text layers are editable
    return box ? box.size.width * box.size.height : 0
  })
  const most = Math.max(...inks)
  const title = most > 0 ? applied[inks.indexOf(most)] : undefined
  return title?.[1].placement === 'background' && !title[1].anchor ? title : null
}

/**
 * Returns true if the template was made from this photo, where its author has seen the title. The subject's boxes may
 * differ a little, because one may be of the first matte and the other of the better matte.
 */
function isOwnPhoto(template: DocumentSnapshot, { photo, separation }: DocumentSnapshot): boolean {
  const [was, is] = [template.separation?.box, separation?.box]
  if (template.photo?.width !== photo?.width || template.photo?.height !== photo?.height) return false
  if (!was || !is) return was === is
  const { width, height } = union(was, is)
  return sharedArea(was, is) >= SAME_BOX * width * height
}

type BoxOf = (layer: Immutable<LayerBase>, doc: DocumentSnapshot) => Placed | null

function boundedBy([template, layer]: AppliedLayer, before: DocumentSnapshot, doc: Document, boxOf: BoxOf) {
  const [was, box] = [boxOf(template, before), boxOf(layer, doc)]
  return was && box ? { layer, was: uprightBox(was), box: uprightBox(box) } : null
}

/** Returns a visible layer with its bounds. Null for backgrounds and for the subject. */
function boundedLayer(applied: AppliedLayer, { doc, picture }: Surroundings, document: Document): Bounded | null {
  const { slot, transform } = kindOf(applied[1].kind)
  if (slot !== 'placed' || applied[1].isHidden || !transform) return null
  const bounded = boundedBy(applied, doc, document, transform.frame ?? transform.placed)
  return bounded && bounded.was.width * bounded.was.height <= LARGEST * picture.width * picture.height ? bounded : null
}

function lettersOf(text: TextLayer, doc: DocumentSnapshot): Rect | null {
  const box = typedBox(text, canvasSize(doc))
  return box && uprightBox(box)
}

/**
 * Returns the title in the fraction of the image's width that it has in the template, or nearest to it if other layers
 * leave too little room. Null if the title stays as it is.
 */
function withShareOfWidth(
  { was, box }: Bounded,
  now: TextLayer,
  before: Rect,
  document: Document,
  stack: Stack,
): TextLayer | null {
  const after = pictureInDocument(document)
  const shapes = [before.width / before.height, after.width / after.height]
  const share = was.width / before.width
  if (share < WIDE || Math.max(...shapes) <= SAME_SHAPE * Math.min(...shapes)) return null
  const by = Math.min((share * after.width) / box.width, heightLimit(now, document) / fontSizeOf(now))
  for (const part of CHANGES) {
    const text = mutableCopy(rescaleLengths(now, 1 + part * (by - 1))) as TextLayer
    const bounds = lettersOf(text, document)
    if (!bounds) return null
    const { x, y } = textTransform.placed(text, document).center
    textTransform.moveTo(text, { x, y: y + stack.shiftInside(bounds) }, document)
    if (stack.hasRoom(lettersOf(text, document) ?? bounds)) return text
  }
  return null
}

/** A title and the layers above and below it, which must not change their order. Layers next to it move with it. */
class Stack {
  private readonly title: Bounded
  private readonly followers: readonly Bounded[]
  private readonly obstacles: readonly Bounded[]
  private readonly before: Rect
  private readonly after: Rect
  private readonly document: Document
  private readonly matte: MatteAsset

  constructor(title: Bounded, others: readonly Bounded[], before: Rect, document: Document, matte: MatteAsset) {
    this.title = title
    this.followers = [...this.nextTo(others, true), ...this.nextTo(others, false)]
    this.obstacles = others.filter((other) => !this.followers.includes(other))
    this.before = before
    this.after = pictureInDocument(document)
    this.document = document
    this.matte = matte
  }

  /** Returns the layers on one side of the title whose distance from each other is at most the title's height. */
  private nextTo(others: readonly Bounded[], isBelow: boolean): Bounded[] {
    const { was } = this.title
    const gap = (other: Rect, from: Rect) => (isBelow ? other.y - bottom(from) : from.y - bottom(other))
    const onSide = others
      .filter((other) => gap(other.was, was) >= 0)
      .toSorted((a, b) => gap(a.was, was) - gap(b.was, was))
    let last = was
    const end = onSide.findIndex((other) => {
      const isFar = gap(other.was, last) > was.height || other.layer.anchor !== undefined
      if (gap(other.was, last) > 0) last = other.was
      return isFar
    })
    return end < 0 ? onSide : onSide.slice(0, end)
  }

  /** Returns the bounds of the followers if the title's letters have the bounds `to`, in the order of `followers`. */
  private followed(to: Rect): Rect[] {
    const { was: title, box: now } = this.title
    return this.followers.map(({ was, box }) => {
      const scale = box.height / was.height
      const x = box.x + middleOf(to).x - middleOf(now).x
      const y = was.y > title.y ? bottom(to) + scale * (was.y - bottom(title)) : to.y - scale * (title.y - was.y)
      return { ...box, x, y }
    })
  }

  /** Returns the part of the image that a layer with the bounds `was` in the template must not leave. */
  private roomFor({ x, y, width, height }: Rect): Rect {
    const { before, after } = this
    const left = Math.min(MARGIN, (x - before.x) / before.width)
    const right = Math.min(MARGIN, (before.x + before.width - x - width) / before.width)
    const top = Math.min(MARGIN, (y - before.y) / before.height)
    const end = Math.min(MARGIN, (bottom(before) - y - height) / before.height)
    return {
      x: after.x + left * after.width,
      y: after.y + top * after.height,
      width: (1 - left - right) * after.width,
      height: (1 - top - end) * after.height,
    }
  }

  /** Returns the vertical distance by which the title's letters at `to` must move, so that all layers are inside. */
  shiftInside(to: Rect): number {
    const all = [[this.roomFor(this.title.was), to] as const]
    for (const [i, place] of this.followed(to).entries())
      all.push([this.roomFor(this.followers[i]?.was ?? place), place] as const)
    const least = Math.max(...all.map(([room, { y }]) => room.y - y))
    const most = Math.min(...all.map(([room, place]) => bottom(room) - bottom(place)))
    return least > most ? (least + most) / 2 : clamp(0, least, most)
  }

  /** Returns true if all layers are inside the image and in their order if the title's letters have the bounds `to`. */
  readonly hasRoom = (to: Rect): boolean => {
    const places = this.followed(to)
    return (
      this.followers.every(({ was }, i) => contains(expandRect(this.roomFor(was), 1), places[i] ?? to)) &&
      this.obstacles.every((other) => this.isBeside(other, [to, ...places]))
    )
  }

  /** Returns true if, in addition, no follower covers much more of the subject than before. */
  readonly isFree = (to: Rect): boolean => {
    const places = this.followed(to)
    const isBesideSubject = ({ box }: Bounded, i: number) =>
      this.overSubject(places[i] ?? box) <= Math.max(OVER_SUBJECT, this.overSubject(box))
    return this.hasRoom(to) && this.followers.every(isBesideSubject)
  }

  /**
   * Returns true if a layer doesn't overlap any of `places` and is on the same side of the title, whose place is first.
   */
  private isBeside({ was, box }: Bounded, places: readonly Rect[]): boolean {
    const [{ was: title }, [to = box]] = [this.title, places]
    if (places.some((place) => intersection(place, box))) return false
    if (was.y >= bottom(title)) return box.y >= bottom(to)
    return bottom(was) > title.y || bottom(box) <= to.y
  }

  private readonly overSubject = (box: Rect): number =>
    hiddenFraction(
      { placement: 'background' },
      { center: middleOf(box), size: box, rotation: 0 },
      this.document,
      this.matte,
    )

  /** Moves the followers of a title whose letters have the bounds `to`. */
  follow(to: Rect): void {
    for (const [i, { x, y }] of this.followed(to).entries()) {
      const { layer, box } = this.followers[i] ?? this.title
      const { transform } = kindOf(layer.kind)
      const center = transform?.placed(layer, this.document).center
      if (center) transform?.moveTo(layer, { x: center.x + x - box.x, y: center.y + y - box.y }, this.document)
    }
  }
}
