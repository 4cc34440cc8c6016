/** Erases objects from the photo of a document: the object is lifted and hidden, so that its place is filled. */

import type { PhotoPlace } from '#client/editor/templates/layeredImage.ts'
import { sparseCopy } from '#client/kit/base/bytes.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import { PIPELINE_ID, type SegmentationRefiner } from '#client/media/segmenter/segmentationRefiner.ts'
import type { SegmentError } from '#client/media/segmenter/segmenter.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import type { Document, SubjectSelection } from '#client/model/document/document.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { dividePhoto } from '#client/render/matting/mattingWorker.ts'

/** Erases the object at each place. Fails with 'nothing-there' where no object is found. */
export async function eraseObjects(
  doc: Document,
  places: readonly PhotoPlace[],
  { assets, refiner }: { assets: AssetStore; refiner: Pick<SegmentationRefiner, 'segmentChoices'> },
  signal: AbortSignal,
): Promise<Result<void, SegmentError | 'nothing-there'>> {
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo) return err('nothing-there')
  for (const place of places) {
    const choices = [choiceOf(place, photo)]
    const found = await refiner.segmentChoices(photo.bitmap, 'nothing', choices, { signal })
    if (!found.ok) return err(found.error === 'no-subject' ? 'nothing-there' : found.error)
    const part = await dividePhoto({ found: found.value, subject: matteOf(doc, assets) }, signal)
    if (!part) return err('nothing-there')
    const { coverage, home, box } = part
    const { width, height } = photo
    const matte = assets.put({ kind: 'matte', width, height, coverage: sparseCopy(coverage) })
    const lifted = { matte, model: PIPELINE_ID, home, choices, box }
    const id = newLayer(doc, 'object', { lifted, placement: home === 'subject' ? 'foreground' : 'background' })
    const layer = doc.layers[id]
    if (layer) layer.isHidden = true
  }
  return ok(undefined)
}

function choiceOf({ x, y, width, height }: PhotoPlace, photo: { width: number; height: number }) {
  const at = (across: number, down: number) => ({ x: (across / 100) * photo.width, y: (down / 100) * photo.height })
  const points: SubjectSelection['choices'][number]['points'] =
    width && height
      ? [
          { ...at(x, y), kind: 'box-start' },
          { ...at(x + width, y + height), kind: 'box-end' },
        ]
      : [{ ...at(x, y), kind: 'in' }]
  return { adds: true, points }
}
