/** A segmented photo with a fake refiner, for tests of the subject's tools. */

import { vi } from 'vitest'
import { type CommandContext, createCommandTable, runCommand } from '#client/editor/commands/command.ts'
import { editCommands } from '#client/editor/commands/table/add.ts'
import { createAnnouncer } from '#client/editor/flows/flow.ts'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type {
  GridMask,
  MaskPreview,
  SegmentError,
  SegmentOptions,
  SegmentStart,
  SelectionInput,
} from '#client/media/segmenter/segmentationTypes.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { partOf } from '#client/render/matting/partition/partition.ts'
import { separatedPhoto } from '../../../tests/helpers/session.ts'
import { SubjectSelector } from './select/subjectSelector.ts'

/** The refiner's preview, which is also its candidate mask. */
export const PREVIEW: MaskPreview = { width: 4, height: 1, coverage: Uint8Array.of(255, 0, 0, 0), score: 0.9 }

/** The estimated mask of an object. It is shown until the refiner responds. */
export const ESTIMATE: GridMask = { width: 4, height: 1, coverage: Uint8Array.of(0, 0, 0, 255) }

/** Coverage of an object of 20 × 20 px at (200, 150) px of the photo. */
export const OBJECT = Uint8Array.from({ length: 60_000 }, (_, i) =>
  Math.abs((i % 300) - 200) <= 10 && Math.abs(Math.floor(i / 300) - 150) <= 10 ? 255 : 0,
)

/** Opens a segmented photo. Tests set the refiner's results. */
export function selectorOnPhoto() {
  const session = separatedPhoto()
  const estimate = vi.fn((): GridMask | null => ESTIMATE)
  const toast = vi.fn()
  Object.assign(session.notices, { toast })
  const drawings: {
    start: SegmentStart
    choices: readonly SelectionInput[]
    signal: AbortSignal
    kind: SegmentOptions['kind']
    end(result: number | Uint8Array<ArrayBuffer> | SegmentError): void
  }[] = []
  const refiner = {
    previewInput: vi.fn(async () => ok(PREVIEW)),
    eachPerson: async () => ok([]),
    candidateMasks: vi.fn(
      async (
        _: ImageBitmap,
        __: { signal: AbortSignal; findsPeople?: boolean },
      ): Promise<Result<MaskPreview[], SegmentError>> => ok([PREVIEW]),
    ),
    segmentSelection: (
      _: ImageBitmap,
      start: SegmentStart,
      choices: readonly SelectionInput[],
      { signal, kind }: SegmentOptions,
    ) =>
      new Promise<Result<Coverage, SegmentError>>((resolve) =>
        drawings.push({
          start,
          choices,
          signal,
          kind,
          end(result) {
            const coverage = typeof result === 'number' ? new Uint8Array(60_000).fill(result) : result
            resolve(typeof coverage === 'string' ? err(coverage) : ok({ width: 300, height: 200, coverage }))
          },
        }),
      ),
  }
  const countImage = vi.fn()
  let filled = Promise.withResolvers<void>()
  const whenFilled = () => filled.promise
  const fill = () => {
    filled.resolve()
    filled = Promise.withResolvers()
  }
  const subjectSelector = new SubjectSelector({
    session,
    announcer: createAnnouncer(session),
    refiner,
    countImage,
    whenFilled,
    estimate,
    divide: async (request) => partOf(request),
  })
  const settled = () => vi.advanceTimersByTimeAsync(0)
  const shown = () => matteOf(snapshotOf(session), session.assets)?.coverage[0]
  return {
    session,
    subjectSelector,
    refiner,
    estimate,
    drawings,
    countImage,
    toast,
    settled,
    shown,
    fill,
  }
}

/** Runs the command Undo as a click on its button does. */
export function pressUndo(session: Session): void {
  const workspace = { session, tools: { isGesturing: false } } as Workspace // safe cast: Undo needs only these parts
  const context = { workspace } as CommandContext // safe cast: Undo needs only the workspace
  runCommand(createCommandTable(editCommands).of('undo'), context)
}
