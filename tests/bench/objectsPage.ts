/** The page of the benchmark of lifted objects. Opens a photo with objects and exports it. */
import { paintedKinds as kinds } from '#client/layers/nodes.ts'
import { newLayer } from '#client/layers/registry.ts'
import { encodePng } from '#client/media/exporter/formats/png/encodePng.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { coverageOf, liftObjects, portrait, sessionOf } from './gpu/documents.ts'
import { photoOf, sizeOf } from './gpu/photo.ts'
import { createRenderer } from './gpu/setting.ts'

/** The lifted objects. `isFilled`: their holes in the background are filled. */
export interface LiftedObjects {
  count: number
  isFilled: boolean
}

let loaded: { session: Session; renderer: Awaited<ReturnType<typeof createRenderer>> } | null = null

/** Opens a photo with a text layer behind its subject, or with moved objects. `photo`: URL, or null for the samples. */
export async function load(megapixels: number, photo: string | null, objects: LiftedObjects): Promise<void> {
  const size = sizeOf(megapixels)
  const session = sessionOf(await photoOf(size, photo), coverageOf(portrait(size)))
  if (objects.count === 0) newLayer(session.doc, 'text', { text: 'HELLO' })
  liftObjects(session, objects.count, objects.isFilled)
  loaded = { session, renderer: await createRenderer() }
}

/**
 * Exports the open document. Resolves with the file's size in bytes. @throws Error if no document is open, or with the
 * code of the export's error
 */
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
