import type { WebGLRenderer } from 'pixi.js'
import { expect } from 'vitest'
import { paintedKinds } from '#client/layers/nodes.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { createPainter } from '#client/render/compositor/painter.ts'

interface How {
  /** Rows per strip; absent = one strip. */
  rows?: number
  /** Output px per document px; absent = the export's scale. */
  scale?: number
}

/** Paints the whole picture in strips like an export. Returns unpremultiplied RGBA. */
export async function paintedPicture(
  renderer: WebGLRenderer,
  session: Session,
  { rows = Number.POSITIVE_INFINITY, ...scale }: How = {},
) {
  const report = (error: string) => expect.unreachable(error)
  const doc = snapshotOf(session)
  const painter = createPainter({ doc, renderer, assets: session.assets, kinds: paintedKinds, report, ...scale })
  const { width, height } = painter.size
  const pixels = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += rows)
    pixels.set(await painter.paint({ x: 0, y, width, height: Math.min(rows, height - y) }), y * width * 4)
  painter.destroy()
  return { width, height, pixels, opaque: painter.opaque }
}

/** Returns only the picture's pixels. */
export const painted = async (...picture: Parameters<typeof paintedPicture>) =>
  (await paintedPicture(...picture)).pixels
