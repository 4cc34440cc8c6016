/** Tests that a new photo stops the work of flows on the previous photo. */
import { describe, expect, it } from 'vitest'
import { createFeatureFlows, type FlowHost } from '#client/editor/flows/host.ts'
import { createStickers } from '#client/editor/flows/overlay.ts'
import { file, mockedUploader } from '#client/editor/flows/testing.ts'
import { err } from '#client/kit/base/result.ts'
import { startLifting } from '#client/model/session/ui/subject.ts'
import { createBackgrounds } from './background/backgrounds.ts'
import { features } from './registry.ts'
import { createImproving, createSelector } from './subject/subjectFlows.ts'

/** Opens a photo. All work of the features then hangs until it is aborted. `signals`: the signals of that work. */
async function opened() {
  const { session, uploader, deps, segment } = mockedUploader()
  await uploader.upload(file('one.jpg'))
  session.ui.downloadedVersion = session.history.state.version
  const signals: AbortSignal[] = []
  const hang = (...what: unknown[]) => {
    const { signal } = what.at(-1) as { signal: AbortSignal }
    signals.push(signal)
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(err('aborted'))))
  }
  const host = {
    ...deps,
    importImage: hang,
    refiner: { segmentChoices: hang, eachPerson: hang, candidateMasks: hang, previewChoice: hang, find: hang },
    stage: { ready: () => new Promise(() => {}) },
    userId: () => null,
  } as unknown as FlowHost
  const flows = createFeatureFlows(() => Object.assign(host, { flow: flows.flow }), features.flows)
  flows.start()
  deps.leavePhoto.mockImplementation(() => flows.each((one) => one.cancel?.()))
  return { session, uploader, segment, signals, flow: flows.flow }
}

type Opened = Awaited<ReturnType<typeof opened>>

const WORK: readonly (readonly [string, (opened: Opened) => unknown])[] = [
  ['the selection of the subject', ({ flow }) => flow(createSelector).click({ x: 1, y: 1 }, true)],
  ['the search for suggestions', ({ flow }) => flow(createSelector).findCandidates()],
  ['the search for people', ({ flow }) => flow(createSelector).liftPeople()],
  [
    'a lift',
    ({ flow, session }) => {
      startLifting(session.ui, 'lift')
      flow(createSelector).click({ x: 1, y: 1 }, true)
    },
  ],
  ['the search for a better matte', ({ flow }) => flow(createImproving).subjectFound()],
  ['the import of a background', ({ flow }) => flow(createBackgrounds).setImage(file('sky.jpg'))],
  ['the import of a sticker', ({ flow }) => flow(createStickers).add(file('star.jpg'))],
]

describe.each(WORK)('%s', (_, begin) => {
  it('is canceled by a new photo, which stays busy until its subject is found', async () => {
    const all = await opened()
    const { session, uploader, segment, signals } = all
    void begin(all)
    await expect.poll(() => signals.length).toBeGreaterThan(0)
    const found = Promise.withResolvers<never>()
    segment.mockImplementationOnce((_, { onSent }) => {
      onSent?.()
      return found.promise
    })
    const uploading = uploader.upload(file('two.jpg'))
    await expect.poll(() => session.doc.photo?.name).toBe('two.jpg')
    expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map(() => true))
    await new Promise((resolve) => setTimeout(resolve)) // the canceled work stops
    expect(session.ui.busy).toBe('processing')
    found.resolve(err('no-subject') as never)
    await uploading
    expect(session.ui.busy).toBeNull()
  })
})
