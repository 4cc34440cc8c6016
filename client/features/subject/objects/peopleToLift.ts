/** Finds the people whom the user can lift: detected people who are not lifted objects yet. */

import { type Announcer, networkProgress, type TaskMessage } from '#client/editor/flows/flow.ts'
import { nonZeroBounds } from '#client/kit/bytes/bytes.ts'
import { reducedCoverage } from '#client/layers/colors/reducedPixels.ts'
import type { SegmentationRefiner } from '#client/media/segmenter/segmentation.ts'
import type { GridMask, SegmentStart } from '#client/media/segmenter/segmentationTypes.ts'
import type { BitmapAsset, Coverage } from '#client/model/assets/store.ts'
import type { SubjectSelection } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { liftedMatteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { COVERED } from '#client/render/matting/separation.ts'
import { liftedLayers } from '#client/render/objects/lifted.ts'

export const PEOPLE = {
  searching: 'Finding people…',
  nobody: 'No people found in this photo.',
  everybody: 'Each person found is already an object.',
  notSearched: 'Failed to find people. Please try again.',
} as const

/** A person who can be lifted: the matte to start from, and the bounding box, which is stored with the object. */
export interface PersonToLift {
  person: Extract<SegmentStart, `person-${number}`>
  chosen: SubjectSelection
  erases: false
}

/** The reason why no person can be lifted. */
export type NoPeople = 'nobody' | 'everybody' | 'notSearched'

interface PeopleDeps {
  session: Session
  announcer: Announcer
  refiner: Pick<SegmentationRefiner, 'eachPerson'>
}

/** If the IoU (intersection over union) of an object and a person is at least this value, they are the same. */
const SAME_IOU = 0.5

/**
 * Resolves with the people in `photo` who are not lifted objects yet, from left to right. Otherwise resolves with the
 * reason why there are none. Shows the progress as the status. Never changes the document.
 */
export async function peopleToLift(
  { session, announcer, refiner }: PeopleDeps,
  photo: BitmapAsset,
  signal: AbortSignal,
  message: TaskMessage,
): Promise<PersonToLift[] | NoPeople> {
  message.busy(PEOPLE.searching)
  const found = await refiner.eachPerson(photo.bitmap, {
    signal,
    onProgress: networkProgress(announcer, PEOPLE.searching),
  })
  if (!found.ok) return 'notSearched'
  if (found.value.length === 0) return 'nobody'
  const doc = snapshotOf(session)
  const objects = liftedLayers(doc).flatMap((layer) => liftedMatteOf(doc, session.assets, layer) ?? [])
  const people = found.value.flatMap((mask, i): PersonToLift[] => {
    if (objects.some((object) => iouOnGrid(mask, object) >= SAME_IOU)) return []
    return [{ person: `person-${i}`, chosen: { start: 'nothing', choices: [boxOf(mask, photo)] }, erases: false }]
  })
  return people.length > 0 ? people : 'everybody'
}

/** Returns the IoU of a mask and a matte of the photo. The matte is sampled at the centers of the mask's pixels. */
function iouOnGrid(mask: GridMask, matte: Coverage): number {
  const covered = reducedCoverage(matte, mask)
  let [both, either] = [0, 0]
  for (const [at, value] of mask.coverage.entries()) {
    const isInMask = value >= COVERED
    const isInMatte = (covered[at] ?? 0) >= COVERED
    if (isInMask && isInMatte) both++
    if (isInMask || isInMatte) either++
  }
  return either > 0 ? both / either : 0
}

/** Returns the mask's bounding box as a selection, in photo px. */
function boxOf(mask: GridMask, photo: BitmapAsset): SubjectSelection['choices'][number] {
  const inside = mask.coverage.map((value) => Number(value >= COVERED))
  const { x, y, width, height } = nonZeroBounds(inside, mask) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [scaleX, scaleY] = [photo.width / mask.width, photo.height / mask.height]
  return {
    adds: true,
    points: [
      { x: x * scaleX, y: y * scaleY, kind: 'box-start' },
      { x: (x + width) * scaleX, y: (y + height) * scaleY, kind: 'box-end' },
    ],
  }
}
