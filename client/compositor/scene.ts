/**
 * Scene: turns a document snapshot into a Pixi tree, touching only what changed.
 * The same class serves the preview and every export strip; it knows neither watermark nor handles.
 */
import { Container } from 'pixi.js'
import type { LayerId } from '../base/ids.ts'
import type { DocumentSnapshot, Immutable, LayerBase } from '../document/document.ts'
import type { Frame, LayerKind, LayerNode, NodeContext } from '../layers/kind.ts'
import { paintOrder } from '../layers/order.ts'

type AnyLayer = Immutable<LayerBase>
type AnyKind = Pick<LayerKind, 'kind' | 'slot' | 'inputs'> & { createNode(ctx: NodeContext): LayerNode<never> }
export type KindTable = Readonly<Record<string, AnyKind>>

interface Mounted {
  node: LayerNode<AnyLayer>
  seen: readonly unknown[]
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((item, i) => item === b[i])

export class Scene {
  readonly root = new Container({ label: 'document' })
  private readonly mounted = new Map<LayerId, Mounted>()
  private readonly kinds: KindTable
  private readonly ctx: NodeContext

  constructor(kinds: KindTable, ctx: NodeContext) {
    this.kinds = kinds
    this.ctx = ctx
  }

  /**
   * Bring the tree in line with `doc` at `frame`. Null when it is; else a promise that resolves when fonts and
   * decodes have come too, until which the layers concerned show what they showed.
   * A node compares frames by identity: hand in the same object for the same frame.
   */
  sync(doc: DocumentSnapshot, frame: Frame): Promise<void> | null {
    const order = this.orderOf(doc)
    const alive = new Set(order)
    for (const [id, { node }] of this.mounted)
      if (!alive.has(id)) {
        node.destroy()
        this.mounted.delete(id)
      }
    const pending: Promise<void>[] = []
    for (const id of order) {
      const data = doc.layers[id]
      if (!data) continue
      const held = this.mounted.get(id) ?? this.mount(id, data.kind)
      const seen = [data, frame, ...(this.kinds[data.kind]?.inputs?.(doc) ?? [])]
      const isStale = !sameItems(seen, held.seen)
      held.seen = seen
      const update = isStale ? held.node.update(data, frame, doc) : undefined
      if (update) pending.push(update)
    }
    this.arrange(order)
    this.root.scale.set(frame.scale)
    this.root.position.set(-frame.region.x * frame.scale, -frame.region.y * frame.scale)
    return pending.length > 0 ? Promise.all(pending).then(() => undefined) : null
  }

  /** Back to front. */
  orderOf(doc: DocumentSnapshot): LayerId[] {
    return paintOrder(doc, this.kinds)
  }

  /** What the layer was last painted from: equal items mean an equal picture. */
  seenOf(id: LayerId): readonly unknown[] {
    return this.mounted.get(id)?.seen ?? []
  }

  viewOf(id: LayerId): Container | undefined {
    return this.mounted.get(id)?.node.view
  }

  destroy(): void {
    for (const { node } of this.mounted.values()) node.destroy()
    this.mounted.clear()
    this.root.destroy()
  }

  /** Re-parenting makes Pixi rebuild its instructions, so the children stay where they already stand right. */
  private arrange(order: readonly LayerId[]) {
    const views = order.flatMap((id) => this.mounted.get(id)?.node.view ?? [])
    if (sameItems(views, this.root.children)) return
    this.root.removeChildren()
    for (const view of views) this.root.addChild(view)
  }

  private mount(id: LayerId, kind: string): Mounted {
    const plugin = this.kinds[kind]
    if (!plugin) throw new Error(`no layer kind '${kind}' in the registry`)
    const held: Mounted = { node: plugin.createNode(this.ctx) as LayerNode<AnyLayer>, seen: [] }
    this.mounted.set(id, held)
    return held
  }
}
