/** The page of the benchmark of lifted objects: a photo with some objects, and its export. */

import { sparseCopy } from '#client/kit/base/bytes.ts'
import type { Size } from '#client/kit/base/geometry.ts'
import { paintedKinds as kinds } from '#client/layers/nodes.ts'
import { newLayer } from '#client/layers/registry.ts'
import { encodePng } from '#client/media/exporter/formats/png/encodePng.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { coverageOf, portrait, sessionOf } from './gpu/documents.ts'
import { photoOf, sizeOf } from './gpu/photo.ts'
import { createRenderer } from './gpu/setting.ts'

/** The lifted objects. `isFilled`: the background is filled at their places. */
export interface LiftedObjects {
  count: number
  isFilled: boolean
}

let loaded: { session: Session; renderer: Awaited<ReturnType<typeof createRenderer>> } | null = null

/** Opens a segmented photo with a text behind its subject, or with moved objects. */
export async function load(megapixels: number, { count, isFilled }: LiftedObjects): Promise<void> {
  const size = sizeOf(megapixels)
  const session = sessionOf(await photoOf(size, null), coverageOf(portrait(size)))
  if (count === 0) newLayer(session.doc, 'text', { text: 'HELLO' })
  for (let i = 0; i < count; i++) addObject(session, size, i, isFilled)
  loaded = { session, renderer: await createRenderer() }
}

/** Adds a disc in one of two rows of four, moved towards the centre of the photo. */
function addObject({ doc, assets }: Session, { width, height }: Size, i: number, isFilled: boolean): void {
  const radius = Math.round(height / 12)
  const isUpper = i % 8 < 4
  const [x, y] = [Math.round(((0.5 + (i % 4)) / 4) * width), Math.round((isUpper ? 0.12 : 0.85) * height)]
  const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
  const coverage = new Uint8Array(width * height)
  for (let v = box.y; v < box.y + box.height; v++)
    for (let u = box.x; u < box.x + box.width; u++) {
      const inside = 128 + 60 * (radius - Math.hypot(u - x, v - y))
      coverage[v * width + u] = Math.max(0, Math.min(255, inside))
    }
  const matte = assets.put({ kind: 'matte', width, height, coverage: sparseCopy(coverage) }) // as lifting stores it
  newLayer(doc, 'object', {
    lifted: { matte, box, home: 'background' },
    placement: i % 2 ? 'foreground' : 'background',
    position: { x: 4, y: isUpper ? 30 : -30 },
    fill: { enabled: isFilled, seed: 0, strokes: [] },
  })
}

/** Exports the document that is loaded. Returns the file's size, bytes. */
export async function run(): Promise<number> {
  if (!loaded) throw new Error('nothing loaded')
  const { session, renderer } = loaded
  const doc = snapshotOf(session)
  const painter = createPainter({ doc, renderer, assets: session.assets, kinds, report: console.warn })
  try {
    const exported = await encodePng(painter, { signal: new AbortController().signal })
    if (!exported.ok) throw new Error(exported.error)
    return exported.value.size
  } finally {
    painter.destroy()
  }
}
