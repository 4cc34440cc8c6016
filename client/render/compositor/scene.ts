import { Container, type RenderTexture } from 'pixi.js'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { unionOrNull } from '#client/kit/geometry/rect.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { isEqual, sameItems } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { type DocumentSnapshot, type LayerBase, workingSpace } from '#client/model/document/document.ts'
import { BlendPass, type Compositing } from '#shaders/blend/blend.ts'
import { fitTarget, preciseFormat } from '#shaders/lib/pass.ts'
import { withHalves } from '../halves.ts'
import type { Frame, KindTable, LayerNode, NodeContext } from '../kind.ts'
import { LensNode } from '../lens/LensNode.ts'
import { type LensPlane, lensPlanesOf } from '../lens/lensPlanes.ts'
import { paintOrder } from '../stackOrder.ts'
import { readableNodeOf } from './ReadableNode.ts'

type AnyLayer = Immutable<LayerBase>
type Child = Container['children'][number]

interface MountedLayer {
  node: LayerNode<AnyLayer>
  /** The last painted snapshot of the layer. A new document contains the same object if the layer is unchanged. */
  data: AnyLayer | null
  inputs: readonly unknown[]
  frame: Frame | null
  /** The running update, or null. */
  pending: Promise<void> | null
  /** True while a previously complete layer isn't painted because its pixels are loading. */
  isBlank: boolean
}

/** Changes to the document since the last paint. */
interface Changes {
  /** Existing layers that have changed. */
  layers: Set<LayerId>
  /** Bounds of all changes in document px. Null if there are no changes. */
  area: Rect | 'everywhere' | null
  /** True if layers were added, removed or reordered. */
  isRestacked: boolean
}

const nothing = (): Changes => ({ layers: new Set(), area: null, isRestacked: false })

/**
 * Builds and updates the Pixi display tree of a document snapshot. Updates only changed layers. The preview and every
 * export strip use a scene. It contains neither watermark nor handles.
 */
export class Scene {
  readonly root = new Container({ label: 'document' })
  private readonly mounted = new Map<LayerId, MountedLayer>()
  private readonly kinds: KindTable
  private readonly ctx: NodeContext
  private space: ColorSpace = 'srgb'
  private order: readonly LayerId[] = []
  /** Inputs of each kind (`LayerKind.inputs`). A kind's array is the same object as long as its items are equal. */
  private inputs: ReadonlyMap<string, readonly unknown[]> = new Map()
  private changes = nothing()
  /** The layers behind the lens of the synced document. Null if the document has no lens blur. */
  private planes: { doc: DocumentSnapshot; of: ReadonlyMap<LayerId, LensPlane> } | null = null
  private blend: BlendPass | null = null
  private layer: RenderTexture | null = null
  private backdrop: RenderTexture | null = null

  /** Ignores `ctx.colorSpace`: a scene paints in the color space of its document's photo. */
  constructor(kinds: KindTable, ctx: NodeContext) {
    this.kinds = kinds
    this.ctx = ctx
  }

  /**
   * Updates the tree to `doc` at `frame`. Returns null if everything is ready, otherwise a promise that resolves when
   * fonts, masks and bitmaps have loaded. Until then, the affected layers show their previous content. Pass the same
   * object for an equal frame, because nodes compare frames by identity.
   */
  sync(stored: DocumentSnapshot, frame: Frame): Promise<void> | null {
    const doc = withHalves(stored)
    const order = paintOrder(doc, this.kinds)
    this.enter(workingSpace(doc), doc, order)
    this.unmountAllBut(new Set(order))
    const known = this.inputs
    const inputs = new Map<string, readonly unknown[]>()
    this.inputs = inputs
    const pending: Promise<void>[] = []
    for (const id of this.planes ? order.toReversed() : order) {
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

  /** Resolves when all running layer updates have finished. Null if no update is running. */
  pending(): Promise<void> | null {
    const all = [...this.mounted.values()].flatMap(({ pending }) => pending ?? [])
    return all.length > 0 ? Promise.all(all).then(() => undefined) : null
  }

  /** Returns true while a previously complete layer isn't painted because its pixels are loading. */
  readonly hasBlank = (): boolean => [...this.mounted.values()].some(({ isBlank }) => isBlank)

  /** Returns the painted layers, back to front, with their nodes and blend modes. */
  layers(): { id: LayerId; node: LayerNode<AnyLayer>; blendMode: Compositing }[] {
    return this.order.flatMap((id) => {
      const held = this.mounted.get(id)
      return held ? [{ id, node: held.node, blendMode: this.ctx.gains ? 'normal' : compositingOf(held) }] : []
    })
  }

  /** Returns the document changes since the last call. Excludes frame changes and finished loading. */
  takeChanges(): Changes {
    const { changes } = this
    this.changes = nothing()
    return changes
  }

  /**
   * Renders the synced scene over `target`, premultiplied, in the scene's color space. Layers with a blend mode or a
   * lens blur are rendered into separate textures and composited by a shader. All layers between them are rendered
   * directly. `clear`: clears `target` first.
   */
  paint(target: RenderTexture, clear: boolean): void {
    const modes = new Map<unknown, Compositing>(
      this.layers().flatMap(({ node, blendMode }) => (blendMode === 'normal' ? [] : [[node.view, blendMode]])),
    )
    if (modes.size === 0) this.freeTargets()
    const shown = this.root.children.filter((child) => child.renderable)
    let isCleared = !clear
    let run: Child[] = []
    const renderRun = () => {
      if (isCleared && run.length === 0) return
      this.renderOnly(run, shown, target, !isCleared)
      isCleared = true
      run = []
    }
    for (const child of shown) {
      const mode = modes.get(child)
      if (!mode) {
        run.push(child)
        continue
      }
      renderRun()
      this.paintBlended(child, shown, target, mode)
    }
    renderRun()
    for (const child of shown) child.renderable = true
  }

  destroy(): void {
    this.freeTargets()
    this.blend?.destroy()
    for (const { node } of this.mounted.values()) node.destroy()
    this.mounted.clear()
    this.root.destroy()
  }

  private paintBlended(child: Child, shown: readonly Child[], target: RenderTexture, mode: Compositing) {
    this.blend ??= new BlendPass()
    const { format } = target.source
    this.layer = fitTarget(this.layer, target, preciseFormat(this.ctx.renderer))
    this.backdrop = fitTarget(this.backdrop, target, format === 'rgba16float' ? format : 'rgba8unorm')
    this.renderOnly([child], shown, this.layer, true)
    this.blend.draw(this.ctx.renderer, mode, { target, layer: this.layer.source, backdrop: this.backdrop })
  }

  private renderOnly(children: readonly Child[], among: readonly Child[], target: RenderTexture, clear: boolean) {
    const visible = new Set(children)
    for (const child of among) child.renderable = visible.has(child)
    this.ctx.renderer.render({ container: this.root, target, clear, clearColor: [0, 0, 0, 0] })
  }

  private freeTargets() {
    this.layer?.destroy(true)
    this.backdrop?.destroy(true)
    this.layer = this.backdrop = null
  }

  /**
   * Switches to the color space and the lens of a document. A node's color space and lens never change, so a switch
   * creates all nodes again.
   */
  private enter(space: ColorSpace, doc: DocumentSnapshot, order: readonly LayerId[]) {
    const had = this.planes
    if (had?.doc !== doc) {
      const of = lensPlanesOf(doc, order, (kind) => this.kinds[kind]?.showsPhoto === true)
      this.planes = of && { doc, of }
    }
    if (space === this.space && (had === null) === (this.planes === null)) return
    this.space = space
    this.unmountAllBut(new Set())
    this.order = []
    this.changes.area = 'everywhere'
  }

  private update(id: LayerId, data: AnyLayer, frame: Frame, doc: DocumentSnapshot) {
    const held = this.mounted.get(id) ?? this.mount(id, data.kind)
    const { node } = held
    const plane = this.planes?.of.get(id)
    const fronts = plane ? this.frontsOf(id, doc) : []
    const inputs = plane ? this.inputsBehindLens(held, plane, fronts) : (this.inputs.get(data.kind) ?? [])
    const isSame = held.data === data && held.inputs === inputs
    if (isSame && held.frame === frame) return
    if (node instanceof LensNode) Object.assign(node, { plane: plane ?? null, fronts })
    const isNew = held.data === null
    const before = node.area
    Object.assign(held, { data, inputs, frame })
    const update = node.update(data, frame, doc)
    held.isBlank = Boolean(update) && node.area === null && (held.isBlank || !(isNew || held.pending))
    const done: Promise<void> | null = update
      ? update.finally(() => held.pending === done && Object.assign(held, { pending: null, isBlank: false })) // a newer update may have started
      : null
    held.pending = done
    if (!isSame && !isNew) this.recordChange(id, node.changed ? [node.changed] : [before, node.area])
    return held.pending
  }

  private recordChange(id: LayerId, areas: readonly (Rect | null | undefined)[]) {
    const { changes } = this
    changes.layers.add(id)
    for (const area of areas)
      if (area === undefined) changes.area = 'everywhere'
      else if (changes.area !== 'everywhere') changes.area = unionOrNull(changes.area, area)
  }

  private unmountAllBut(alive: ReadonlySet<LayerId>) {
    for (const [id, { node }] of this.mounted)
      if (!alive.has(id)) {
        node.destroy()
        this.mounted.delete(id)
      }
  }

  /**
   * Sorts the children only if the order has changed. Sorting makes Pixi rebuild its instructions and removes the
   * flattened textures between the layers.
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
    const ctx = { ...this.ctx, colorSpace: this.space }
    const node = readableNodeOf(plugin, ctx)
    const held: MountedLayer = {
      node: this.planes ? new LensNode(node, ctx, plugin.slot === 'backdrop' || plugin.showsPhoto === true) : node,
      data: null,
      inputs: [],
      frame: null,
      pending: null,
      isBlank: false,
    }
    if (this.ctx.gains && !plugin.showsPhoto) held.node.view.blendMode = 'erase'
    this.mounted.set(id, held)
    return held
  }

  /** Returns the nodes in front of layer `id`, which may hide parts of the aperture. Front nodes are updated first. */
  private frontsOf(id: LayerId, doc: DocumentSnapshot): LensNode<AnyLayer>[] {
    const ids = [...(this.planes?.of.keys() ?? [])]
    return ids.slice(ids.indexOf(id) + 1).flatMap((front) => {
      const node = this.mounted.get(front)?.node
      return node instanceof LensNode && !doc.layers[front]?.blendMode ? node : []
    })
  }

  /** Returns the inputs of one layer behind a lens, from the layer's own document (`LensPlane.doc`). */
  private inputsBehindLens(
    { inputs: before, data }: MountedLayer,
    { doc, radius, behind, lens }: LensPlane,
    fronts: readonly LensNode<AnyLayer>[],
  ) {
    const own = data ? (this.kinds[data.kind]?.inputs?.(doc) ?? []) : []
    const versions = fronts.map(({ version }) => version)
    const now = [...own, radius, behind, ...versions, lens.blades, lens.highlights, doc.crop?.isMirrored === true]
    return isEqual(before, now) ? before : now
  }

  private inputsOf(kind: string, doc: DocumentSnapshot, known: ReadonlyMap<string, readonly unknown[]>) {
    const plugin = this.kinds[kind]
    const own = plugin?.inputs?.(doc) ?? []
    const [before, now] = [known.get(kind), plugin?.staysReadable ? [...own, doc.crop?.isMirrored === true] : own]
    return before && sameItems(before, now) ? before : now
  }
}

const compositingOf = ({ node, data }: MountedLayer): Compositing =>
  data?.blendMode ?? (node instanceof LensNode && data?.kind !== 'background' ? node.compositing : 'normal')
