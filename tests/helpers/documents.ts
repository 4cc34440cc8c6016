/** Creates a document with a photo and its subject, ready to paint. */

import { newLayer } from '#client/layers/registry.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { type Document, emptyDocument } from '#client/model/document/document.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { bitmapOf } from './gpu.ts'
import type { Picture } from './photos.ts'

export async function documentOf(picture: Picture): Promise<{ doc: Document; assets: AssetStore }> {
  const { rgba, coverage, width, height } = picture
  const hasAlpha = rgba.some((value, i) => i % 4 === 3 && value < 255)
  const assets = new AssetStore()
  const bitmap = await bitmapOf(rgba.slice(), width, height)
  const photo = assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha, sha256: '' })
  const matte = assets.put({ kind: 'matte', width, height, coverage })
  const doc = emptyDocument()
  doc.photo = { asset: photo, name: 'a.png', width, height, hasAlpha }
  doc.separation = separationOf(assets, matte, 'test')
  newLayer(doc, 'background')
  newLayer(doc, 'subject')
  return { doc, assets }
}
