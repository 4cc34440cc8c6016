import { RenderTexture, type WebGLRenderer } from 'pixi.js'
import { StraightPass } from '#shaders/straight/straight.ts'
import type { Affine } from '../../kit/base/affine.ts'
import type { ColorSpace } from '../../kit/base/color-space/colorSpace.ts'
import type { Rect, Size } from '../../kit/base/geometry.ts'
import type { Readback } from '../../kit/base/readback.ts'
import { scaleRect } from '../../kit/base/rect.ts'
import { freezeFailedFonts } from '../../kit/fonts/fonts.ts'
import { type Asset, type AssetStore, stringsIn } from '../../model/assets/store.ts'
import { exportScale, isOpaque } from '../../model/document/backdrop.ts'
import { type DocumentSnapshot, layerOfKind, workingSpace } from '../../model/document/document.ts'
import type { NodeContext } from '../kind.ts'
import { readTexture } from './readback.ts'
import { ScenePainter } from './ScenePainter.ts'
import { type KindTable, Scene } from './scene.ts'
import { canvasPart, outputPicture, TurnPass, turnTiles } from './turnedPicture.ts'

export interface Painter {
  /** Output px of the whole picture. */
  readonly size: Size
  /** True when no pixel can be translucent, so that the file needs no alpha channel. */
  readonly opaque: boolean
  /** Of the pixels. */
  readonly colorSpace: ColorSpace
  /** Longest side of a region, output px. */
  readonly maxSide: number
  /**
   * Paints `region` (whole output px): straight alpha, in `colorSpace`, row-major, 4 bytes per px, into `into` if given. Calls
   * may overlap: the second region is painted while the first is read back.
   * @throws when pixels of an asset are lost, and when the WebGL context is lost.
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
  /** Output px per document px; absent = the export's. */
  scale?: number
}

/** Maximum distance that nodes read around a tile (outline of 200 px, blur of 20 px), document px. */
const SURROUNDINGS = 256

/**
 * Creates a painter, which paints regions of a document as straight-alpha RGBA bytes with the same Scene as the
 * preview. Strips are byte-equal to one whole render, because every node paints from document coordinates alone.
 */
export function createPainter(options: PainterOptions): Painter {
  const { doc, renderer, assets, kinds, report, scale = exportScale(doc) } = options
  if (!doc.photo) throw new Error('nothing to paint: the document has no photo')
  const scene = new Scene(kinds, { renderer, assets, fonts: freezeFailedFonts(), report })
  const scenePainter = new ScenePainter(renderer, scene)
  const background = layerOfKind(doc, 'background')
  const isBackdropPainted = background !== undefined && !background.isHidden && doc.order.includes(background.id)
  const opaque = isBackdropPainted && isOpaque(doc)
  // Half floats for translucent pictures: 8-bit premultiplied colours are too coarse to be divided by alpha.
  const format = opaque || !renderer.context.extensions.colorBufferFloat ? 'rgba8unorm' : 'rgba16float'
  const straight = opaque ? null : new StraightPass()
  const picture = outputPicture(doc, scale)
  const { frame, map } = picture
  const turnPass = map ? new TurnPass() : null
  let composite: RenderTexture | null = null
  let turned: RenderTexture | null = null
  let output: RenderTexture | null = null

  const sized = (held: RenderTexture | null, { width, height }: Size, as: typeof format): RenderTexture => {
    if (held && held.width === width && held.height === height) return held
    held?.destroy(true)
    return RenderTexture.create({ width, height, resolution: 1, format: as, scaleMode: 'nearest' })
  }

  const names = stringsIn(doc)
  let turn: Promise<unknown> = Promise.resolve()

  /** Paints a part of the canvas, whole output px. */
  async function paintCanvas(part: Rect): Promise<RenderTexture> {
    await scene.sync(doc, { region: scaleRect(part, 1 / scale), scale, isDraft: false })
    if (renderer.context.isLost) throw new Error('the WebGL context was lost')
    composite = sized(composite, part, format)
    scenePainter.paint(composite, true)
    return composite
  }

  async function paintTurned(region: Rect, map: Affine): Promise<RenderTexture> {
    const target = sized(turned, region, format)
    turned = target
    for (const [i, tile] of turnTiles(picture, region).entries()) {
      const part = canvasPart(picture, tile)
      if (!part) continue
      const texture = await paintCanvas(part)
      turnPass?.draw(renderer, target, { ...picture, map }, { texture, part, tile, region, showsEdges: false }, i === 0)
    }
    return target
  }

  async function draw(wanted: Rect): Promise<Readback> {
    const region = { ...wanted, x: wanted.x + frame.x, y: wanted.y + frame.y }
    refuseLostPixels(assets.withIds(names))
    const painted = await (map ? paintTurned(region, map) : paintCanvas(region))
    if (!straight) return readTexture(renderer, painted)
    output = sized(output, region, 'rgba8unorm')
    straight.render(renderer, painted, output)
    return readTexture(renderer, output)
  }

  return {
    size: { width: frame.width, height: frame.height },
    opaque,
    colorSpace: workingSpace(doc),
    maxSide:
      (renderer.gl.getParameter(renderer.gl.MAX_TEXTURE_SIZE) as number) -
      2 * Math.ceil(SURROUNDINGS * Math.max(1, scale)),
    async paint(region, into) {
      const drawn = turn.then(() => draw(region))
      turn = drawn.catch(() => undefined) // the caller gets the error; the next call tries again
      const readback = await drawn
      const pixels = into ?? new Uint8Array(readback.length)
      await readback.read(pixels)
      return pixels
    },
    destroy() {
      scenePainter.destroy()
      scene.destroy()
      straight?.destroy()
      turnPass?.destroy()
      composite?.destroy(true)
      turned?.destroy(true)
      output?.destroy(true)
    },
  }
}

/** A bitmap that was closed or detached has no size, and WebGL would paint it black. */
function refuseLostPixels(assets: readonly Asset[]): void {
  for (const asset of assets)
    if (asset.kind === 'bitmap' && asset.bitmap.width === 0) throw new Error(`the pixels of asset ${asset.id} are lost`)
}
