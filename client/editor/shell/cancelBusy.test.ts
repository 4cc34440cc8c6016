import { expect, it } from 'vitest'
import { err } from '#client/kit/values/result.ts'
import type { ImportOptions } from '#client/media/importer/importer.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { cancelBusy, createAnnouncer, createBusyFlow } from '../flows/flow.ts'
import { importPicture } from '../flows/importPicture.ts'
import { IMPORT_ERRORS } from '../flows/messages.ts'
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
  const uploader = createUploader({
    ...deps,
    requestProcessing: async () => true,
    afterPaint() {},
    countImage() {},
    subjectFound() {},
    leavePhoto() {},
  })
  const images = createBusyFlow(deps)
  const addImage = (file: File) => images.run((signal) => importPicture(deps, file, signal, IMPORT_ERRORS))
  const flows = { uploader, addImage }
  return { session, flows }
}
const FILE = new File([], 'sky.heic')

it.each<[string, (flows: ReturnType<typeof flowsOf>['flows']) => Promise<unknown>]>([
  ['a photo', ({ uploader }) => uploader.upload(FILE)],
  ['an image for a layer', ({ addImage }) => addImage(FILE)],
])('canceling the import of %s makes the editor usable again', async (_, begin) => {
  const { session, flows } = flowsOf()
  const ended = begin(flows)
  await expect.poll(() => session.ui.busy).toBe('processing')
  cancelBusy(session)
  await ended
  expect(session.ui).toMatchObject({ busy: null, status: null })
})

it("canceling the import of an image for a layer doesn't report a canceled analysis", async () => {
  const { session, flows } = flowsOf()
  session.history.restart(() => {
    session.doc.separation = null
  })
  const missing = { missingIn: session.doc.photo?.asset ?? null }
  Object.assign(session.ui.subject, missing)
  const ended = flows.addImage(FILE)
  expect(session.ui.busy).toBe('processing')
  cancelBusy(session)
  await ended
  expect(session.ui.status).toBeNull()
})
