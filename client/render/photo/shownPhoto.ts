import { type AssetId, newId } from '../../kit/base/ids.ts'
import type { BitmapAsset, PatchedPhoto } from '../../model/assets/store.ts'

const combined = new WeakMap<PatchedPhoto, { edges: PatchedPhoto; photo: PatchedPhoto }>()

/**
 * Returns the pixels that a branch reads: the photo, or the photo with the colours of its plane at the edges, with what was
 * lifted out of it filled in, or with both. `edges`: absent = the photo's own colours.
 */
export function shownPhoto(
  photo: BitmapAsset,
  edges: BitmapAsset | PatchedPhoto | undefined,
  filled: PatchedPhoto | null,
): BitmapAsset | PatchedPhoto {
  if (!filled || edges?.kind !== 'patched') return filled ?? edges ?? photo
  const known = combined.get(filled)
  if (known?.edges === edges) return known.photo
  const patches = [...edges.patches, ...filled.patches]
  const both: PatchedPhoto = { ...filled, id: newId<AssetId>(), patches }
  combined.set(filled, { edges, photo: both })
  return both
}
