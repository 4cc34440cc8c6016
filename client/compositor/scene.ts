/**
 * Scene: turns a document snapshot into a Pixi tree, touching only what changed.
 * The same class serves the preview and every export strip; it knows neither watermark nor handles.
 */
import { Container } from 'pixi.js'
import type { LayerId } from '../base/ids.ts'
import { type DocumentSnapshot, type Immutable, type LayerBase, paintOrder } from '../document/document.ts'
import type { Frame, LayerKind, LayerNode, NodeContext } from '../layers/kind.ts'

type AnyLayer = Immutable<LayerBase>
type AnyKind = Pick<LayerKind, 'kind' | 'inputs'> & { createNode(ctx: NodeContext): LayerNode<never> }
export type KindTable = Readonly<Record<string, AnyKind>>

interface Mounted {
  node: LayerNode<AnyLayer>
  seen: readonly unknown[]
  data: AnyLayer | null
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
   * Resolves when the tree shows `doc` at `frame`, fonts and decodes included.
   * A node compares frames by identity: hand in the same object for the same frame.
   */
  async sync(doc: DocumentSnapshot, frame: Frame): Promise<void> {
    const order = paintOrder(doc)
    const alive = new Set(order)
    for (const [id, { node }] of this.mounted)
      if (!alive.has(id)) {
        node.destroy()
        this.mounted.delete(id)
      }
    const pending: (void | Promise<void>)[] = []
    for (const id of order) {
      const data = doc.layers[id]
      if (!data) continue
      const held = this.mounted.get(id) ?? this.mount(id, data.kind)
      const seen = [data, frame, ...(this.kinds[data.kind]?.inputs?.(doc) ?? [])]
      if (!sameItems(seen, held.seen)) pending.push(held.node.update(data, frame, doc))
      held.seen = seen
      held.data = data
    }
    this.arrange(order)
    this.root.scale.set(frame.scale)
    this.root.position.set(-frame.region.x * frame.scale, -frame.region.y * frame.scale)
    await Promise.all(pending)
  }

  /** Largest reach of any layer, in document px. */
  reach(): number {
    let reach = 0
    for (const { node, data } of this.mounted.values()) if (data) reach = Math.max(reach, node.reach(data))
    return reach
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
    const held: Mounted = { node: plugin.createNode(this.ctx) as LayerNode<AnyLayer>, seen: [], data: null }
    this.mounted.set(id, held)
    return held
  }
}
