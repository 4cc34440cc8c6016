import { expect, it, vi } from 'vitest'
import { createBackgrounds } from '#client/features/background/backgrounds.ts'
import { err } from '#client/kit/base/result.ts'
import type { ImportOptions } from '#client/media/importer/importer.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { createAnnouncer } from '../flows/flow.ts'
import { createOverlays, createStickers } from '../flows/overlay.ts'
import { createUploader } from '../flows/upload.ts'
import { cancelBusy } from './FlowStatus.tsx'

/** Opens a segmented photo. Every import hangs until it is cancelled, as without a network. */
function flowsOf() {
  const session = separatedSession()
  const announcer = createAnnouncer(session)
  const deps = {
    session,
    announcer,
    async importImage(_: File, { signal }: ImportOptions) {
      announcer.busy('Waiting')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return err('aborted' as const)
    },
    segmenter: { segment: async () => err('aborted' as const), warmUp() {} },
  }
  const backgrounds = createBackgrounds(deps)
  const flows = {
    uploader: createUploader({
      ...deps,
      requestProcessing: async () => true,
      afterPaint() {},
      countImage() {},
      subjectFound() {},
      leavePhoto() {},
    }),
    cancelBusyFlows: vi.fn(() => backgrounds.cancelBusy()),
    stickers: createStickers(deps),
    overlays: createOverlays({ ...deps, cutOut: async (bitmap) => bitmap, thumbnail: () => '', recordUsage() {} }),
    projects: { cancelOpening: vi.fn() },
  }
  return { session, flows, backgrounds }
}
const FILE = new File([], 'sky.heic')

it.each<
  [
    string,
    (flows: ReturnType<typeof flowsOf>['flows'] & Pick<ReturnType<typeof flowsOf>, 'backgrounds'>) => Promise<void>,
  ]
>([
  ['a photo', ({ uploader }) => uploader.upload(FILE)],
  ['a background image', ({ backgrounds }) => backgrounds.setImage(FILE)],
  ['a sticker', ({ stickers }) => stickers.add(FILE)],
  ['an overlay', ({ overlays }) => overlays.add(FILE)],
])('cancelling the import of %s makes the editor usable again', async (_, begin) => {
  const { session, flows, backgrounds } = flowsOf()
  const ended = begin({ ...flows, backgrounds })
  await expect.poll(() => session.ui.busy).toBe('processing')
  cancelBusy(flows)
  await ended
  expect(session.ui).toMatchObject({ busy: null, status: null })
})

it('cancelling ends the opening of a project and the flows of features', () => {
  const { flows } = flowsOf()
  cancelBusy(flows)
  expect(flows.cancelBusyFlows).toHaveBeenCalledOnce()
  expect(flows.projects.cancelOpening).toHaveBeenCalledOnce()
})

it("cancelling the running flow doesn't remove the overlay images", () => {
  const { session, flows } = flowsOf()
  session.ui.overlay.images = [{ id: 'a' } as never]
  cancelBusy(flows)
  expect(session.ui.overlay.images).toHaveLength(1)
})
