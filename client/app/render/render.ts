/**
 * Renders for the command line: no interface, one function on the window. The product loads it only where the page has the
 * mark of the command line, which serves it on the loopback address.
 */
// First of all: Pixi compiles its uniform code at run time unless told otherwise, and our CSP forbids that.
import 'pixi.js/unsafe-eval'
import { WebGLRenderer } from 'pixi.js'
import { DESIGN_FAILURE, RENDER_FUNCTION, type RenderAnswer, type RenderJob } from '#server/contract/render.ts'
import { createPhotoRenderer } from '../../editor/automation/photoRenderer.ts'
import { conform } from '../../kit/base/fields.ts'
import { paintedKinds } from '../../layers/nodes.ts'
import { exportFields } from '../../media/exporter/exportSettings.ts'
import { PHOTO_LIMITS } from '../../media/importer/importer.ts'
import { createSegmentationRefiner } from '../../media/segmenter/segmentationRefiner.ts'
import { createSegmenter } from '../../media/segmenter/segmenter.ts'
import { createAssetStore } from '../../model/assets/store.ts'
import { createPainter } from '../../render/compositor/painter.ts'

/** The longest side that photos may have in the editor, px. */
const MAX_SIDE = 32_767

const renderer = new WebGLRenderer()
await renderer.init({ width: 16, height: 16, backgroundAlpha: 0, antialias: true })
const assets = createAssetStore()
const photos = createPhotoRenderer({
  segmenter: createSegmenter(),
  refiner: createSegmentationRefiner(),
  assets,
  limits: { ...PHOTO_LIMITS, maxSide: MAX_SIDE },
  createPainter: async (doc, scale) =>
    createPainter({
      doc,
      renderer,
      assets,
      kinds: paintedKinds,
      report: (error) => console.warn(error),
      ...(scale === undefined ? {} : { scale }),
    }),
})

const fileAt = async (address: string, name: string) => new File([await (await fetch(address)).blob()], name)

let opened = ''

async function render({ design, photo, name, settings, texts, result }: RenderJob): Promise<RenderAnswer> {
  if (opened !== design) {
    const open = await photos.openDesign(await fileAt(design, 'design.midground'))
    if (!open.ok) return { ok: false, error: DESIGN_FAILURE + open.error }
    opened = design
  }
  const file = await fileAt(photo, name)
  const { signal } = new AbortController()
  const rendered = await photos.render(
    { key: photo, file },
    { settings: conform(exportFields, settings), texts },
    signal,
  )
  if (!rendered.ok) return rendered
  const { file: picture, subject, leftOut, unknown } = rendered.value
  const sent = await fetch(result, { method: 'PUT', body: picture })
  if (!sent.ok) return { ok: false, error: await sent.text() }
  return { ok: true, bytes: picture.size, subject, leftOut, unknown }
}

Object.assign(window, { [RENDER_FUNCTION]: render })
