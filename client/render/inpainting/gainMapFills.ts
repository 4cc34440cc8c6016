/** Fills of gain maps, computed in a worker and cached per map. */
import { callOnce } from '#client/kit/async/callWorker.ts'
import { sparseCopy } from '#client/kit/bytes/bytes.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import {
  type BitmapAsset,
  type MatteAsset,
  type Patch,
  type PatchedPhoto,
  patchedPhoto,
} from '#client/model/assets/store.ts'
import type { FillSettings } from './fillFields.ts'
import { fillCoverage } from './holes.ts'
import { startInpainting } from './inpaintPhoto.ts'

interface Request {
  photo: Size
  /** Matte of the lifted subject or object, which is the hole. */
  matte: MatteAsset
  /** Matte of the cutouts that stay in place. The fill neither changes nor copies them. */
  beside?: MatteAsset | null
  settings: FillSettings
}

const known = new WeakMap<BitmapAsset, { key: string; filled: PatchedPhoto | null; ready: Promise<void> }>()

/**
 * Fills a hole of the photo in its halved gain map. Returns an entry; the latest entry of each map is cached. `filled`
 * is null until `ready` resolves, and after a failure, which is logged.
 */
export function filledGainMap(map: BitmapAsset, { photo, matte, beside, settings }: Request) {
  const key = `${matte.id} ${beside?.id} ${JSON.stringify(settings)}`
  const held = known.get(map)
  if (held?.key === key) return held
  const entry = { key, filled: null as PatchedPhoto | null, ready: Promise.resolve() }
  entry.ready = patchesOf(map, fillCoverage(matte.coverage, photo, settings), beside, photo).then(
    (patches) => {
      entry.filled = patchedPhoto(map, patches, photo)
    },
    (reason: unknown) => console.error('the gain map could not be filled:', reason),
  )
  known.set(map, entry)
  return entry
}

async function patchesOf(
  { bitmap }: BitmapAsset,
  coverage: Uint8Array,
  beside: MatteAsset | null | undefined,
  photo: Size,
): Promise<Patch[]> {
  const [image, own] = [await createImageBitmap(bitmap), sparseCopy(coverage)]
  const kept = beside ? sparseCopy(beside.coverage) : null
  return callOnce(startInpainting, 'fillGainMap', [image, own, kept, photo], { transfer: [image, own.buffer] })
}
