/** Documents for the tests of pixels: a photo with its subject, ready to paint. */
import { type AssetStore, createAssetStore } from '#client/assets/store.ts'
import { conform } from '#client/base/fields.ts'
import type { LayerId } from '#client/base/ids.ts'
import { type Document, emptyDocument } from '#client/document/document.ts'
import { type KindName, kinds } from '#client/layers/registry.ts'
import { bitmapOf } from './gpu.ts'
import type { Picture } from './photos.ts'

export async function documentOf(picture: Picture): Promise<{ doc: Document; assets: AssetStore }> {
  const { rgba, coverage, width, height } = picture
  const hasAlpha = rgba.some((value, i) => i % 4 === 3 && value < 255)
  const assets = createAssetStore()
  const bitmap = await bitmapOf(rgba.slice(), width, height)
  const photo = assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha, sha256: '' })
  const matte = assets.put({ kind: 'matte', width, height, coverage })
  const doc = emptyDocument()
  doc.photo = { asset: photo, name: 'a.png', width, height, hasAlpha }
  doc.separation = { matte, model: 'test' }
  addLayer(doc, 'background')
  addLayer(doc, 'subject')
  return { doc, assets }
}

/** What `values` leaves out is the kind's default. */
export function addLayer(doc: Document, kind: KindName, values: object = {}): LayerId {
  const id = `${kind}${doc.order.length}` as LayerId
  const { fields, placement } = kinds[kind]
  doc.layers[id] = { placement, ...conform(fields, values), id, kind }
  doc.order.push(id)
  return id
}
