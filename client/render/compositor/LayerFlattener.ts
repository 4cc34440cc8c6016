import { type Container, RenderTexture, type WebGLRenderer } from 'pixi.js'
import { EMPTY_RECT, type Rect, type Size } from '#client/kit/geometry/geometry.ts'
import { coveringRect, disjointRects, expandRect, intersection } from '#client/kit/geometry/rect.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { Copy } from '#shaders/copy.ts'
import type { Frame } from '../kind.ts'
import type { Scene } from './scene.ts'

type Layer = ReturnType<Scene['layers']>[number]

/** Adjacent layers that do not change during the gesture, flattened into one texture. */
interface StaticRun {
  texture: RenderTexture
  copy: Copy
  layers: readonly Layer[]
}

/** Maximum number of flattened textures, each of the canvas's size. */
const MAX_RUNS = 3

/**
 * Paints the preview's scene. During a gesture, flattens adjacent unchanged layers into textures and repaints only the
 * changed area. The cost of a frame therefore doesn't depend on the number of layers.
 */
export class LayerFlattener {
  private readonly renderer: WebGLRenderer
  private readonly scene: Scene
  private runs: StaticRun[] = []
  /** True if the lowest texture replaces all pixels of the target, so that clearing is unnecessary. */
  private isFullyCovered = false
  /** Layers that the current gesture has changed so far. */
  private moving: ReadonlySet<LayerId> = new Set()

  constructor(renderer: WebGLRenderer, scene: Scene) {
    this.renderer = renderer
    this.scene = scene
  }

  /**
   * Repaints the changes since the last call in `target`, which has the frame's size. The scene must be synced to
   * `doc`. `isStale`: the whole target is outdated, because the target shows another frame or a layer has loaded better
   * pixels.
   */
  update(target: RenderTexture, doc: DocumentSnapshot, frame: Frame, isStale: boolean): void {
    const { layers, area, isRestacked } = this.scene.takeChanges()
    const known = this.moving
    if (!frame.isDraft) this.moving = new Set()
    else if ([...layers].some((id) => !known.has(id))) this.moving = new Set([...known, ...layers])
    if (isStale || isRestacked || this.moving.size !== known.size) {
      this.rebuildRuns(doc, frame, target)
      this.paint(target, null)
    } else if (area === 'everywhere') this.paint(target, null)
    else if (area) this.paint(target, deviceRect(area, frame, target))
  }

  /** Paints the synced scene into `target`: the whole scene, or only `area` (px of the target). */
  paint(target: RenderTexture, area: Rect | null): void {
    const { gl } = this.renderer
    if (area) {
      gl.enable(gl.SCISSOR_TEST)
      gl.scissor(area.x, area.y, area.width, area.height) // scissor and texture both have y = 0 at the first row
    }
    this.scene.paint(target, !this.isFullyCovered)
    if (area) gl.disable(gl.SCISSOR_TEST)
  }

  private rebuildRuns(doc: DocumentSnapshot, frame: Frame, size: Size) {
    this.destroy()
    // A subject over its own photo with alpha replaces pixels instead of blending, which is impossible with a flattened
    // texture.
    if (this.moving.size === 0 || (doc.photo?.hasAlpha && doc.backdrop.type === 'original')) return
    const all = this.scene.layers()
    const painted = largestRuns(staticRuns(all, this.moving), MAX_RUNS).map((layers) => ({
      layers,
      texture: this.renderLayers(layers, size),
    }))
    this.isFullyCovered = painted[0]?.layers[0] === all[0]
    for (const { layers, texture } of painted) this.substitute(layers, texture, frame)
  }

  private renderLayers(layers: readonly Layer[], { width, height }: Size): RenderTexture {
    const texture = RenderTexture.create({ width, height, resolution: 1 })
    const shown = new Set(layers.map(({ node }) => node.view))
    const { children } = this.scene.root
    for (const child of children) child.renderable = shown.has(child as Container)
    this.scene.paint(texture, true)
    for (const child of children) child.renderable = true
    return texture
  }

  private substitute(layers: readonly Layer[], texture: RenderTexture, frame: Frame) {
    const { root } = this.scene
    const replaces = this.isFullyCovered && this.runs.length === 0
    const whole = { x: 0, y: 0, width: texture.width, height: texture.height }
    const copy = new Copy(texture, replaces ? [whole] : coveredRects(layers, frame, texture), { replaces })
    const [first] = layers
    root.addChildAt(copy.mesh, first ? root.getChildIndex(first.node.view) : 0)
    for (const { node } of layers) node.view.renderable = false
    this.runs.push({ texture, copy, layers })
  }

  /** Frees the flattened textures and shows their layers again. */
  destroy(): void {
    for (const { texture, copy, layers } of this.runs) {
      copy.destroy()
      texture.destroy(true)
      for (const { node } of layers) if (!node.view.destroyed) node.view.renderable = true
    }
    this.runs = []
    this.isFullyCovered = false
  }
}

/**
 * Returns runs of adjacent unchanged layers. A layer with a blend mode ends a run, because it depends on the layers
 * below.
 */
function staticRuns(layers: readonly Layer[], moving: ReadonlySet<LayerId>): Layer[][] {
  const runs: Layer[][] = [[]]
  for (const layer of layers)
    if (moving.has(layer.id) || layer.blendMode !== 'normal') runs.push([])
    else runs.at(-1)?.push(layer)
  return runs.filter(({ length }) => length > 0)
}

/** Returns disjoint rectangles (px of the target) that contain all pixels of these layers. */
function coveredRects(layers: readonly Layer[], frame: Frame, size: Size): Rect[] {
  const parts: Rect[] = []
  for (const { node } of layers) {
    if (node.area === undefined) return [{ x: 0, y: 0, width: size.width, height: size.height }]
    if (node.area) parts.push(deviceRect(node.area, frame, size))
  }
  return disjointRects(parts)
}

/** Returns the `count` longest runs in their original order. */
function largestRuns<T>(runs: T[][], count: number): T[][] {
  const kept = new Set(runs.toSorted((a, b) => b.length - a.length).slice(0, count))
  return runs.filter((run) => kept.has(run))
}

/** Returns the target px of a document area with a margin of one px. Empty if the area is not visible. */
function deviceRect({ x, y, ...size }: Rect, { region, scale }: Frame, { width, height }: Size): Rect {
  const around = expandRect(coveringRect({ x: x - region.x, y: y - region.y, ...size }, scale), 1)
  return intersection(around, { x: 0, y: 0, width, height }) ?? EMPTY_RECT
}
