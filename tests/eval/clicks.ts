/** Simulates clicks on the largest error of a mask, and measures how well the selection tool corrects it. */
import { pointsOf } from '#client/media/segmenter/clickPoints.ts'
import { largestComponents } from '#client/media/segmenter/pipeline/components.ts'
import { distanceMaxima } from '#client/media/segmenter/pipeline/distanceTransform.ts'
import type { SegmentationRefiner } from '#client/media/segmenter/segmentation.ts'
import type { SelectionInput } from '#client/media/segmenter/segmentationTypes.ts'
import { measure } from './measures.ts'

const CLICKS = 3

/**
 * Returns the IoU after each of up to `CLICKS` clicks. Each click is at the deepest point of the current mask's largest
 * error. Stops when the mask has no error. @throws Error with the code of the refiner's error
 */
export async function iouAfterClicks(
  refiner: SegmentationRefiner,
  photo: ImageBitmap,
  matte: Uint8Array,
  truth: Uint8Array,
): Promise<number[]> {
  const size = { width: photo.width, height: photo.height }
  const choices: SelectionInput[] = []
  const reached: number[] = []
  let now = matte
  for (let i = 0; i < CLICKS; i++) {
    const found = largestMistake(now, truth, size)
    if (!found) break
    const { isMissing, middle } = found
    choices.push({ adds: isMissing, points: pointsOf(middle, isMissing, { ...size, coverage: now }) })
    const drawn = await refiner.segmentSelection(photo, 'found', choices, { signal: new AbortController().signal })
    if (!drawn.ok) throw new Error(drawn.error)
    now = drawn.value.coverage
    reached.push(measure(now, truth, size).iou)
  }
  return reached
}

function largestMistake(matte: Uint8Array, truth: Uint8Array, size: { width: number; height: number }) {
  const mistakes = (isMissing: boolean) =>
    Uint8Array.from(truth, (wanted, i) =>
      Number(isMissing ? wanted > 127 && (matte[i] ?? 0) < 128 : wanted < 128 && (matte[i] ?? 0) > 127),
    )
  const found = [true, false].flatMap((isMissing) => {
    const [part] = largestComponents({ ...size, inside: mistakes(isMissing) }, 0, 1)
    const [middle] = part ? distanceMaxima(part, 1) : []
    const area = part?.inside.reduce((sum, own) => sum + own, 0) ?? 0
    return middle ? [{ isMissing, middle, area }] : []
  })
  return found.sort((a, b) => b.area - a.area)[0]
}
