/** Makes a template file for tests of the command line. */
import { writeProjectFile } from '#client/engine/project-file/file.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { emptyDocument } from '#client/model/document/document.ts'

/** Returns a template file with two text layers: one with fixed text, and one with the photo's name. */
export async function textTemplate(): Promise<Uint8Array> {
  const none = 'none' as AssetId
  const document = emptyDocument()
  document.photo = { asset: none, name: '', width: 1600, height: 1200, hasAlpha: false }
  document.separation = { matte: none, model: '', box: { x: 400, y: 200, width: 800, height: 1000 } }
  newLayer(document, 'background')
  newLayer(document, 'subject')
  newLayer(document, 'text', { text: 'Hello' })
  newLayer(document, 'text', { text: '{photo}' })
  const project = { name: 'template', savedAt: 0, document, assets: [], fonts: [], isDesign: true } as const
  return new Uint8Array(await (await writeProjectFile(project, new Map())).arrayBuffer())
}
