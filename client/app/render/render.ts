/**
 * Renders photos for the command line. The page has no interface, only one function on the window. The app loads this
 * module only on pages that the command line has marked. The command line serves these pages on the loopback address.
 */

import { PhotoRenderer } from '#client/editor/batch/photoRenderer.ts'
import { conform } from '#client/kit/base/fields.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { exportFields } from '#client/media/exporter/exportSettings.ts'
import { typedFile } from '#client/media/importer/sniff.ts'
import { createSegmentationRefiner } from '#client/media/segmenter/segmentationRefiner.ts'
import { createSegmenter } from '#client/media/segmenter/segmenter.ts'
import { createAssetStore } from '#client/model/assets/store.ts'
import { createOffscreenRenderer, createPainter } from '#client/render/compositor/painter.ts'
import { DESIGN_FAILURE, RENDER_FUNCTION, type RenderAnswer, type RenderJob } from '#server/contract/render.ts'

const renderer = await createOffscreenRenderer()
const assets = createAssetStore()
const photos = new PhotoRenderer({
  segmenter: createSegmenter(),
  refiner: createSegmentationRefiner(),
  assets,
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

const blobAt = async (address: string) => (await fetch(address)).blob()

let opened = ''

/** Opens the template. Returns the error, or null on success. */
async function openTemplate(design: RenderJob['design']): Promise<string | null> {
  if (opened === design) return null
  const open = await photos.openTemplate(await blobAt(design))
  if (!open.ok) return DESIGN_FAILURE + open.error
  opened = design
  return null
}

async function render({ design, photo, name, settings, texts, result }: RenderJob): Promise<RenderAnswer> {
  const failure = await openTemplate(design)
  if (failure !== null) return { ok: false, error: failure }
  const file = await typedFile(await blobAt(photo), name)
  const { signal } = new AbortController()
  const composed = await photos.compose({ key: photo, file }, texts, signal)
  if (!composed.ok) return composed
  const { document, ...report } = composed.value
  const picture = await photos.exportDocument(document, conform(exportFields, settings), signal)
  if (!picture.ok) return picture
  const sent = await fetch(result, { method: 'PUT', body: picture.value })
  if (!sent.ok) return { ok: false, error: await sent.text() }
  return { ok: true, bytes: picture.value.size, ...report }
}

Object.assign(window, { [RENDER_FUNCTION]: render })
