import { Texture } from 'pixi.js'
import { useMemo } from 'react'
import type { Size } from '../../kit/base/geometry.ts'
import { toCss, type View } from './viewport.ts'

/** Side of one square, CSS px. */
const SQUARE = 8

/** The checkerboard under the document, visible where the picture is transparent. */
export function Checkerboard({ view, document }: { view: View; document: Size }) {
  const texture = useMemo(tile, [])
  const corner = toCss(view, { x: 0, y: 0 })
  return (
    <pixiTilingSprite
      texture={texture}
      x={corner.x}
      y={corner.y}
      width={document.width * view.zoom}
      height={document.height * view.zoom}
    />
  )
}

function tile(): Texture {
  const canvas = new OffscreenCanvas(2 * SQUARE, 2 * SQUARE)
  const context = canvas.getContext('2d')
  if (!context) return Texture.WHITE
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, 2 * SQUARE, 2 * SQUARE)
  context.fillStyle = '#d4d4d4'
  context.fillRect(0, 0, SQUARE, SQUARE)
  context.fillRect(SQUARE, SQUARE, SQUARE, SQUARE)
  return Texture.from({ resource: canvas, scaleMode: 'nearest', addressMode: 'repeat' })
}
