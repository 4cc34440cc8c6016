// Must be the first import: otherwise Pixi generates code at run time, which our CSP forbids.
import 'pixi.js/unsafe-eval'
import { type RenderTexture, WebGLRenderer } from 'pixi.js'
import { createQueue } from '#client/kit/async/scheduling.ts'
import { freezeFailedFonts } from '#client/kit/fonts/fonts.ts'
import type { Affine } from '#client/kit/geometry/affine.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { scaleRect } from '#client/kit/geometry/rect.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { type Readback, startReadback } from '#client/kit/pixels/readback.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { type Asset, type AssetStore, stringsIn } from '#client/model/assets/store.ts'
import { canvasSize, exportScale, isOpaque } from '#client/model/document/backdrop.ts'
import { type DocumentSnapshot, layerOfKind, workingSpace } from '#client/model/document/document.ts'
import { activeLens, LENS_REACH } from '#client/model/document/lens.ts'
import { createStraightPass } from '#shaders/conversions.ts'
import { fitTarget, maxTextureSide, preciseFormat } from '#shaders/lib/pass.ts'
import type { GainPart, KindTable, NodeContext } from '../kind.ts'
import { Scene } from './scene.ts'
import { canvasPart, halvedPicture, outputPicture, TurnPass, turnTiles } from './turnedPicture.ts'

/** Paints regions of one document for an export. `destroy` frees the painter's textures. */
export interface Painter {
  /** Size of the whole image in output px. */
  readonly size: Size
  /** True if all pixels are opaque. The file then doesn't need an alpha channel. */
  readonly opaque: boolean
  /** Color space of the pixels that `paint` returns. */
  readonly colorSpace: ColorSpace
  /** Returns the image file of a bitmap, or null if it has no file. */
  fileOf(asset: AssetId): Blob | null
  /** Maximum side of a region in output px. */
  readonly maxSide: number
  /**
   * Paints `region` (whole output px) as straight RGBA in `colorSpace`, row-major, into `into` if given. Calls may
   * overlap: the next region is painted during the readback.
   * @throws when pixels of an asset are lost, and when the WebGL context is lost
   */
  paint(region: Rect, into?: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
  destroy(): void
}

interface PainterOptions {
  doc: DocumentSnapshot
  renderer: WebGLRenderer
  assets: AssetStore
  kinds: KindTable
  report: NodeContext['report']
  /** Output px per document px. Default: the scale of an export at original size. */
  scale?: number | undefined
  /**
   * If set, paints gains instead of colors, for a part of the image, at half of `scale`, premultiplied. Transparent
   * pixels have gain 0.
   */
  gains?: GainPart | undefined
}

/**
 * Creates a painter, which paints regions of a document as straight RGBA with the same Scene as the preview. Strips are
 * byte-equal to one whole render, because every node paints from document coordinates.
 * @throws Error if the document has no photo
 */
export function createPainter(options: PainterOptions): Painter {
  const { doc, renderer, assets, kinds, report, scale = exportScale(doc), gains } = options
  if (!doc.photo) throw new Error('nothing to paint: the document has no photo')
  const lensReach = activeLens(doc) ? LENS_REACH * Math.max(...Object.values(canvasSize(doc))) : 0
  const paintedScale = gains ? scale / 2 : scale
  const assetNames = stringsIn(doc)
  const scene = new Scene(kinds, { renderer, assets, fonts: freezeFailedFonts(), report, gains: gains?.maps })
  const picture = gains ? halvedPicture(doc, outputPicture(doc, scale), gains) : outputPicture(doc, scale)
  const { frame, map, early } = picture
  const opaque = gains !== undefined || (isBackgroundPainted(doc) && isOpaque(doc))
  const format = opaque ? 'rgba8unorm' : preciseFormat(renderer)
  /** Shader pass that divides by alpha. Null if the image is opaque. */
  const straight = opaque ? null : createStraightPass()
  const turnPass = map ? new TurnPass() : null
  let composite: RenderTexture | null = null
  let turned: RenderTexture | null = null
  let output: RenderTexture | null = null
  const inOrder = createQueue()

  async function paintCanvas(part: Rect): Promise<RenderTexture> {
    const shifted = { ...part, x: part.x - (early?.x ?? 0), y: part.y - (early?.y ?? 0) }
    await scene.sync(doc, { region: scaleRect(shifted, 1 / paintedScale), scale: paintedScale, isDraft: false })
    if (renderer.context.isLost) throw new Error('the WebGL context was lost')
    composite = fitTarget(composite, part, format)
    scene.paint(composite, true)
    return composite
  }

  async function paintTurned(region: Rect, map: Affine): Promise<RenderTexture> {
    const target = fitTarget(turned, region, format)
    turned = target
    for (const [i, tile] of turnTiles(picture, region).entries()) {
      const part = canvasPart(picture, tile)
      if (!part) continue
      const texture = await paintCanvas(part)
      const source = { texture, part, tile, region, showsEdges: false }
      turnPass?.draw(renderer, target, { ...picture, map }, source, i === 0)
    }
    return target
  }

  async function draw(wanted: Rect): Promise<Readback> {
    const region = { ...wanted, x: wanted.x + frame.x, y: wanted.y + frame.y }
    rejectLostPixels(assets.withIds(assetNames))
    const painted = await (map ? paintTurned(region, map) : paintCanvas(region))
    if (!straight) return readTexture(renderer, painted)
    output = fitTarget(output, region, 'rgba8unorm')
    straight.draw(renderer, output, { uComposite: painted.source }, {})
    return readTexture(renderer, output)
  }

  return {
    size: { width: frame.width, height: frame.height },
    opaque,
    colorSpace: workingSpace(doc),
    fileOf: (asset) => assets.bitmap(asset)?.source?.blob ?? null,
    maxSide: longestRegionSide(maxTextureSide(renderer), scale, lensReach),
    async paint(region, into) {
      const readback = await inOrder(() => draw(region))
      const pixels = into ?? new Uint8Array(readback.length)
      await readback.read(pixels)
      return pixels
    },
    destroy() {
      scene.destroy()
      straight?.destroy()
      turnPass?.destroy()
      for (const texture of [composite, turned, output]) texture?.destroy(true)
      for (const values of gains?.maps.values() ?? []) assets.drop(values)
    },
  }
}

function isBackgroundPainted(doc: DocumentSnapshot): boolean {
  const background = layerOfKind(doc, 'background')
  return background !== undefined && !background.isHidden && doc.order.includes(background.id)
}

/** Rejects closed or detached bitmaps, because their size is 0 and WebGL would paint them black. */
function rejectLostPixels(assets: readonly Asset[]): void {
  for (const asset of assets)
    if (asset.kind === 'bitmap' && asset.bitmap.width === 0) throw new Error(`the pixels of asset ${asset.id} are lost`)
}

/** Maximum distance that nodes read around a tile (outline of 200 px, blur of 20 px), in document px. */
const SURROUNDINGS = 256

/**
 * Returns the maximum side of an export region, in output px. With this side, the region and its surroundings fit into
 * a texture. However, the side is at least half of `maxTexture`. At a `scale` above 1, the surroundings grow with
 * `scale`. Below 1, they have the size of scale 1. `maxTexture`: maximum texture side, px. `scale`: output px per
 * document px. `more`: additional distance that nodes read in document px.
 */
export const longestRegionSide = (maxTexture: number, scale: number, more = 0): number =>
  Math.max(Math.floor(maxTexture / 2), maxTexture - 2 * Math.ceil((SURROUNDINGS + more) * Math.max(1, scale)))

/**
 * Starts reading back a texture: RGBA8, top row first, not converted.
 * @throws when the WebGL context is lost
 */
export function readTexture(renderer: WebGLRenderer, texture: RenderTexture): Readback {
  renderer.renderTarget.bind({ target: texture, clear: false })
  return startReadback(renderer.gl, texture)
}

/** Creates a renderer without a visible canvas, for painters without a stage. The caller destroys it. */
export async function createOffscreenRenderer(): Promise<WebGLRenderer> {
  const renderer = new WebGLRenderer()
  await renderer.init({ width: 16, height: 16, backgroundAlpha: 0, antialias: true })
  return renderer
}
