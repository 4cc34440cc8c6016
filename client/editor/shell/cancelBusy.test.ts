import { expect, it } from 'vitest'
import { err } from '#client/kit/values/result.ts'
import type { ImportOptions } from '#client/media/importer/importer.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { cancelBusy, createAnnouncer } from '../flows/flow.ts'
import { createFeatureFlows } from '../flows/flowHost.ts'
import { endsWithNewPhoto } from '../flows/newPhoto.testing.ts'
import { createOverlays } from '../flows/overlays.ts'
import { createStickers } from '../flows/stickers.ts'
import { createUploader } from '../flows/upload.ts'

/** Opens a segmented photo. Every import hangs until it is canceled, as on a device that is offline. */
function flowsOf() {
  const session = separatedSession()
  const announcer = createAnnouncer(session)
  const deps = {
    session,
    announcer,
    async importImage(_: File, { signal }: ImportOptions) {
      announcer.begin(signal).busy('Waiting')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return err('aborted' as const)
    },
    segmenter: { segment: async () => err('aborted' as const), warmUp() {} },
  }
  const { flow } = createFeatureFlows(() => deps as never, [])
  const uploader = createUploader({
    ...deps,
    requestProcessing: async () => true,
    afterPaint() {},
    countImage() {},
    subjectFound() {},
    leavePhoto() {},
  })
  const overlays = flow(() =>
    createOverlays({ ...deps, cutOut: async (bitmap) => bitmap, thumbnail: () => '', countOverlay() {} }),
  )
  const flows = { uploader, overlays, stickers: flow(createStickers) }
  return { session, flows }
}
const FILE = new File([], 'sky.heic')

it.each<[string, (flows: ReturnType<typeof flowsOf>['flows']) => Promise<void>]>([
  ['a photo', ({ uploader }) => uploader.upload(FILE)],
  ['a sticker', ({ stickers }) => stickers.add(FILE)],
  ['an overlay', ({ overlays }) => overlays.add(FILE)],
])('canceling the import of %s makes the editor usable again', async (_, begin) => {
  const { session, flows } = flowsOf()
  const ended = begin(flows)
  await expect.poll(() => session.ui.busy).toBe('processing')
  cancelBusy(session)
  await ended
  expect(session.ui).toMatchObject({ busy: null, status: null })
})

it("canceling the import of a sticker doesn't report a canceled analysis", async () => {
  const { session, flows } = flowsOf()
  session.history.restart(() => {
    session.doc.separation = null
  })
  const missing = { missingIn: session.doc.photo?.asset ?? null }
  Object.assign(session.ui.subject, missing)
  const ended = flows.stickers.add(FILE)
  expect(session.ui.busy).toBe('processing')
  cancelBusy(session)
  await ended
  expect(session.ui.status).toBeNull()
})

it("canceling the running flow doesn't remove the overlay images", () => {
  const { session } = flowsOf()
  session.ui.overlay.images = [{ id: 'a' } as never]
  cancelBusy(session)
  expect(session.ui.overlay.images).toHaveLength(1)
})

endsWithNewPhoto('the import of a sticker', ({ flow }) => flow(createStickers).add(FILE))
