import { MANIFEST_URL, type SegmentModel, totalBytes } from '#client/media/segmenter/modelManifest.ts'
import { fetchFiles, fetchManifest } from '#client/media/segmenter/worker/modelFiles.ts'

/** Size limit of the prefetched models, bytes. All models together take 25 MB. */
const BUDGET_BYTES = 32e6

/**
 * Downloads the segmentation models into the segmenter's cache, best first, up to the size limit. `wanted` selects the
 * models to download. All other models also count towards the limit.
 */
export async function cacheModels(wanted: (model: SegmentModel) => boolean = () => true): Promise<void> {
  let room = BUDGET_BYTES
  for (const model of await fetchManifest(new URL(MANIFEST_URL, location.origin).href)) {
    room -= totalBytes(model)
    if (room < 0) return
    if (wanted(model)) await keepModel(model)
  }
}

async function keepModel({ files, variants }: SegmentModel): Promise<void> {
  for (const file of [...files, ...variants.map((variant) => variant.file)])
    if (!(await caches.match(file.url))) await fetchFiles({ files: [file] }, () => undefined)
}
