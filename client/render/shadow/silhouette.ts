/** Silhouettes of layers: coverage textures that shadows are painted from. */
import { Container, type RenderTexture, type WebGLRenderer } from 'pixi.js'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { expandRect, union } from '#client/kit/geometry/rect.ts'
import { createTarget, readTexels, renderPart } from '#shaders/lib/pass.ts'
import { type Caster, SILHOUETTE_SIDE } from '#shaders/shadow/plan.ts'
import { silhouetteOf } from '#shaders/shadow/shadow.ts'

/** Coverage of a whole layer as a texture. The layer's shadow is painted from this texture. */
export interface Silhouette {
  caster: Caster
  /** The texture. The caller must destroy it. */
  texture: RenderTexture
}

/** Longer side of a layer in its silhouette, texels. */
const LONG = 500
/** Maximum texels per document px. Only the smallest stickers reach this limit. */
const MAX_DENSITY = 2
/** Margin for outlines, relative to the layer's longer side. */
const ROOM = 0.25
/** Minimum distance between a layer and the edges of its silhouette's texture, texels. */
const MARGIN = 32

/** The node that paints the layer. */
interface CasterNode {
  view: Container
  destroy(): void
}

interface CasterInput {
  unit: number
  painted: Rect | null
  update(region: Rect, scale: number): void | Promise<void>
}

/**
 * Renders the silhouette of a layer and destroys `node`, which paints the layer, even if `update` fails. `bounds`: the
 * layer's bounds in document px. `unit`: the layer's longer side. `painted`: bounds of the layer's pixels, which may
 * lie outside `bounds`, in document px. `update`: makes the node paint a region (document px) at a scale. Returns null
 * if the layer has no visible pixels. Returns a promise if `update` returns a promise.
 */
export function takeSilhouette(
  renderer: WebGLRenderer,
  node: CasterNode,
  bounds: Rect,
  { unit, painted, update }: CasterInput,
): Silhouette | null | Promise<Silhouette | null> {
  const usual = expandRect(bounds, ROOM * unit)
  const room = painted ? union(usual, painted) : usual
  const fitting = (SILHOUETTE_SIDE - 2 * MARGIN) / Math.max(room.width, room.height)
  const scale = Math.min(MAX_DENSITY, LONG / Math.max(unit, 1), fitting)
  const [left, top] = [Math.floor(room.x * scale), Math.floor(room.y * scale)]
  const width = Math.min(SILHOUETTE_SIDE, Math.ceil((room.x + room.width) * scale) - left)
  const height = Math.min(SILHOUETTE_SIDE, Math.ceil((room.y + room.height) * scale) - top)
  const take = () => render(renderer, node.view, { x: left, y: top, width, height }, { scale, unit })
  const region = { x: left / scale, y: top / scale, width: width / scale, height: height / scale }
  let loading: void | Promise<void>
  try {
    loading = update(region, scale)
  } catch (error) {
    node.destroy()
    throw error
  }
  if (loading) return loading.then(take).finally(() => node.destroy())
  const taken = take()
  node.destroy()
  return taken
}

function render(
  renderer: WebGLRenderer,
  view: Container,
  at: Rect,
  { scale, unit }: { scale: number; unit: number },
): Silhouette | null {
  const painted = createTarget(at.width, at.height, 'rgba8unorm')
  const root = new Container({ children: [view] })
  renderPart(renderer, root, painted, at, { scale })
  root.removeChild(view)
  root.destroy()
  const rows = coveredRows(renderer, painted)
  const first = {
    x: Math.floor((SILHOUETTE_SIDE - at.width) / 2),
    y: Math.floor((SILHOUETTE_SIDE - at.height) / 2),
  }
  const texture = rows && silhouetteOf(renderer, painted.source, first)
  painted.destroy(true)
  if (!rows || !texture) return null
  const inDocument = (x: number, y: number) => ({ x: (at.x + x) / scale, y: (at.y + y) / scale })
  return {
    texture,
    caster: {
      unit,
      bounds: { ...inDocument(0, 0), width: at.width / scale, height: at.height / scale },
      bottom: inDocument(0, rows.end).y,
      origin: inDocument(-first.x, -first.y),
      density: scale,
    },
  }
}

/** Minimum coverage (of 255) of the pixels that touch the ground. */
const SOLID = 128

/**
 * Returns the index after the last row with solid coverage. Without solid coverage, returns the index after the last
 * row with any coverage. Returns null if no pixel is covered.
 */
function coveredRows(renderer: WebGLRenderer, { source }: RenderTexture): { end: number } | null {
  const bytes = readTexels(renderer, source)
  const lastWith = (least: number) => {
    for (let at = bytes.length - 1; at > 0; at -= 4)
      if ((bytes[at] ?? 0) >= least) return Math.floor(at / (4 * source.pixelWidth))
    return -1
  }
  const solid = lastWith(SOLID)
  const end = (solid < 0 ? lastWith(1) : solid) + 1
  return end > 0 ? { end } : null
}
