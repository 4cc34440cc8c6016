import { err, ok, type Result } from '#client/kit/values/result.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { createOffscreenRenderer, createPainter } from '#client/render/compositor/painter.ts'
import { decodeDesign, designErrorText } from './designLink.ts'
import { paintTemplate } from './paintTemplate.ts'

/**
 * Paints the design of a link on a placeholder photo, as the gallery paints a template. Resolves with a data URL, or
 * with the sentence about a broken link. Rejects if the browser can't paint.
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
