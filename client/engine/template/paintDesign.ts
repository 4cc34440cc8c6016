import { err, ok, type Result } from '#client/kit/values/result.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { createOffscreenRenderer, createPainter } from '#client/render/compositor/painter.ts'
import { decodeDesign, designErrorText } from './designLink.ts'
import { paintTemplate } from './paintTemplate.ts'

/**
 * Paints the design of a link on a placeholder photo, like a thumbnail in the gallery. Resolves with a data URL. Fails
 * with a message if the link is broken. Rejects if the browser can't paint.
 */
export async function paintDesign(code: string): Promise<Result<string, string>> {
  const design = await decodeDesign(code)
  if (!design.ok) return err(designErrorText(design.error))
  const assets = new AssetStore()
  const renderer = await createOffscreenRenderer()
  try {
    const url = await paintTemplate(design.value, assets, async (doc, scale, gains) =>
      createPainter({ doc, renderer, assets, kinds: paintedKinds, report: console.warn, scale, gains }),
    )
    return ok(url)
  } finally {
    assets.destroy()
    renderer.destroy()
  }
}
