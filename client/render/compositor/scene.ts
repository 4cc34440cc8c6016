/**
 * Scene: turns a document snapshot into a Pixi tree, touching only what changed.
 * The same class serves the preview and every export strip; it knows neither watermark nor handles.
 */
import { Container } from 'pixi.js'
import type { Rect } from '../../kit/base/geometry.ts'
import type { LayerId } from '../../kit/base/ids.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import { unionOf } from '../../kit/base/rect.ts'
import type { DocumentSnapshot, LayerBase } from '../../model/document/document.ts'
import type { CreateNode, Frame, LayerKind, LayerNode, NodeContext } from '../kind.ts'
import { paintOrder } from '../stackOrder.ts'

type AnyLayer = Immutable<LayerBase>
type AnyKind = Pick<LayerKind, 'kind' | 'slot' | 'inputs'> & { createNode: CreateNode }
export type KindTable = Readonly<Record<string, AnyKind>>

interface MountedLayer {
  node: LayerNode<AnyLayer>
  /** What it was last painted from: unchanged parts are the same objects. */
  data: AnyLayer | null
  inputs: readonly unknown[]
  frame: Frame | null
  /** What it still waits for. */
  pending: Promise<void> | null
}

/** What the document's changes have done to the picture. */
export interface Changes {
  /** Those that were there and look different. */
  layers: Set<LayerId>
  /** All that may look different lies within, document px; null = nothing does. */
  area: Rect | 'everywhere' | null
  /** Layers have come or gone, or stand in another order. */
  isRestacked: boolean
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((item, i) => item === b[i])

const nothing = (): Changes => ({ layers: new Set(), area: null, isRestacked: false })

export class Scene {
  readonly root = new Container({ label: 'document' })
  private readonly mounted = new Map<LayerId, MountedLayer>()
  private readonly kinds: KindTable
  private readonly ctx: NodeContext
  private order: readonly LayerId[] = []
  /** What the layers of each kind paint from besides themselves; equal items are the same list. */
  private inputs: ReadonlyMap<string, readonly unknown[]> = new Map()
  private changes = nothing()

  constructor(kinds: KindTable, ctx: NodeContext) {
    this.kinds = kinds
    this.ctx = ctx
  }

  /**
   * Bring the tree in line with `doc` at `frame`. Null where nothing new has to be waited for; else a promise that
   * resolves when fonts and decodes have come too, until which the layers concerned show what they showed.
   * A node compares frames by identity: hand in the same object for the same frame.
   */
  sync(doc: DocumentSnapshot, frame: Frame): Promise<void> | null {
    const order = paintOrder(doc, this.kinds)
    this.unmountAllBut(new Set(order))
    const known = this.inputs
    const inputs = new Map<string, readonly unknown[]>()
    this.inputs = inputs
    const pending: Promise<void>[] = []
    for (const id of order) {
      const data = doc.layers[id]
      if (!data) continue
      if (!inputs.has(data.kind)) inputs.set(data.kind, this.inputsOf(data.kind, doc, known))
      const update = this.update(id, data, frame, doc)
      if (update) pending.push(update)
    }
    this.arrange(order)
    this.root.scale.set(frame.scale)
    this.root.position.set(-frame.region.x * frame.scale, -frame.region.y * frame.scale)
    return pending.length > 0 ? Promise.all(pending).then(() => undefined) : null
  }

  /** What any layer still waits for, whichever call of `sync` asked for it; null for nothing. */
  pending(): Promise<void> | null {
    const all = [...this.mounted.values()].flatMap(({ pending }) => pending ?? [])
    return all.length > 0 ? Promise.all(all).then(() => undefined) : null
  }

  /** Back to front, each with what paints it. */
  layers(): { id: LayerId; node: LayerNode<AnyLayer> }[] {
    return this.order.flatMap((id) => {
      const held = this.mounted.get(id)
      return held ? [{ id, node: held.node }] : []
    })
  }

  /** Since the last call. Other frames, and what has loaded meanwhile, are no changes of the document. */
  takeChanges(): Changes {
    const { changes } = this
    this.changes = nothing()
    return changes
  }

  destroy(): void {
    for (const { node } of this.mounted.values()) node.destroy()
    this.mounted.clear()
    this.root.destroy()
  }

  private update(id: LayerId, data: AnyLayer, frame: Frame, doc: DocumentSnapshot) {
    const held = this.mounted.get(id) ?? this.mount(id, data.kind)
    const inputs = this.inputs.get(data.kind) ?? []
    const isSame = held.data === data && held.inputs === inputs
    if (isSame && held.frame === frame) return
    const { node } = held
    const isNew = held.data === null
    const before = node.area
    Object.assign(held, { data, inputs, frame })
    const update = node.update(data, frame, doc)
    held.pending = update ? clearWhenDone(held, update) : null
    if (!isSame && !isNew) this.recordChange(id, node.changed ? [node.changed] : [before, node.area])
    return held.pending
  }

  private recordChange(id: LayerId, areas: readonly (Rect | null | undefined)[]) {
    const { changes } = this
    changes.layers.add(id)
    for (const area of areas)
      if (area === undefined) changes.area = 'everywhere'
      else if (changes.area !== 'everywhere') changes.area = unionOf(changes.area, area)
  }

  private unmountAllBut(alive: ReadonlySet<LayerId>) {
    for (const [id, { node }] of this.mounted)
      if (!alive.has(id)) {
        node.destroy()
        this.mounted.delete(id)
      }
  }

  /**
   * Re-parenting makes Pixi rebuild its instructions, so the children stay where they are while their order does; what
   * else has been put between them as well.
   */
  private arrange(order: readonly LayerId[]) {
    if (sameItems(order, this.order)) return
    this.order = order
    this.changes.isRestacked = true
    this.root.removeChildren()
    for (const { node } of this.layers()) this.root.addChild(node.view)
  }

  private mount(id: LayerId, kind: string): MountedLayer {
    const plugin = this.kinds[kind]
    if (!plugin) throw new Error(`no layer kind '${kind}' in the registry`)
    const held: MountedLayer = {
      node: plugin.createNode(this.ctx) as LayerNode<AnyLayer>,
      data: null,
      inputs: [],
      frame: null,
      pending: null,
    }
    this.mounted.set(id, held)
    return held
  }

  private inputsOf(kind: string, doc: DocumentSnapshot, known: ReadonlyMap<string, readonly unknown[]>) {
    const [before, now] = [known.get(kind), this.kinds[kind]?.inputs?.(doc) ?? []]
    return before && sameItems(before, now) ? before : now
  }
}

/** `update`, after which nothing is waited for any more, unless a newer one has begun. */
function clearWhenDone(held: MountedLayer, update: Promise<void>): Promise<void> {
  const done = update.then(() => {
    if (held.pending === done) held.pending = null
  })
  return done
}
