/**
 * Rotates and mirrors the image for the crop, in output px. Preview and export paint the image unrotated, then resample
 * it once. Quarter turns and mirroring copy texels. Straightening uses Catmull-Rom interpolation.
 */
import { Container, type RenderTexture, type WebGLRenderer } from 'pixi.js'
import {
  type Affine,
  compose,
  invert,
  scalingMatrix,
  transformedBounds,
  translationMatrix,
} from '#client/kit/geometry/affine.ts'
import { type Point, type Rect, type Size, scaledSize } from '#client/kit/geometry/geometry.ts'
import { coveringRect, expandRect, intersection, scaleRect, tilesOf } from '#client/kit/geometry/rect.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { isUpright, pictureRect, turnedSize, turnMap, turnOf, type WithCrop } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { createTarget } from '#shaders/lib/pass.ts'
import { FILTER_RADIUS, PlacedQuad } from '#shaders/placed/placed.ts'
import type { Frame, GainPart } from '../kind.ts'
import type { PreviewFrame } from '../previewDocument.ts'
import { alignToPixels, type View, visibleRegion } from './viewport.ts'

/** Geometry of the image in whole output px. */
export interface OutputPicture {
  /** Size of the canvas before any turn. */
  canvas: Size
  /** Rectangle of the image on the turned canvas. */
  frame: Rect
  /** Map from the canvas to the turned canvas. Null for the identity. */
  map: Affine | null
  /** If true, pixels are copied without interpolation. */
  isExact: boolean
  /** If true, pixels are interpolated linearly. Otherwise they are interpolated by Catmull-Rom. */
  isLinear?: boolean
  /** Distance that the canvas's pixels are shifted to the left (x) and to the top (y), in output px. Default: 0. */
  early?: Point
}

/**
 * Returns the output geometry of a document's image: the crop's frame, or the whole canvas without a crop. `scale`:
 * output px per document px.
 */
export function outputPicture(doc: WithCrop, scale: number): OutputPicture {
  const turn = turnOf(doc)
  const canvas = scaledSize(canvasSize(doc), scale)
  const turned = turnedSize(turn, canvas)
  const rect = pictureRect(doc)
  const scaled = scaledSize(rect, scale)
  const [width, height] = [Math.min(turned.width, scaled.width), Math.min(turned.height, scaled.height)]
  const start = (at: number, length: number, room: number) =>
    Math.max(0, Math.min(Math.round(at * scale), room - length))
  return {
    canvas,
    frame: { x: start(rect.x, width, turned.width), y: start(rect.y, height, turned.height), width, height },
    map: isUpright(turn) ? null : turnMap(turn, canvas),
    isExact: turn.angle === 0,
  }
}

const ORIGIN = { x: 0, y: 0 }
/** Smallest shift that all rasterizers distinguish, px: 16 positions within a pixel (OpenGL ES 3.0, 2.3). */
const SMALLEST_STEP = 1 / 16

/** Maximum rounding error of a position, px. */
const ROUNDING = 1e-6

/**
 * Returns the geometry of a gain map. The scene is painted at half size: each pixel covers 2 × 2 px of the canvas. If
 * the part begins at an odd pixel or has odd sides, the painted pixels are interpolated linearly, because image viewers
 * spread the map evenly over its part. On a canvas with odd sides, all pixels are shifted by 1/16 px to the left or top
 * (`early`), so that the centers of the last pixels lie inside the canvas.
 */
export function halvedPicture(
  doc: WithCrop,
  { canvas, frame, map, isExact }: OutputPicture,
  { part, size }: Omit<GainPart, 'maps'>,
): OutputPicture {
  const turn = turnOf(doc)
  const half = { width: Math.ceil(canvas.width / 2), height: Math.ceil(canvas.height / 2) }
  const photo = turnedSize(turn, canvasSize(doc))
  // Image viewers spread the pixels of the photo's own map evenly over the photo, which may have odd sides.
  const shareOf = (side: keyof Size) => (photo[side] % 2 === 1 ? (photo[side] + 1) / photo[side] : 1) / 2
  const [across, down] = [shareOf('width'), shareOf('height')]
  const [x, y] = [across * (frame.x + part.x), down * (frame.y + part.y)]
  const [stepX, stepY] = [(across * part.width) / size.width, (down * part.height) / size.height]
  const isWhole = [x - Math.round(x), y - Math.round(y), stepX - 1, stepY - 1].every((px) => Math.abs(px) < ROUNDING)
  const early = { x: (canvas.width % 2) * SMALLEST_STEP, y: (canvas.height % 2) * SMALLEST_STEP }
  const halved = turnMap(turn, half)
  if (isWhole && isExact)
    return { canvas: half, frame: { x: Math.round(x), y: Math.round(y), ...size }, map: map && halved, isExact, early }
  const spread = compose(scalingMatrix(1 / stepX, 1 / stepY), translationMatrix(-x, -y), halved)
  return { canvas: half, frame: { ...ORIGIN, ...size }, map: spread, isExact: false, isLinear: true, early }
}

/** Returns the part of the canvas (output px) that `region` of the turned canvas shows, or null if they don't meet. */
export function canvasPart({ canvas, map, isExact }: OutputPicture, region: Rect): Rect | null {
  const whole = { x: 0, y: 0, ...canvas }
  if (!map) return intersection(region, whole)
  const bounds = transformedBounds(invert(map), region)
  if (!isExact) return intersection(coveringRect(expandRect(bounds, FILTER_RADIUS)), whole)
  return intersection(roundedRect(bounds), whole)
}

const roundedRect = ({ x, y, width, height }: Rect): Rect => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})

/** Maximum tile side of a straightened image, px. With this limit, a tile needs only a small part of the canvas. */
const TILE = 1024

/**
 * Splits a region (output px) of a straightened image into tiles of at most 1024 px. Each tile needs only a small part
 * of the canvas. Without interpolation, the region itself is the only tile.
 */
export const turnTiles = ({ isExact }: Pick<OutputPicture, 'isExact'>, region: Rect): Rect[] =>
  isExact ? [region] : tilesOf(region, TILE)

interface TurnedPart {
  /** The painted part of the canvas, premultiplied. Its rectangle in the canvas is `part` in output px. */
  texture: RenderTexture
  part: Rect
  /** `tile`: the part to draw. `region`: the part that the target shows. Both are in output px of the turned canvas. */
  tile: Rect
  region: Rect
  /** If true, the canvas's own edges are visible and antialiased. If false, border pixels are repeated. */
  showsEdges: boolean
}

/** Draws painted parts of the canvas after the crop's turns. */
export class TurnPass {
  private readonly quad = new PlacedQuad()
  private readonly root = new Container()

  constructor() {
    this.root.addChild(this.quad.mesh)
  }

  /**
   * Draws `texture`, a painted part of the canvas, into the `tile` of `target`, which shows `region` (both in output px
   * of the turned canvas). `clear`: clears `target` first.
   */
  draw(
    renderer: WebGLRenderer,
    target: RenderTexture,
    { canvas, map, isLinear = false }: OutputPicture & { map: Affine },
    { texture, part, tile, region, showsEdges }: TurnedPart,
    clear: boolean,
  ): void {
    // The shader fades out at the image's edge. The margin moves this fade out of the tile.
    const margin = showsEdges ? 0 : FILTER_RADIUS
    this.quad.show({
      picture: {
        source: texture.source,
        first: { x: part.x + margin, y: part.y + margin },
        density: 1,
        isStraight: false,
      },
      size: { width: canvas.width + 2 * margin, height: canvas.height + 2 * margin },
      map: compose(map, translationMatrix(-margin, -margin)),
      grid: { origin: ORIGIN, scale: 1 },
      target: tile,
      radius: 0,
      opacity: 1,
      isDraft: isLinear,
    })
    this.root.position.set(-region.x, -region.y)
    renderer.render({ container: this.root, target, clear, clearColor: [0, 0, 0, 0] })
    this.quad.hide()
  }

  destroy(): void {
    this.quad.destroy()
    this.root.destroy()
  }
}

interface Plan {
  picture: OutputPicture
  /** The visible part of the turned canvas, px of the turned canvas. */
  region: Rect
  /** `region` in whole output px */
  output: Rect
  /** The painted part of the canvas, whole output px. */
  part: Rect
  showsEdges: boolean
}

/** Computes the canvas area that a cropped preview shows, and rotates the painted canvas by the crop for display. */
export class TurnedPreview {
  private readonly renderer: WebGLRenderer
  private readonly texture: RenderTexture
  private canvas: RenderTexture | null = null
  private pass: TurnPass | null = null
  private latest: Plan | null = null

  /** `texture`: the texture that the stage displays. */
  constructor(renderer: WebGLRenderer, texture: RenderTexture) {
    this.renderer = renderer
    this.texture = texture
  }

  /**
   * Plans the next paint. Returns the part of the canvas to paint, in document px, or null if the canvas is outside the
   * view. `scale`: output px per document px.
   */
  plan(doc: DocumentSnapshot, { painted, isEditing }: PreviewFrame, view: View, scale: number): Rect | null {
    const seen = visibleRegion(view, painted)
    if (!seen) return null
    const picture = outputPicture(doc, scale)
    const region = alignToPixels(seen, scale, painted)
    const output = roundedRect(scaleRect(region, scale))
    const part = picture.map ? canvasPart(picture, output) : output
    if (!part) return null
    this.latest = { picture, region, output, part, showsEdges: isEditing && !picture.isExact }
    return picture.map ? scaleRect(part, 1 / scale) : region
  }

  /**
   * Returns the texture to paint for the planned frame, the displayed region, and a function that updates the displayed
   * texture.
   */
  prepare({ region: painted }: Frame): { target: RenderTexture; region: Rect; show(): void } {
    const { latest, texture } = this
    if (!latest) return { target: texture, region: painted, show() {} }
    const { picture, region, output, part, showsEdges } = latest
    texture.resize(Math.max(1, output.width), Math.max(1, output.height))
    const { map } = picture
    if (!map) {
      this.destroy()
      return { target: texture, region, show() {} }
    }
    this.canvas ??= createTarget(1, 1, 'rgba8unorm')
    this.pass ??= new TurnPass()
    const { canvas, pass, renderer } = this
    canvas.resize(part.width, part.height)
    return {
      target: canvas,
      region,
      show: () =>
        pass.draw(
          renderer,
          texture,
          { ...picture, map },
          { texture: canvas, part, tile: output, region: output, showsEdges },
          true,
        ),
    }
  }

  /** Frees the second texture. The next `prepare` creates another. */
  destroy(): void {
    this.canvas?.destroy(true)
    this.pass?.destroy()
    this.canvas = this.pass = null
  }
}
