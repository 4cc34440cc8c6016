import { Texture } from 'pixi.js'
import { useMemo } from 'react'
import type { Rect } from '#client/kit/base/geometry.ts'
import { planeToCss, type View } from './viewport.ts'

/** Side of one square, CSS px. */
const SQUARE = 8

/** Checkerboard visible through transparent pixels. `shown`: the part to fill, plane px. */
export function Checkerboard({ view, shown }: { view: View; shown: Rect }) {
  const texture = useMemo(tile, [])
  const corner = planeToCss(view, shown)
  return (
    <pixiTilingSprite
      texture={texture}
      x={corner.x}
      y={corner.y}
      width={shown.width * view.zoom}
      height={shown.height * view.zoom}
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
