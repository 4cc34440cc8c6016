/** Data that workers compute before a branch can be painted exactly. */
import type { TextureSource } from 'pixi.js'
import type { PatchedPhoto } from '#client/model/assets/store.ts'
import { needsMask, tuneUniforms } from '#shaders/tune/steps.ts'
import { backgroundFillsOf } from '../inpainting/backgroundFills.ts'
import { filledGainMap } from '../inpainting/gainMapFills.ts'
import type { NodeContext } from '../kind.ts'
import { type EdgeColours, edgeColourCacheOf } from '../matting/foreground/edgeColours.ts'
import type { BranchPicture } from './branches.ts'
import { toneMasksOf } from './toneMasks.ts'

interface PhotoResources {
  /** tone mask; null = not needed; 'missing' = not computed yet, so nothing can be painted */
  mask: TextureSource | null | 'missing'
  /** edge colours; null = not needed or not computed yet, so the photo's own colours are used */
  edges: EdgeColours | null
  /** photo without its subject; null = not needed, or missing */
  filled: PatchedPhoto | null
  pending: Promise<unknown>[]
}

/**
 * Returns the computed ones of a branch's tone mask, edge colours and background fill. Starts computing the others and
 * returns their promises. Doesn't start edge colours for a draft or an unfinished matte, which will change. Starts the
 * fill if the branch has fill settings and a lifted subject. Exceptions: an unfinished matte, a draft with
 * an earlier fill, and a fill for the screen that the user cancelled.
 */
export function photoResources(
  { photo, matte, lifted, isLive = false, isUnfinished, branch, mattes = 1 }: BranchPicture,
  isDraft: boolean,
  { assets, gains, ...ctx }: NodeContext,
): PhotoResources {
  const pending: Promise<unknown>[] = []
  let mask: PhotoResources['mask'] = null
  if (!gains && needsMask(tuneUniforms(branch.set))) {
    const masks = toneMasksOf(assets)
    mask = masks.ready(photo, ctx) ?? 'missing'
    if (mask === 'missing') pending.push(masks.build(photo, ctx))
  }
  let edges: EdgeColours | null = null
  // A translucent photo was probably cut out before, so the photo's own edge colours are used.
  if (!gains && matte && branch.role !== 'WHOLE' && !photo.hasAlpha) {
    const cache = edgeColourCacheOf(assets)
    cache.makeRoom(mattes)
    edges = cache.get(photo, matte)
    if ((!edges || edges.isOutdated) && !isDraft && !isUnfinished) pending.push(cache.estimate(photo, matte))
  }
  let filled: PatchedPhoto | null = null
  const gain = gains?.get(photo.id)
  if (gain && lifted && branch.fill) {
    const fill = filledGainMap(gain, { photo, matte: lifted, settings: branch.fill })
    filled = fill.filled
    if (!filled) pending.push(fill.ready)
  } else if (lifted && branch.fill) {
    const fills = backgroundFillsOf(assets)
    const request = { photo, matte: lifted, settings: branch.fill }
    const known = fills.get(request)
    filled = known?.picture ?? null
    // The first gesture that moves the subject starts the fill immediately.
    const mayCompute = !isUnfinished && !(isDraft && known)
    if (mayCompute && fills.isMissing(request, isLive)) pending.push(fills.compute(request, isLive))
  }
  return { mask, edges, filled, pending }
}
