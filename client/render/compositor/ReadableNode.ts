/**
 * A node for a layer that must stay readable in a mirrored composition. The crop mirrors the whole layer, and this node
 * mirrors the layer's content back.
 */
import { Container } from 'pixi.js'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import type { Frame, LayerNode, LayerTransform, NodeContext, PaintedKind } from '../kind.ts'

const mirrored = (rect: Rect, sum: number): Rect => ({ ...rect, x: sum - rect.x - rect.width })

class ReadableNode<D> implements LayerNode<D> {
  readonly view = new Container()
  private readonly node: LayerNode<D>
  private readonly centerX: (data: D, doc: DocumentSnapshot) => number
  /** The mirroring maps x to `sum` − x, in document px. Null if the composition isn't mirrored. */
  private sum: number | null = null
  /** The last mirrored frame, reused because nodes compare frames by identity. */
  private known: { frame: Frame; sum: number; mirrored: Frame } | null = null

  /** `centerX` returns the layer's center in document px. */
  constructor(node: LayerNode<D>, centerX: (data: D, doc: DocumentSnapshot) => number) {
    this.node = node
    this.centerX = centerX
    this.view.addChild(node.view)
  }

  get area() {
    return this.seen(this.node.area)
  }

  get changed(): Rect | null {
    return this.seen(this.node.changed) ?? null
  }

  update(data: D, frame: Frame, doc: DocumentSnapshot): void | Promise<void> {
    const isMirrored = doc.crop?.isMirrored === true
    // Rounds the mirror axis to the edge or center of an output px, so that texels and output px still coincide.
    this.sum = isMirrored ? Math.round(2 * this.centerX(data, doc) * frame.scale) / frame.scale : null
    this.view.scale.x = isMirrored ? -1 : 1
    this.view.position.x = this.sum ?? 0
    return this.node.update(data, this.sum === null ? frame : this.frameFor(frame, this.sum), doc)
  }

  destroy(): void {
    this.node.destroy()
    this.view.destroy()
  }

  private seen<R extends Rect | null | undefined>(rect: R): R | Rect {
    return rect && this.sum !== null ? mirrored(rect, this.sum) : rect
  }

  private frameFor(frame: Frame, sum: number): Frame {
    if (this.known?.frame === frame && this.known.sum === sum) return this.known.mirrored
    const next = { ...frame, region: mirrored(frame.region, sum) }
    this.known = { frame, sum, mirrored: next }
    return next
  }
}

/** Creates a node of a kind: a `ReadableNode` if the kind `staysReadable` and its layers have a transform. */
export function readableNodeOf(
  { createNode, staysReadable, transform }: PaintedKind,
  ctx: NodeContext,
): LayerNode<Immutable<LayerBase>> {
  const node = createNode(ctx) as LayerNode<Immutable<LayerBase>>
  if (!staysReadable || !transform) return node
  // safe cast: the transform belongs to the layer's kind
  const { placed } = transform as LayerTransform<Immutable<LayerBase>>
  return new ReadableNode(node, (layer, doc) => placed(layer, doc).center.x)
}
