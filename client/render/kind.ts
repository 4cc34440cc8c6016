/**
 * The contract of a layer kind. A kind is a plug-in: one folder, one line in registry.ts. `schema` is pure; `node` uses
 * Pixi and is loaded with the graphics; `tab` and `panel` use React and are loaded when the tab opens. `layers/nodes.ts`
 * and `layers/tabs.ts` find these files by name.
 */
import type { LucideIcon } from 'lucide-react'
import type { Container, WebGLRenderer } from 'pixi.js'
import type { ColorSpace } from '../kit/base/color-space/colorSpace.ts'
import type { Fields, Values } from '../kit/base/fields.ts'
import type { Point, Rect, Size } from '../kit/base/geometry.ts'
import type { Immutable } from '../kit/base/immutable.ts'
import { rotatedBounds } from '../kit/base/rect.ts'
import type { Fonts } from '../kit/fonts/fonts.ts'
import type { AssetStore } from '../model/assets/store.ts'
import type { Document, DocumentSnapshot, LayerBase } from '../model/document/document.ts'

/** Which region of the document to paint, and at what scale. Preview, strip and thumbnail differ only in this. */
export interface Frame {
  /** Document px. */
  region: Rect
  /** Output px per document px. */
  scale: number
  /** A gesture is running: a node may trade quality for speed until it ends. Never set by an export. */
  isDraft: boolean
  /** Painted for the screen: a node may show an intermediate result and be painted again with a better one. */
  isLive?: boolean
}

/** Services for nodes. */
export interface NodeContext {
  readonly renderer: WebGLRenderer
  readonly assets: AssetStore
  readonly fonts: Fonts
  /** Colour space in which the layer is painted, that of the photo; absent = sRGB. */
  readonly colorSpace?: ColorSpace
  /** Reports that a layer could not be painted as specified and used a fallback (spec §8). */
  report(error: 'layer-failed' | 'font-failed'): void
}

/** The box of a layer: `size` about `center` (document px), rotated clockwise by `rotation` degrees. */
export interface Placed {
  center: Point
  size: Size
  rotation: number
}

/** Paints one layer: a part of the display tree that follows its record. */
export interface LayerNode<D> {
  readonly view: Container
  /**
   * Bounds of everything that `view` paints, document px; null = nothing. Absent = unbounded. When a layer changes, only its
   * previous and present area are repainted.
   */
  readonly area?: Rect | null | undefined
  /** Bounds of what the last update changed, document px, if smaller than previous and present area. */
  readonly changed?: Rect | null
  /**
   * Updates `view`, whose unit is document px; the scene scales it to the frame. Called only when `data`, `frame` or one of
   * the kind's `inputs` has changed. If something must load, returns a promise; a newer update discards the older result.
   */
  update(data: D, frame: Frame, doc: DocumentSnapshot): void | Promise<void>
  destroy(): void
}

/** What a kind's `node.ts` exports under this name: it paints one layer. */
export type CreateNode<D = never> = (ctx: NodeContext) => LayerNode<D>

/** The record of a layer of kind `K` whose fields are `F`. */
export type LayerOf<K extends string, F extends Fields> = LayerBase & { kind: K } & Values<F>

/**
 * A slot: the position of all layers of a kind in the stack of layers. `placed`: behind or in front of the subject, as each
 * layer's placement says. Layers of the other slots always have the same position: `backdrop` is the lowest, `clones` are
 * directly behind the subject (decisions, "Stacking").
 */
export type Slot = 'backdrop' | 'placed' | 'clones' | 'subject'

/** What the guided tour says about a tab. */
export interface TourText {
  title: string
  text: string
  /** The id of the tab whose step this step follows; absent = the steps follow the order of the rail. */
  after?: string
}

/** A tab of the rail (the editor's column of tabs), without its icon and its panel. */
export interface TabRecord {
  id: string
  label: string
  /** The key that opens it, unique among all tabs. */
  shortcut: string
  /** `?mode=` that shows this tab alone (spec §2). */
  mode?: string
  /** While it is open, images that are dropped or pasted are added to it instead of replacing the photo. */
  takesImages?: true
  /** Its step of the guided tour, or the id of the tab that has one step together with it. */
  tour: TourText | { with: string }
}

/** How a layer is described in lists. */
export interface Description {
  name: string
  /** A second line: a font, a type, a size. */
  about?: string
}

/** The eraser's tip: a disc, document px. */
export interface Disc extends Point {
  radius: number
}

/** A type of layer: its fields, its interface and what it can do, without its painting. */
export interface LayerKind<K extends string = string, F extends Fields = Fields> {
  kind: K
  label: string
  /** The icon of the kind in the rail and in lists. */
  icon: LucideIcon
  /** The tab of its layers, whose panel is the default export of the folder's `tab.tsx`. Absent = it has none. */
  tab?: TabRecord
  /**
   * Describes a layer in lists: a text by its words, a shape by its type. `index`: how many layers of its kind were added
   * before. Absent = the kind's label.
   */
  describe?(layer: Immutable<LayerOf<K, F>>, index: number): Description
  /** Its layers are texts that can be edited inline on the canvas. */
  isTextEditable?: true
  /** The asset that the layer shows, without which it cannot be pasted or opened; null or absent = none. */
  assetOf?(layer: Immutable<LayerOf<K, F>>): string | null
  /** The fields of its style, which can be copied to other layers of the kind. Absent = none. */
  style?: readonly (keyof F & string)[]
  /** Groups of `style` that applying a style may switch on but never off. */
  styleOnlyEnables?: readonly (keyof F & string)[]
  slot: Slot
  fields: F
  /** The placement of a new layer. */
  placement: LayerBase['placement']
  /**
   * Paths of the fields that are lengths in document px, such as 'background.width'; they are rescaled when the layers
   * are used on a photo of another size. Absent = it has none.
   */
  lengths?: readonly string[]
  /**
   * Paths of the fields whose values are places on one photo, such as 'fill.strokes': a design leaves them out, and they get
   * their defaults. Absent = it has none.
   */
  photoFields?: readonly string[]
  /** A flip of the picture mirrors the place of its layers, but not what they show: words stay readable. */
  staysReadable?: true
  /** Its layers follow what one photo shows: a design leaves them out. */
  isBoundToPhoto?: true
  /** Maximum number of layers of this kind in a document; absent = unlimited. */
  limit?: number
  /** Parts of the document, besides the layer, that determine its pixels; for example `(doc) => [doc.photo, doc.tune]`. */
  inputs?(doc: DocumentSnapshot): readonly unknown[]
  /**
   * Returns true when removing the layer hides it instead, because the photo would show it again without the layer. A hidden
   * layer is removed. Absent = removing always removes.
   */
  isHiddenByRemoval?(layer: Immutable<LayerOf<K, F>>, doc: DocumentSnapshot): boolean
  /** Its layers are removed when the photo's own background comes back. */
  isRemovedWithBackdrop?: true
  /**
   * Erases a disc from a layer. Returns the fields of the layers that replace it (empty = nothing is left); null = the disc
   * does not touch it. Absent = layers of this kind cannot be erased.
   */
  erase?(layer: Immutable<LayerOf<K, F>>, disc: Disc, doc: DocumentSnapshot): Values<F>[] | null
  /**
   * Called after a layer was removed, within the same step, to change the rest of the document. Returns a message for the
   * user; null = nothing was changed.
   */
  afterRemoval?(doc: Document): string | null
  /** How the canvas handles act on a layer; absent = it cannot be selected on the canvas. */
  transform?: LayerTransform<LayerOf<K, F>>
}

/** Pure geometry between a layer's own fields and the selection frame. */
export interface LayerTransform<L> {
  placed(layer: Immutable<L>, doc: DocumentSnapshot): Placed
  /** Box of what is painted, such as the letters of a text; null = nothing is painted. Absent = the box of the handles. */
  visible?(layer: Immutable<L>, doc: DocumentSnapshot): Placed | null
  /** True while the layer cannot be moved: no frame and no handles. Absent = it always can. */
  isFixed?(layer: Immutable<L>, doc: DocumentSnapshot): boolean
  /**
   * Distance from a point to the layer's visible shape, document px; 0 on it. Absent = distance to the box, which is wrong
   * for lines, strokes and shapes with holes.
   */
  hit?(layer: Immutable<L>, at: Point, doc: DocumentSnapshot, assets: AssetStore): number
  /** Writes into the layer's proxy; `center` in document px. */
  moveTo(layer: L, center: Point, doc: DocumentSnapshot): void
  /** `factor` relative to `start`, the layer as it was when the gesture began. */
  scaleBy?(layer: L, factor: number, start: Immutable<L>): void
  /**
   * Gives the layer's box before rotation other sides, document px; an absent side stays. Absent = its proportions are
   * fixed.
   */
  stretchTo?(layer: L, size: Partial<Size>): void
  rotateTo?(layer: L, degrees: number): void
  /** Rotation of a 3D layer about the picture's x and y axes, degrees; null = the layer is flat. */
  orbitOf?(layer: Immutable<L>): Point | null
  orbitTo?(layer: L, degrees: Point): void
  /** The readout at the cursor while resizing, such as "412 px". */
  sizeText?(layer: Immutable<L>): string
}

/** Returns the kind unchanged; it only gives the kind's record its exact type. */
export const defineKind = <const K extends string, F extends Fields>(kind: LayerKind<K, F>): LayerKind<K, F> => kind

/** Returns the upright bounding box of a rotated box, document px. */
export function uprightBox({ center, size, rotation }: Placed): Rect {
  const box = rotatedBounds({ x: -size.width / 2, y: -size.height / 2, ...size }, rotation)
  return { ...box, x: center.x + box.x, y: center.y + box.y }
}
