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
  return { session, flows, images, projects: createBusyFlow(deps) }
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

it.each([
  ['older', [1, 0]],
  ['newer', [0, 1]],
])('the editor stays busy until two flows end, even if the %s flow ends last', async (_, order) => {
  const { session, images, projects } = flowsOf()
  const tasks = [images, projects].map((flow) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ended = flow.run(async () => {
      session.ui.busy = 'processing'
      await promise
      session.ui.busy = 'processing' // an older flow also reports stages after a newer flow has ended
    })
    return { resolve, ended }
  })
  const states: unknown[] = []
  for (const task of order.map((i) => tasks[i]!)) {
    task.resolve()
    await task.ended
    states.push(session.ui.busy)
  }
  expect(states).toEqual(['processing', null])
})

it('a canceled task that is still running does not keep the editor busy', async () => {
  const { session, images, projects } = flowsOf()
  const { promise, resolve } = Promise.withResolvers<void>()
  const canceled = images.run(() => promise)
  await projects.run(async () => {
    session.ui.busy = 'processing'
    images.cancel()
  })
  expect(session.ui.busy).toBeNull()
  resolve()
  await canceled
})
