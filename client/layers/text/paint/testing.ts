import { Container, Rectangle, RenderTexture, WebGLRenderer } from 'pixi.js'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Fonts } from '#client/kit/fonts/fonts.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { type DocumentSnapshot, emptyDocument } from '#client/model/document/document.ts'
import { browserCanvas, type MakeCanvas } from '#client/render/canvas2d/rasterize.ts'
import type { NodeContext } from '#client/render/kind.ts'
import { TextNode } from '../node.ts'
import { type ShownText, type TextLayer, type TextValues, textFields } from '../schema.ts'

/** size of the test document, px */
export const SIZE = { width: 640, height: 480 }
export const WHOLE = { x: 0, y: 0, ...SIZE }

export interface RenderedPixels {
  /** Premultiplied RGBA, row-major. */
  pixels: Uint8ClampedArray
  width: number
  height: number
}

export interface View {
  region?: Rect
  scale?: number
  size?: typeof SIZE
  isDraft?: boolean
  backdrop?: [number, number, number, number]
}

export const documentOf = (size = SIZE): DocumentSnapshot => ({
  ...emptyDocument(),
  photo: { asset: 'a' as AssetId, name: 'a.png', hasAlpha: false, ...size },
})

/** Returns a text layer with default fields, overridden by `values`. */
export const layerOf = (values: Partial<TextValues>): TextLayer => ({
  ...defaults(textFields),
  id: 'l' as LayerId,
  kind: 'text',
  placement: 'background',
  fontSize: 100,
  ...values,
})

/** Replacements for browser services, for tests. */
export interface Tools extends Fonts {
  makeCanvas: MakeCanvas
}

/** Paints a text layer in a test as the scene does, and returns its pixels. */
export class TextTestRenderer {
  readonly renderer = new WebGLRenderer()
  /** Problems that the nodes have reported, in order. */
  readonly reports: string[] = []

  async open(): Promise<this> {
    await this.renderer.init({ width: 8, height: 8, backgroundAlpha: 0 })
    await loadFont('Inter', 700)
    return this
  }

  close(): void {
    this.renderer.destroy()
  }

  /** Creates a node. The node is destroyed when the test ends. */
  node({ makeCanvas = browserCanvas, ...change }: Partial<Tools> = {}): TextNode {
    const fonts: Fonts = {
      isLoaded: () => true,
      load: async () => true,
      retry: () => {},
      ...change,
    }
    const assets = {} as NodeContext['assets'] // text layers use no assets
    const report: NodeContext['report'] = (error) => this.reports.push(error)
    const node = new TextNode({ renderer: this.renderer, assets, fonts, report }, makeCanvas)
    onTestFinished(() => {
      if (!node.view.destroyed) node.destroy()
    })
    return node
  }

  /** Paints a layer with an existing node. */
  async paintWith(node: TextNode, data: ShownText, view: View = {}): Promise<RenderedPixels> {
    const { region = WHOLE, scale = 1, size = SIZE, isDraft = false } = view
    await node.update(data, { region, scale, isDraft }, documentOf(size))
    return this.render(node, view)
  }

  /** Renders the image that the node has painted last, without updating the node. */
  render(node: TextNode, view: View = {}): RenderedPixels {
    const { region = WHOLE, scale = 1, backdrop = [0, 0, 0, 0] } = view
    const root = new Container()
    root.addChild(node.view)
    root.scale.set(scale)
    root.position.set(-region.x * scale, -region.y * scale)
    const [width, height] = [Math.round(region.width * scale), Math.round(region.height * scale)]
    const target = RenderTexture.create({ width, height, resolution: 1 })
    this.renderer.render({ container: root, target, clear: true, clearColor: backdrop })
    const { pixels } = this.renderer.extract.pixels({ target, frame: new Rectangle(0, 0, width, height) })
    root.removeChildren()
    target.destroy(true)
    return { pixels: new Uint8ClampedArray(pixels), width, height }
  }

  async paint(values: Partial<TextValues>, view: View = {}): Promise<RenderedPixels> {
    const node = this.node()
    const shot = await this.paintWith(node, layerOf(values), view)
    node.destroy()
    return shot
  }

  /** Renders a text layer in strips of `rows` px with one node. Returns the pixels of all strips. */
  async strips(values: Partial<TextValues>, rows: number): Promise<Uint8ClampedArray> {
    const node = this.node()
    const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4)
    for (let y = 0; y < SIZE.height; y += rows) {
      const region = { x: 0, y, width: SIZE.width, height: Math.min(rows, SIZE.height - y) }
      pixels.set((await this.paintWith(node, layerOf(values), { region })).pixels, y * SIZE.width * 4)
    }
    node.destroy()
    return pixels
  }

  /** Returns the number of live textures. Pixi's list contains null for freed textures. */
  textures(): number {
    return this.renderer.texture.managedTextures.filter(Boolean).length
  }
}

/** Opens a renderer before the tests of a file and closes it after these tests. */
export function textStudio(): TextTestRenderer {
  const studio = new TextTestRenderer()
  beforeAll(() => studio.open())
  afterAll(() => studio.close())
  return studio
}

/** Returns the alpha of a pixel, 0..255. */
export const alphaAt = ({ pixels, width }: RenderedPixels, x: number, y: number): number =>
  pixels[(y * width + x) * 4 + 3] ?? 0

/** Returns the bounds of the pixels with alpha > 0 (inclusive), and the number of these pixels. */
export function inkOf(shot: RenderedPixels) {
  let [left, top, right, bottom, count] = [shot.width, shot.height, -1, -1, 0]
  for (let y = 0; y < shot.height; y++)
    for (let x = 0; x < shot.width; x++)
      if (alphaAt(shot, x, y) > 0) {
        count++
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
  return { left, top, right, bottom, count }
}

/** Returns the number of bytes that differ. */
export const differences = (a: Uint8ClampedArray, b: Uint8ClampedArray): number =>
  a.reduce((n, byte, i) => n + Number(byte !== b[i]), 0)
