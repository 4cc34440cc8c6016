import { newLayer } from '#client/layers/registry.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { type Document, emptyDocument } from '#client/model/document/document.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { atEnd, putBitmap } from './gpu.ts'
import type { Picture } from './photos.ts'

/** Creates a document with a photo and its subject, ready to paint. Destroys the asset store when the test ends. */
export async function documentOf(picture: Picture): Promise<{ doc: Document; assets: AssetStore }> {
  const { rgba, coverage, width, height } = picture
  const hasAlpha = rgba.some((value, i) => i % 4 === 3 && value < 255)
  const assets = new AssetStore()
  atEnd(() => assets.destroy())
  const photo = await putBitmap(assets, rgba, picture, hasAlpha)
  const matte = assets.put({ kind: 'matte', width, height, coverage })
  const doc = emptyDocument()
  doc.photo = { ...photo, name: 'a.png' }
  doc.separation = separationOf(assets, matte, 'test')
  newLayer(doc, 'background')
  newLayer(doc, 'subject')
  return { doc, assets }
}
