/** Sessions and documents for tests in Node: a segmented 1000 × 500 px photo. */
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { addLayer } from '#client/layers/actions.ts'
import { emptyDocument, type LayerBase } from '#client/model/document/document.ts'
import { createSession, type Notices, type Session } from '#client/model/session/session.ts'
import { separationOf } from '#client/render/matting/separation.ts'

/** Notices that show nothing and answer yes to every question. */
export const SILENT = { alert: async () => {}, confirm: async () => true, toast: () => {} }

/** Creates a session with these notices. The other notices show nothing, and answer yes to questions. */
export const quietSession = (notices: Partial<Notices> = {}): Session =>
  createSession({ ...SILENT, ...notices }, { isStrict: true })

export function separatedSession(notices?: Partial<Notices>): Session {
  const session = quietSession(notices)
  session.history.restart(() => {
    session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, width: 1000, height: 500 }
    session.doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 1000, height: 500 } }
  })
  addLayer(session, 'background')
  addLayer(session, 'subject')
  return session
}

/**
 * Creates a session with pixels: a 300 × 200 px photo with a subject of 100 × 100 px. `offset`: distance of the
 * subject from the left and top, px.
 */
export function separatedPhoto(offset = 0): Session {
  const session = quietSession()
  const [width, height] = [300, 200]
  const bitmap = { width, height, close() {} } as ImageBitmap
  const isInside = (at: number) => at >= offset && at < offset + 100
  const coverage = Uint8Array.from({ length: width * height }, (_, i) =>
    isInside(i % width) && isInside(Math.floor(i / width)) ? 255 : 0,
  )
  const photo = session.assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha: false, sha256: 'p' })
  const matte = session.assets.put({ kind: 'matte', width, height, coverage })
  session.history.restart(() => {
    session.doc.photo = { asset: photo, name: 'p.jpg', hasAlpha: false, width, height }
    session.doc.separation = separationOf(session.assets, matte, 'test')
  })
  addLayer(session, 'background')
  addLayer(session, 'subject')
  return session
}

export const bareLayer = (id: string, kind: string, placement: LayerBase['placement'] = 'background'): LayerBase => ({
  id: id as LayerId,
  kind,
  placement,
})

export function documentOf(...layers: LayerBase[]) {
  const doc = emptyDocument()
  for (const each of layers) {
    doc.layers[each.id] = each
    doc.order.push(each.id)
  }
  return doc
}
