/**
 * A layer kind is a plug-in: one folder, one line in registry.ts.
 * `schema` is pure, `node` knows Pixi and is loaded with the graphics, `tab` and `panel` know React and are loaded when
 * the tab opens. `layers/nodes.ts` and `layers/tabs.ts` find those files by their names.
 */
import type { LucideIcon } from 'lucide-react'
import type { Container, WebGLRenderer } from 'pixi.js'
import type { Fields, Values } from '../kit/base/fields.ts'
import type { Point, Rect, Size } from '../kit/base/geometry.ts'
import type { Immutable } from '../kit/base/immutable.ts'
import type { Fonts } from '../kit/fonts/fonts.ts'
import type { AssetStore } from '../model/assets/store.ts'
import type { Document, DocumentSnapshot, LayerBase } from '../model/document/document.ts'

/** Which part of the document to draw and how finely. Preview, strip and thumbnail differ only in this. */
export interface Frame {
  /** Document px. */
  region: Rect
  /** Output px per document px. */
  scale: number
  /** A gesture is running: a node may trade quality for speed until it ends. Never set by an export. */
  isDraft: boolean
  /** For a screen, which shows what is there and is painted again when there is better. */
  isLive?: boolean
}

/** What a node may reach besides its own data. */
export interface NodeContext {
  readonly renderer: WebGLRenderer
  readonly assets: AssetStore
  readonly fonts: Fonts
  /** A layer could not be drawn as asked and fell back (spec §8). */
  report(error: 'layer-failed' | 'font-failed'): void
}

/** Where a layer stands: a box of `size` about `center`, turned by `rotation` degrees clockwise. Document px. */
export interface Placed {
  center: Point
  size: Size
  rotation: number
}

export interface LayerNode<D> {
  readonly view: Container
  /**
   * All that `view` paints at present lies within, document px; null = it paints nothing. Absent = it may be anywhere.
   * When a layer changes, only where it was and is gets painted again.
   */
  readonly area?: Rect | null
  /** What the last update has changed, if it is less than where the layer was and is; document px. */
  readonly changed?: Rect | null
  /**
   * Bring `view` in line. `view` lives in document px; the scene scales it to the frame.
   * Called only when `data`, `frame` or one of the kind's `inputs` changed.
   * Async work returns a promise and drops its result if a newer update has begun.
   */
  update(data: D, frame: Frame, doc: DocumentSnapshot): void | Promise<void>
  destroy(): void
}

/** What a kind's `node.ts` exports under this name: it paints one layer. */
export type CreateNode<D = never> = (ctx: NodeContext) => LayerNode<D>

export type LayerOf<K extends string, F extends Fields> = LayerBase & { kind: K } & Values<F>

/**
 * Where the layers of a kind stand in the stack. `placed` ones stand on the side of the subject that their placement
 * says; in the other slots the placement is the kind's own for good (decisions, "Stacking").
 */
export type Slot = 'backdrop' | 'placed' | 'clones' | 'subject'

/** What the guided tour says about a tab. */
export interface TourText {
  title: string
  text: string
  /** The id of the tab whose step this step follows; absent = the steps follow the order of the rail. */
  after?: string
}

/** A tab of the rail, without its icon and its panel. */
export interface TabRecord {
  id: string
  label: string
  /** The key that opens it; no other tab may have it. */
  shortcut: string
  /** `?mode=` that shows this tab alone (spec §2). */
  mode?: string
  /** While it is open, images that are dropped or pasted are added to it instead of replacing the photo. */
  takesImages?: true
  /** Its step of the guided tour, or the id of the tab that has one step together with it. */
  tour: TourText | { with: string }
}

/** How a layer is told from others of its kind. */
export interface Description {
  name: string
  /** A second line: a font, a type, a size. */
  about?: string
}

/** A disc that an eraser passes over; document px. */
export interface Disc extends Point {
  radius: number
}

export interface LayerKind<K extends string = string, F extends Fields = Fields> {
  kind: K
  label: string
  /** Stands for the kind in the rail and in lists of layers. */
  icon: LucideIcon
  /** The tab of its layers, whose panel is the default export of the folder's `tab.tsx`. Absent = it has none. */
  tab?: TabRecord
  /**
   * What a list says of a layer: of a text its words, of a shape its type. `index`: the layer's place among its kind, in
   * the document's order from 0; not given where layers of all kinds are listed. Absent = the kind's label.
   */
  describe?(layer: Immutable<LayerOf<K, F>>, index?: number): Description
  /** Its layers are texts, which can be typed on the canvas. */
  isTextEditable?: true
  /** The asset that the layer shows; without its pixels there is no layer. Absent = it shows none. */
  assetOf?(layer: Immutable<LayerOf<K, F>>): string | null
  /** The fields that make its look, which another layer of its kind may take over. Absent = none do. */
  style?: readonly (keyof F & string)[]
  /** Groups of the style that it may switch on, but never off: a style without the effect leaves the layer's as it is. */
  styleOnlyEnables?: readonly (keyof F & string)[]
  slot: Slot
  fields: F
  /** Where a new layer of this kind stands, relative to the subject. */
  placement: LayerBase['placement']
  /** At most this many in one document (background and subject: 1). */
  limit?: number
  /** Document parts besides the layer that it paints from, e.g. background: `(doc) => [doc.photo, doc.tune]`. */
  inputs?(doc: DocumentSnapshot): readonly unknown[]
  /** Its layers are removed when the photo's own background comes back. */
  isRemovedWithBackdrop?: true
  /**
   * What the eraser leaves of a layer: the fields of the layers that take its place, in order; an empty list = nothing
   * is left. Null = the disc does not touch it. Absent = layers of this kind cannot be erased.
   */
  erase?(layer: Immutable<LayerOf<K, F>>, disc: Disc, doc: DocumentSnapshot): Values<F>[] | null
  /**
   * What else the removal of such a layer does to the document, within the same step; the layer is gone already. The
   * answer is what the user is told of it, null = nothing was done.
   */
  afterRemoval?(doc: Document): string | null
  /** How the canvas handles act on a layer; absent = it cannot be selected on the canvas. */
  transform?: LayerTransform<LayerOf<K, F>>
}

/** Pure geometry between a layer's own fields and the selection frame. */
export interface LayerTransform<L> {
  placed(layer: Immutable<L>, doc: DocumentSnapshot): Placed
  /** It stays where it is for now: no frame, no handles, no grabbing. Absent = it never is. */
  isFixed?(layer: Immutable<L>, doc: DocumentSnapshot): boolean
  /**
   * How far the point lies from what can be grabbed, document px; 0 on it. Absent = the distance to the box, which is
   * wrong for lines, strokes and what has holes.
   */
  hit?(layer: Immutable<L>, at: Point, doc: DocumentSnapshot, assets: AssetStore): number
  /** Write into the living layer; `center` in document px. */
  moveTo(layer: L, center: Point, doc: DocumentSnapshot): void
  /** `factor` relative to `start`, the layer as it was when the gesture began. */
  scaleBy?(layer: L, factor: number, start: Immutable<L>): void
  rotateTo?(layer: L, degrees: number): void
  /** How a layer in space is turned about the axes that lie in the picture, degrees; null = it is flat. */
  orbitOf?(layer: Immutable<L>): Point | null
  orbitTo?(layer: L, degrees: Point): void
  /** What the readout at the cursor says while resizing, e.g. "412 px". */
  sizeText?(layer: Immutable<L>): string
}

export const defineKind = <const K extends string, F extends Fields>(kind: LayerKind<K, F>): LayerKind<K, F> => kind
