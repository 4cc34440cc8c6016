/** Tests that opening a new photo stops a flow's work on the previous photo. */
import { expect, it } from 'vitest'
import { err } from '#client/kit/values/result.ts'
import { type CreateFlow, createFeatureFlows, type FlowHost } from './flowHost.ts'
import { file, mockedUploader } from './testing.ts'

/**
 * Opens a photo. After that, all tasks of the flows hang until they are aborted. `signals`: abort signals of these
 * tasks.
 */
async function opened(started: readonly CreateFlow[]) {
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
    refiner: { segmentSelection: hang, eachPerson: hang, candidateMasks: hang, previewInput: hang, find: hang },
    stage: { ready: () => new Promise(() => {}) },
    userId: () => null,
  } as unknown as FlowHost
  const flows = createFeatureFlows(() => Object.assign(host, { flow: flows.flow }), started)
  flows.start()
  deps.leavePhoto.mockImplementation(() => flows.each((one) => one.cancel?.()))
  return { session, uploader, segment, signals, flow: flows.flow }
}

export type Opened = Awaited<ReturnType<typeof opened>>

/**
 * Tests that a new photo cancels the work that `begin` has started, and that the editor is busy with the new photo.
 * `started`: flows that the editor creates at startup.
 */
export function endsWithNewPhoto(
  name: string,
  begin: (opened: Opened) => unknown,
  started: readonly CreateFlow[] = [],
) {
  /** Starts the work, then opens a second photo. Its segmentation runs until `found` is settled. */
  const openSecond = async () => {
    const all = await opened(started)
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
    const finish = async () => {
      found.resolve(err('no-subject') as never)
      await uploading
    }
    return { session, signals, finish }
  }

  it(`a new photo cancels ${name}`, async () => {
    const { signals, finish } = await openSecond()
    expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map(() => true))
    await finish()
  })

  it(`after a new photo cancels ${name}, the editor is busy until the subject is found`, async () => {
    const { session, finish } = await openSecond()
    await new Promise((resolve) => setTimeout(resolve)) // the canceled work settles
    expect(session.ui.busy).toBe('processing')
    await finish()
    expect(session.ui.busy).toBeNull()
  })
}
