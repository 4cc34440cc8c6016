/** Kinds with one fault each to test the checks, and the correct kind that they derive from. */
import { Shapes } from 'lucide-react'
import { Container, Graphics, RenderTexture, Sprite, Texture } from 'pixi.js'
import { color, number } from '#client/kit/base/fields.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { expandRect } from '#client/kit/base/rect.ts'
import {
  centerOf,
  opacityField,
  placedInputs,
  placedTransform,
  positionField,
  rotationField,
} from '#client/layers/shared/placed.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { Canvas2dNode } from '#client/render/canvas2d/Canvas2dNode.ts'
import { type CreateNode, defineKind, type Frame, type LayerOf } from '#client/render/kind.ts'

const fields = {
  position: positionField,
  rotation: rotationField,
  opacity: opacityField,
  side: number('Side', { default: 90, min: 10, max: 500 }),
  color: color('Colour', '#2ee6a8'),
}
type Square = LayerOf<string, typeof fields>
type Layer = Immutable<Square>

const transform = placedTransform<Square>({
  fields,
  sizeOf: ({ side }) => ({ width: side, height: side }),
  scaleBy: (layer, factor, start) => {
    layer.side = Math.min(500, Math.max(10, start.side * factor))
  },
})

const squareOf = ({ side, color, rotation, opacity, position }: Layer, doc: DocumentSnapshot) => ({
  center: centerOf({ position }, canvasSize(doc)),
  rotation,
  opacity,
  extent: { x: -side / 2, y: -side / 2, width: side, height: side },
  paint(context: OffscreenCanvasRenderingContext2D) {
    context.fillStyle = color
    context.fillRect(-side / 2, -side / 2, side, side)
  },
})

const plantedKind = defineKind<string, typeof fields>({
  kind: 'planted',
  label: 'Planted',
  icon: Shapes,
  slot: 'placed',
  fields,
  placement: 'background',
  inputs: placedInputs,
  transform,
})
const planted = (createNode: CreateNode<Layer>) => ({ ...plantedKind, createNode })

export const correctKind = planted((ctx) => new Canvas2dNode<Layer>(ctx, squareOf))

/** Pixi's own shapes have no antialiasing in a texture. */
export const withHardEdges = planted(() => {
  const square = new Graphics()
  return {
    view: new Container({ children: [square] }),
    update(layer, _, doc) {
      const { center, extent } = squareOf(layer, doc)
      square.clear().rect(extent.x, extent.y, extent.width, extent.height).fill(layer.color)
      square.position.copyFrom(center)
      square.angle = layer.rotation
    },
    destroy() {
      this.view.destroy({ children: true })
    },
  }
})

/** A gradient from the frame's top to its bottom restarts in every strip. */
export const withSeam = planted(() => {
  const canvas = new OffscreenCanvas(2, 64)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D context')
  const gradient = context.createLinearGradient(0, 0, 0, 64)
  gradient.addColorStop(0, '#ff0000')
  gradient.addColorStop(1, '#0000ff')
  context.fillStyle = gradient
  context.fillRect(0, 0, 2, 64)
  const sprite = new Sprite(Texture.from({ resource: canvas, label: 'planted' }, true))
  return {
    view: new Container({ children: [sprite] }),
    update(_, { region }: Frame) {
      sprite.position.copyFrom(region)
      sprite.setSize(region.width, region.height)
    },
    destroy() {
      sprite.texture.destroy(true)
      this.view.destroy({ children: true })
    },
  }
})

/** The kind's colour depends on the photo's exposure, which the kind's inputs don't declare. */
export const withUndeclaredInput = planted(
  (ctx) =>
    new Canvas2dNode<Layer>(ctx, (layer, doc) => ({
      ...squareOf(layer, doc),
      opacity: Math.min(100, 40 + doc.tune.foreground.exposure),
    })),
)

/** The reported area excludes the corners of the painted shape. */
export const withNarrowArea = planted((ctx) => {
  const node = new Canvas2dNode<Layer>(ctx, squareOf)
  return {
    view: node.view,
    get area() {
      return node.area && expandRect(node.area, -8)
    },
    update: (layer, frame, doc) => node.update(layer, frame, doc),
    destroy: () => node.destroy(),
  }
})

/** Each update creates a texture that is never destroyed. */
export const withLeak = planted((ctx) => {
  const sprite = new Sprite()
  return {
    view: new Container({ children: [sprite] }),
    update({ side, color }, _, doc) {
      const texture = RenderTexture.create({ width: 8, height: 8 })
      const square = new Graphics().rect(0, 0, 8, 8).fill(color)
      ctx.renderer.render({ container: square, target: texture })
      square.destroy()
      sprite.texture = texture
      sprite.position.copyFrom(centerOf({ position: { horizontal: 50, vertical: 50 } }, canvasSize(doc)))
      sprite.setSize(side)
    },
    destroy() {
      this.view.destroy({ children: true })
    },
  }
})
