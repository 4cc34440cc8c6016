/** What is worked out in the background before a branch can be painted as it should be. */
import type { TextureSource } from 'pixi.js'
import { needsMask, tuneUniforms } from '#shaders/tune/uniforms.ts'
import type { NodeContext } from '../kind.ts'
import { type EdgeColours, edgeColourCacheOf } from '../matting/foreground/edgeColours.ts'
import type { BranchPicture } from './BranchPicture.ts'
import { toneMasksOf } from './toneMasks.ts'

interface PhotoResources {
  /** Of the tones; null = none is needed. Without one that is missing nothing can be painted. */
  mask: TextureSource | null | 'missing'
  /** Null = none are needed, or they are missing: until they are there the photo's own will do. */
  edges: EdgeColours | null
  pending: Promise<unknown>[]
}

/** While a gesture runs (`isDraft`), or a better matte is to come, no edges are looked for: its mattes may be gone in a moment. */
export function photoResources(
  { photo, matte, isUnfinished, branch }: BranchPicture,
  isDraft: boolean,
  { assets, renderer }: NodeContext,
): PhotoResources {
  const pending: Promise<unknown>[] = []
  let mask: PhotoResources['mask'] = null
  if (needsMask(tuneUniforms(branch.set))) {
    const masks = toneMasksOf(assets)
    mask = masks.ready(photo) ?? 'missing'
    if (mask === 'missing') pending.push(masks.build(photo, renderer))
  }
  let edges: EdgeColours | null = null
  // A photo that is translucent itself was cut out before: its edges are left as they are.
  if (matte && branch.role !== 'WHOLE' && !photo.hasAlpha) {
    edges = edgeColourCacheOf(assets).get(photo, matte)
    if ((!edges || edges.isOutdated) && !isDraft && !isUnfinished)
      pending.push(edgeColourCacheOf(assets).estimate(photo, matte))
  }
  return { mask, edges, pending }
}
