/**
 * The interface of a layer kind, a plug-in with one folder and two lines in registry.ts. `schema` imports neither Pixi
 * nor React. `node` uses Pixi and is loaded with the renderer. `tab` and `panel` use React and are loaded when the tab
 * opens. `layers/nodes.ts` and `layers/tabs.ts` find these files by name.
 */
import type { LucideIcon } from 'lucide-react'
import type { Container, WebGLRenderer } from 'pixi.js'
import type { Fonts } from '#client/kit/fonts/fonts.ts'
import { rotatedBounds } from '#client/kit/geometry/affine.ts'
import type { Point, Rect, Size } from '#client/kit/geometry/geometry.ts'
import { coveringRect, intersection } from '#client/kit/geometry/rect.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { Fields, Values } from '#client/kit/values/fields.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { AssetStore, BitmapAsset } from '#client/model/assets/store.ts'
import type { Document, DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'

/** The region and scale to paint. A preview, an export strip and a thumbnail differ only in their frame. */
export interface Frame {
  /** The painted region in document px. */
  region: Rect
  /** Output px per document px. */
  scale: number
  /** True during a gesture. A node may then trade quality for speed. False in every export. */
  isDraft: boolean
  /** True when painted for the screen. A node may then show an intermediate result and later repaint the layer. */
  isLive?: boolean
}

/** Services for nodes. */
export interface NodeContext {
  readonly renderer: WebGLRenderer
  readonly assets: AssetStore
  readonly fonts: Fonts
  /** The photo's color space. Nodes paint in this space. Default: sRGB. */
  readonly colorSpace?: ColorSpace
  /**
   * Gain maps. If present, the photo's layers paint gains instead of colors, and all other layers erase the gains.
   * Transparent pixels have gain 0.
   */
  readonly gains?: GainMaps | undefined
  /** Reports that an error made a layer use a fallback. */
  report(error: 'layer-failed' | 'font-failed'): void
}

/** The gain maps of the photo and of a background image, by the ids of their bitmaps. */
export type GainMaps = ReadonlyMap<AssetId, BitmapAsset>

/** The part of an image that gain maps are painted for. */
export interface GainPart {
  maps: GainMaps
  /** The part's rectangle, output px of the whole image. */
  part: Rect
  /** Number of px that are spread evenly over the part. */
  size: Size
}

/** The box of a layer: `size` about `center` (document px), rotated clockwise by `rotation` degrees. */
export interface Placed {
  center: Point
  size: Size
  rotation: number
}

/** Paints one layer as a Pixi display tree. `update` adapts the tree to the layer's record. */
export interface LayerNode<D> {
  readonly view: Container
  /**
   * Bounds of all painted pixels in document px. Null if nothing is painted, absent if unbounded. When a layer changes,
   * its previous and its current area are repainted.
   */
  readonly area?: Rect | null | undefined
  /** Bounds of the last update's changes in document px. Set if they are smaller than the previous and current area. */
  readonly changed?: Rect | null
  /**
   * Updates `view` (in document px, scaled by the scene). Called only when `data`, `frame` or one of the kind's
   * `inputs` has changed. Returns a promise if assets must load. A newer update makes an older result obsolete.
   */
  update(data: D, frame: Frame, doc: DocumentSnapshot): void | Promise<void>
  destroy(): void
}

/** Type of the `createNode` export of a kind's `node.ts`. */
export type CreateNode<D = never> = (ctx: NodeContext) => LayerNode<D>

/** The record of a layer of kind `K` with the fields `F`. */
export type LayerOf<K extends string, F extends Fields> = LayerBase & { kind: K } & Values<F>

/**
 * Position of a kind's layers in the stack. `placed`: behind or in front of the subject, by each layer's
 * placement. The other slots are fixed: `backdrop` is lowest, `clones` are directly behind the subject.
 */
export type StackSlot = 'backdrop' | 'placed' | 'clones' | 'subject'

/** The text of a tab's step in the guided tour. */
export interface TourText {
  title: string
  text: string
  /** Id of the tab whose step comes before this step. Default: the order of the rail. */
  after?: string
}

/** A tab of the rail (the editor's column of tabs), without icon and panel. */
export interface TabRecord {
  id: string
  /** Position in the rail: lower places come first, and tabs without a place come last. */
  place?: number
  label: string
  /** The key that opens the tab. No other tab has this key. */
  shortcut: string
  /** The text that the tab shows before a photo is open. English, translated when shown. */
  prompt: string
  /** Search terms, separated by commas. English, translated when searched. */
  words?: string
  /** The value of `?mode=` that shows only this tab. */
  mode?: string
  /** This tab's step of the guided tour, or `with`: the id of the tab whose step this tab shares. */
  tour: TourText | { with: string }
}

/** The description of a layer in lists. */
export interface Description {
  name: string
  /** Second line of the description, such as a font, a type or a size. */
  about?: string
}

/** The eraser's disc. Center and radius are in document px. */
export interface Disc extends Point {
  radius: number
}

/** A kind of layer: fields, interface and abilities, without painting. */
export interface LayerKind<K extends string = string, F extends Fields = Fields> {
  kind: K
  label: string
  /** Icon in the rail and in lists. */
  icon: LucideIcon
  /** Tab of the kind's layers. Its panel is the default export of `tab.tsx`. Absent = none. */
  tab?: TabRecord
  /**
   * Describes a layer in lists, such as a text layer by its text. `index`: number of layers of its kind that were added
   * earlier. Absent = the name is the kind's label.
   */
  describe?(layer: Immutable<LayerOf<K, F>>, index: number): Description
  /** True for text layers, which can be edited on the canvas. */
  isTextEditable?: true
  /**
   * Returns boxes around the letters in reading order, in document px. A motion export uses the boxes to show the
   * letters one after another. Empty or absent = the letters cannot be shown separately.
   */
  letters?(layer: Immutable<LayerOf<K, F>>, doc: DocumentSnapshot): Placed[]
  /**
   * Returns a function that returns true for points (document px) where the layer is in front of the subject, although
   * the layer itself is behind it. Absent = the whole layer is on one side.
   */
  isInFront?(layer: Immutable<LayerOf<K, F>>, doc: DocumentSnapshot): (at: Point) => boolean
  /** Returns the asset that the layer needs when it is pasted or opened, or null. */
  assetOf?(layer: Immutable<LayerOf<K, F>>): string | null
  /** Style fields, which can be copied to other layers of the kind. Absent = no style. */
  style?: readonly (keyof F & string)[]
  /** Groups of `style` that applying a style may enable but never disable. */
  styleOnlyEnables?: readonly (keyof F & string)[]
  slot: StackSlot
  fields: F
  /** Placement of a new layer. */
  placement: LayerBase['placement']
  /** Paths of fields in document px, such as 'background.width', which are rescaled for a photo of a different size. */
  lengths?: readonly string[]
  /**
   * Paths of fields whose values belong to one photo, such as 'fill.strokes'. Templates omit these fields, which then
   * have their defaults.
   */
  photoFields?: readonly string[]
  /** If true, flipping the image mirrors the layers' positions but not their content, so text stays readable. */
  staysReadable?: true
  /** If true, the layers show the photo's pixels and have the photo's gain map. */
  showsPhoto?: true
  /** If true, the layers depend on one photo, so templates omit them. */
  isBoundToPhoto?: true
  /** Maximum number of layers of this kind in a document. Absent means unlimited. */
  limit?: number
  /**
   * Returns the parts of the document, besides the layer, that determine the layer's pixels, such as `[doc.photo,
   * doc.tune]`.
   */
  inputs?(doc: DocumentSnapshot): readonly unknown[]
  /**
   * Returns true when removing the layer only hides it, because the photo would otherwise show the object again.
   * Removing a hidden layer deletes the layer. Absent = every removal deletes the layer.
   */
  isHiddenByRemoval?(layer: Immutable<LayerOf<K, F>>, doc: DocumentSnapshot): boolean
  /** If true, layers of this kind show the subject. They can't be added to a photo without a subject. */
  needsSubject?: true
  /** If true, the layers are removed when the user restores the photo's own background. */
  isRemovedWithBackdrop?: true
  /**
   * Erases a disc from a layer. Returns the fields of the remaining layers, or null if the disc doesn't touch the
   * layer. Absent for kinds that can't be erased.
   */
  erase?(layer: Immutable<LayerOf<K, F>>, disc: Disc, doc: DocumentSnapshot): Values<F>[] | null
  /**
   * Called within the same undo step after a layer was removed, to change the rest of the document. Returns a message
   * for the user, or null if it changed nothing.
   */
  afterRemoval?(doc: Document): string | null
  /** Defines how canvas handles change a layer. Without it, the layer can't be selected on the canvas. */
  transform?: LayerTransform<LayerOf<K, F>>
}

/** Conversions between a layer's fields and the selection frame. */
export interface LayerTransform<L> {
  placed(layer: Immutable<L>, doc: DocumentSnapshot): Placed
  /** Returns the box of the painted pixels, such as a text layer's letters, or null if nothing is painted. */
  visible?(layer: Immutable<L>, doc: DocumentSnapshot): Placed | null
  /** Returns the box for frame, guides and alignment, or null if nothing is painted. Absent = the layer's box. */
  frame?(layer: Immutable<L>, doc: DocumentSnapshot): Placed | null
  /** Returns true while the layer cannot be moved and has no frame and handles. Absent = always movable. */
  isFixed?(layer: Immutable<L>, doc: DocumentSnapshot): boolean
  /**
   * Returns the distance from a point to the layer's visible shape, in document px. Returns 0 on the shape. Absent =
   * distance to the box, which is wrong for lines, strokes and shapes with holes.
   */
  hit?(layer: Immutable<L>, at: Point, doc: DocumentSnapshot, assets: AssetStore): number
  /** Moves the layer's center to `center` in document px. `layer` is a valtio proxy. */
  moveTo(layer: L, center: Point, doc: DocumentSnapshot): void
  /**
   * Changes the layer's position so that its pixels don't move when the subject's box becomes `box`, in photo px.
   * `layer` is writable. `doc`: the document with the old box. Absent = the position doesn't depend on the subject's
   * box.
   */
  adaptToBox?(layer: L, box: Rect, doc: DocumentSnapshot): void
  /** Scales the layer by `factor`. `start`: the layer at the start of the gesture, which `factor` is relative to. */
  scaleBy?(layer: L, factor: number, start: Immutable<L>): void
  /** Sets the given sides of the layer's box before rotation, in document px. Absent for fixed proportions. */
  stretchTo?(layer: L, size: Partial<Size>): void
  rotateTo?(layer: L, degrees: number): void
  /** Reads and writes a 3D layer's rotation about the x and y axes, in degrees. `of` returns null for a flat layer. */
  orbit?: { of(layer: Immutable<L>): Point | null; to(layer: L, degrees: Point): void }
  /**
   * Resizes the layer to the width of the visible image, and moves it into the image. `now` returns the document with
   * the changes so far. Absent = the kind has no Fit command.
   */
  fitInto?(layer: L, now: () => DocumentSnapshot): void
  /** Returns the text that is shown at the cursor while the user resizes the layer, such as "412 px". */
  sizeText?(layer: Immutable<L>): string
}

/** The fields of a layer kind that the scene uses. */
export type PaintedKind = Pick<LayerKind, 'kind' | 'slot' | 'inputs' | 'staysReadable' | 'showsPhoto'> & {
  createNode: CreateNode
  transform?: Pick<LayerTransform<never>, 'placed'>
}
/** Layer kinds by name, with their `createNode`. */
export type KindTable = Readonly<Record<string, PaintedKind>>

/** Returns the kind unchanged, with its exact type. */
export const defineKind = <const K extends string, F extends Fields>(kind: LayerKind<K, F>): LayerKind<K, F> => kind

/** Returns the axis-aligned bounding box of a rotated box, in document px. */
export function uprightBox({ center, size, rotation }: Placed): Rect {
  const box = rotatedBounds({ x: -size.width / 2, y: -size.height / 2, ...size }, rotation)
  return { ...box, x: center.x + box.x, y: center.y + box.y }
}

/** Returns the frame's region in whole output px. */
export function framePx({ region, scale }: Frame): Rect {
  const [x, y] = [Math.round(region.x * scale), Math.round(region.y * scale)]
  const width = Math.round((region.x + region.width) * scale) - x
  const height = Math.round((region.y + region.height) * scale) - y
  return { x, y, width, height }
}

/** Returns the whole output px of `area` (document px) that are in the frame, or null if none are. */
export const visiblePx = (area: Rect, frame: Frame): Rect | null =>
  intersection(coveringRect(area, frame.scale), framePx(frame))
