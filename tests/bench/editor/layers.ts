/** Layers of every kind that a document can have several times, spread over the canvas. */
import { type KindName, newLayer } from '#client/layers/registry.ts'
import type { Session } from '#client/model/session/session.ts'

const GLOW = { enabled: true, color: '#ffcc00', intensity: 30 }

/** Kinds and fields of the layers, which are alternately in front of and behind the subject. */
const MIXED: readonly (readonly [KindName, object])[] = [
  ['shape', { type: 'star', color: '#e5484d', rotation: 12 }],
  ['text', { text: 'Glowing', fontSize: 260, glow: GLOW }],
  ['drawing', {}],
  ['sticker', { content: '😀', scale: 3 }],
  ['text', { text: 'Turned', fontSize: 200, rotation: 24, opacity: 70 }],
  ['clone', { size: 40 }],
  ['shape', { type: 'heart', color: '#30a46c', glow: GLOW }],
]

/** Adds `count` layers. If there are more than two, the first is an overlay with the image `bitmap`. */
export async function addMixed({ doc, assets }: Session, count: number, bitmap: ImageBitmap): Promise<void> {
  if (count > 2) {
    const { width, height } = bitmap
    const picture = await createImageBitmap(bitmap, { resizeWidth: width >> 1, resizeHeight: height >> 1 })
    const size = { width: picture.width, height: picture.height }
    const content = assets.put({ kind: 'bitmap', bitmap: picture, ...size, hasAlpha: false, sha256: '' })
    newLayer(doc, 'overlay', { content, ...size, scale: 20, rotation: 8, placement: 'background' })
  }
  for (let i = count > 2 ? 1 : 0; i < count; i++) {
    const [kind, values] = MIXED[i % MIXED.length]!
    const [x, y] = [10 + ((i * 37) % 80), 10 + ((i * 23) % 80)]
    const position = kind === 'clone' ? { x: x - 50, y: 0 } : { horizontal: x, vertical: y }
    const placement = i % 2 ? 'foreground' : 'background'
    newLayer(
      doc,
      kind,
      kind === 'drawing' ? { points: strokeAt(x * 40, y * 30), placement } : { ...values, position, placement },
    )
  }
}

/** Returns the points of a wave that starts at (x, y), in document px. */
export const strokeAt = (x: number, y: number, points = 60, size = 24) =>
  Array.from({ length: points }, (_, i) => ({
    x: x + i * 8,
    y: y + 90 * Math.sin(i / 7),
    size,
    color: '#0090ff' as const,
  }))
