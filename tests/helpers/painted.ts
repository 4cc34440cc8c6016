/** Paints the image of a session, as for an export or as a preview. */
import type { WebGLRenderer } from 'pixi.js'
import { expect } from 'vitest'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { pictureGraphics } from '#client/layers/naming.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { createPainter, type Painter } from '#client/render/compositor/painter.ts'
import { Preview } from '#client/render/compositor/preview.ts'
import { createViewport } from '#client/render/compositor/viewport.ts'
import { atEnd } from './gpu.ts'

interface How {
  /** Rows per strip. By default, the whole image is painted in one piece. */
  rows?: number
  /** Output px per document px, by default the scale of an export. */
  scale?: number
  /** Called if a layer can't be painted. By default, the test fails. */
  report?: Report
}

type Report = (error: string) => void

const unreachable: Report = (error) => expect.unreachable(error)

/** Creates a painter of the session's current document. */
export const painterOf = (
  renderer: WebGLRenderer,
  session: Session,
  { report = unreachable, ...scale }: { report?: Report; scale?: number } = {},
): Painter =>
  createPainter({
    doc: snapshotOf(session),
    renderer,
    assets: session.assets,
    kinds: paintedKinds,
    report,
    ...scale,
  })

/** Returns the functions that an export of the session needs. */
export const graphicsOf = (renderer: WebGLRenderer, { assets }: Session) =>
  pictureGraphics(async (doc, scale, gains) =>
    createPainter({ doc, scale, gains, renderer, assets, kinds: paintedKinds, report: unreachable }),
  )

/** Creates a preview of the whole canvas (`size` in document px). The preview stops at the end of the test. */
export function previewOf(
  renderer: WebGLRenderer,
  session: Session,
  { width, height }: Size,
  { zoom = 1, report = unreachable }: { zoom?: number; report?: Report } = {},
): Preview {
  const viewport = createViewport()
  viewport.set({ zoom, origin: { x: 0, y: 0 }, canvas: { width: width * zoom, height: height * zoom } })
  const preview = new Preview({ session, renderer, viewport, kinds: paintedKinds, report, pixelRatio: 1 })
  atEnd(() => preview.stop())
  return preview
}

/** Paints the whole image in strips, as an export does. Returns unpremultiplied RGBA. */
export async function paintedPicture(
  renderer: WebGLRenderer,
  session: Session,
  { rows = Number.POSITIVE_INFINITY, ...how }: How = {},
) {
  const painter = painterOf(renderer, session, how)
  const { width, height } = painter.size
  const pixels = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += rows)
    pixels.set(await painter.paint({ x: 0, y, width, height: Math.min(rows, height - y) }), y * width * 4)
  painter.destroy()
  return { width, height, pixels, opaque: painter.opaque }
}

/** Returns only the pixels of the image. */
export const painted = async (...picture: Parameters<typeof paintedPicture>) =>
  (await paintedPicture(...picture)).pixels
