import type { WebGLRenderer } from 'pixi.js'
import { expect } from 'vitest'
import { createPainter } from '#client/compositor/painter.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { type Session, snapshotOf } from '#client/session/session.ts'

/** The whole picture as an export paints it, in strips of so many rows: straight RGBA. */
export async function painted(
  renderer: WebGLRenderer,
  session: Session,
  { rows = Number.POSITIVE_INFINITY, scale = 1 } = {},
): Promise<Uint8Array> {
  const report = (error: string) => expect.unreachable(error)
  const painter = createPainter({
    doc: snapshotOf(session),
    renderer,
    assets: session.assets,
    kinds: paintedKinds,
    report,
    scale,
  })
  const { width, height } = painter.size
  const whole = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += rows)
    whole.set(await painter.paint({ x: 0, y, width, height: Math.min(rows, height - y) }), y * width * 4)
  painter.destroy()
  return whole
}
