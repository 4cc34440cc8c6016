/** Computes the size of a motion's frames. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { exportScale } from '#client/model/document/backdrop.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { exportFields, type PicturePlan, planPicture } from '../exportSettings.ts'
import type { FrameLimits, MotionFile } from './motionFormats.ts'

/** Side of a macroblock, px (ITU-T H.264, 3.83). */
const MACROBLOCK = 16

const macroblocksOf = ({ width, height }: Size) => Math.ceil(width / MACROBLOCK) * Math.ceil(height / MACROBLOCK)

const exceedsLimits = (size: Size, { maxSide, maxMacroblocks = Number.POSITIVE_INFINITY }: FrameLimits) =>
  Math.max(size.width, size.height) > maxSide || macroblocksOf(size) > maxMacroblocks

/** Returns true if a chosen size, such as '1080x1920', exceeds the limits. The size 'original' never does. */
export const isTooLarge = (size: MotionFile['size'], limits: FrameLimits): boolean =>
  size !== 'original' && exceedsLimits(chosenSize(size), limits)

function chosenSize(size: MotionFile['size']): Size {
  const [width = 2, height = 2] = size.split('x').map(Number)
  return { width: even(width), height: even(height) }
}

const even = (length: number) => Math.max(2, 2 * Math.floor(length / 2 + 1e-6))

/**
 * Returns the scale and the frame of a motion. Both sides are even. The size 'original' is reduced to the limits, and a
 * chosen size, such as '1080x1920', to `maxSide`.
 */
export function planMotion(doc: DocumentSnapshot, size: MotionFile['size'], limits: FrameLimits): PicturePlan {
  const { width, height } = pictureRect(doc)
  const natural = exportScale(doc)
  if (size !== 'original') {
    const chosen = chosenSize(size)
    const by = Math.min(1, limits.maxSide / Math.max(chosen.width, chosen.height))
    const sides = { width: even(chosen.width * by), height: even(chosen.height * by) }
    const pixels = { size: 'pixels', ...sides, fitting: 'crop' } as const
    return planPicture({ ...defaults(exportFields), ...pixels }, { x: 0, y: 0, width, height }, natural)
  }
  const longer = Math.max(width, height)
  const { maxSide, maxOriginalSide = maxSide } = limits
  const planOf = (scale: number) => ({
    scale,
    frame: { x: 0, y: 0, width: even(width * scale), height: even(height * scale) },
  })
  let plan = planOf(Math.min(natural, maxOriginalSide / longer))
  // shortens the longer side until the macroblocks fit
  for (let side = even(plan.scale * longer) - 2; exceedsLimits(plan.frame, limits); side -= 2)
    plan = planOf(side / longer)
  return plan
}
