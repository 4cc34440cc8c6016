/** Tiles against one piece: a photo with everything on it, byte for byte. */
import type { WebGLRenderer } from 'pixi.js'
import type { Size } from '#client/kit/base/geometry.ts'
import { newLayer } from '#client/layers/newLayer.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { difference } from '../../../helpers/gpu.ts'
import { ALL_TEN, coverageOf, portrait, sessionOf } from '../documents.ts'
import { photoOf } from '../photo.ts'
import type { Setting } from '../setting.ts'

export async function seams(renderer: WebGLRenderer, { isQuick, photo }: Setting) {
  const size = isQuick ? { width: 480, height: 360 } : { width: 1000, height: 760 }
  const session = sessionOf(await photoOf(size, photo), coverageOf(portrait(size)))
  const { tune, layers, order } = session.doc
  Object.assign(tune.background, ALL_TEN)
  Object.assign(tune.foreground, { exposure: -15, sharpness: 60, blur: 1.5 })
  const subject = order.map((id) => layers[id]).find((layer) => layer?.kind === 'subject')
  Object.assign(subject!, { cutout: { enabled: true, width: 33, color: '#ffee88', intensity: 90 } })
  newLayer(session.doc, 'text', {
    text: 'Depth',
    fontSize: size.height / 4,
    rotation: 11,
    placement: 'background',
    glow: { enabled: true, color: '#30c0ff', intensity: 30 },
    threeDEffect: { enabled: true, depth: 40, perspective: 700, rotateX: 20, rotateY: -35 },
  })
  newLayer(session.doc, 'text', {
    text: 'glow',
    fontSize: size.height / 6,
    position: { horizontal: 60, vertical: 78 },
    placement: 'foreground',
    opacity: 80,
    glow: { enabled: true, color: '#ff4060', intensity: 50 },
  })
  const options = { doc: snapshotOf(session), renderer, assets: session.assets, kinds: paintedKinds, report: fail }
  const [whole, parts] = [createPainter(options), createPainter(options)]
  const wanted = await whole.paint({ x: 0, y: 0, ...size })
  let count = 0
  const shapes = isQuick
    ? [{ width: 170, height: 130 }]
    : [
        { width: size.width, height: 64 },
        { width: 300, height: 200 },
      ]
  for (const tile of shapes) count += difference(await inTiles(parts, size, tile), wanted).count
  whole.destroy()
  parts.destroy()
  session.dispose()
  const tiles = shapes.map(({ width, height }) => `${width} × ${height}`).join(', ')
  return { count, line: `seams of tiles of ${tiles} in ${size.width} × ${size.height}: ${count} bytes differ` }
}

function fail(error: string): never {
  throw new Error(error)
}

async function inTiles(painter: ReturnType<typeof createPainter>, { width, height }: Size, tile: Size) {
  const bytes = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += tile.height)
    for (let x = 0; x < width; x += tile.width) {
      const part = { x, y, width: Math.min(tile.width, width - x), height: Math.min(tile.height, height - y) }
      const pixels = await painter.paint(part)
      for (let row = 0; row < part.height; row++)
        bytes.set(pixels.subarray(row * part.width * 4, (row + 1) * part.width * 4), ((y + row) * width + x) * 4)
    }
  return bytes
}
