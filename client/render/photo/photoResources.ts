/** Data that workers compute before a branch can be painted exactly. */
import type { TextureSource } from 'pixi.js'
import { needsMask, tuneUniforms } from '#shaders/tune/steps.ts'
import type { PatchedPhoto } from '../../model/assets/store.ts'
import { backgroundFillsOf } from '../inpainting/backgroundFills.ts'
import type { NodeContext } from '../kind.ts'
import { type EdgeColours, edgeColourCacheOf } from '../matting/foreground/edgeColours.ts'
import type { BranchPicture } from './BranchPicture.ts'
import { toneMasksOf } from './toneMasks.ts'

interface PhotoResources {
  /** The tone mask; null = not needed; 'missing' = needed and not computed yet, so nothing can be painted. */
  mask: TextureSource | null | 'missing'
  /** The edge colours; null = not needed or not computed yet: the photo's own colours are used. */
  edges: EdgeColours | null
  /** The photo without its subject; null = none is needed, or it is missing. */
  filled: PatchedPhoto | null
  pending: Promise<unknown>[]
}

/**
 * Returns the tone mask, the edge colours and the background fill of a branch as far as they are computed, starts to
 * compute what is missing, and returns promises for that.
 * - Edge colours are not started for a draft or an unfinished matte, since the matte will change.
 * - The fill is started where a subject was lifted and the branch has fill settings, unless the matte is unfinished, a
 *   draft can show an earlier fill, or the user has cancelled this fill and the branch is for the screen.
 */
export function photoResources(
  { photo, matte, lifted, isLive = false, isUnfinished, branch, mattes = 1 }: BranchPicture,
  isDraft: boolean,
  { assets, ...ctx }: NodeContext,
): PhotoResources {
  const pending: Promise<unknown>[] = []
  let mask: PhotoResources['mask'] = null
  if (needsMask(tuneUniforms(branch.set))) {
    const masks = toneMasksOf(assets)
    mask = masks.ready(photo, ctx) ?? 'missing'
    if (mask === 'missing') pending.push(masks.build(photo, ctx))
  }
  let edges: EdgeColours | null = null
  // A translucent photo was probably cut out before, so its edge colours are kept.
  if (matte && branch.role !== 'WHOLE' && !photo.hasAlpha) {
    const cache = edgeColourCacheOf(assets)
    cache.makeRoom(mattes)
    edges = cache.get(photo, matte)
    if ((!edges || edges.isOutdated) && !isDraft && !isUnfinished) pending.push(cache.estimate(photo, matte))
  }
  let filled: PatchedPhoto | null = null
  if (lifted && branch.fill) {
    const fills = backgroundFillsOf(assets)
    const request = { photo, matte: lifted, settings: branch.fill }
    const known = fills.get(request)
    filled = known?.picture ?? null
    // A gesture that moves the subject away for the first time shows what was behind as soon as it can.
    const mayCompute = !isUnfinished && !(isDraft && known)
    if (mayCompute && fills.isMissing(request, isLive)) pending.push(fills.compute(request, isLive))
  }
  return { mask, edges, filled, pending }
}
