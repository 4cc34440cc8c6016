/** Tests that downloads wait for the better matte. */
import { expect, it, vi } from 'vitest'
import type { FlowHost } from '#client/editor/flows/flowHost.ts'
import { ok } from '#client/kit/values/result.ts'
import { DEFAULT_MODEL } from '#client/media/segmenter/modelManifest.ts'
import { createImproving } from '../subjectFlows.ts'
import { found, open, selectSubject, setup, shown } from './improve.testing.ts'

/** Creates the flow for a photo with the quick matte. */
function setupFlow() {
  const { session, find, searches } = setup()
  session.history.restart(() => Object.assign(session.doc.separation!, { model: DEFAULT_MODEL }))
  const improving = createImproving({ session, refiner: { find }, flow: () => ({}) } as unknown as FlowHost)
  return { session, find, searches, improving }
}

it('a download waits for the better matte, unless the user skips the wait', async () => {
  const { session, searches, improving } = setupFlow()
  expect(improving.whenDone(true)).toBeNull()
  improving.subjectFound(Promise.resolve())
  const waiting = [vi.fn(), vi.fn()]
  void improving.whenDone(true)!.then(waiting[0])
  improving.skip()
  await vi.waitFor(() => expect(waiting[0]).toHaveBeenCalled())
  void improving.whenDone(true)!.then(waiting[1])
  await new Promise(setImmediate)
  expect([waiting[1]!.mock.calls.length, session.ui.subject.isRefining]).toEqual([0, true])
  searches[0]!.end(ok(found(2)))
  await vi.waitFor(() => expect(waiting[1]).toHaveBeenCalled())
  expect([improving.whenDone(true), session.ui.subject.isRefining, shown(session)]).toEqual([null, false, 2])
})

it('a waiting download continues when the user selects another subject', async () => {
  const { session, improving } = setupFlow()
  improving.subjectFound(Promise.resolve())
  const waiting = vi.fn()
  void improving.whenDone(true)!.then(waiting)
  await new Promise(setImmediate)
  expect(waiting).not.toHaveBeenCalled()
  selectSubject(session)
  await vi.waitFor(() => expect(waiting).toHaveBeenCalled())
  expect(session.ui.subject.isRefining).toBe(true)
})

it("a download waits for the better matte even if its computation hasn't started", async () => {
  const { session, find, improving } = setupFlow()
  const { promise: painted, resolve: paint } = Promise.withResolvers<void>()
  improving.subjectFound(painted)
  await new Promise(setImmediate)
  expect([find.mock.calls.length, session.ui.subject.isRefining]).toEqual([0, true])
  expect(improving.whenDone(true)).not.toBeNull()
  paint()
  await vi.waitFor(() => expect(find).toHaveBeenCalledOnce())
})

it('no better matte is computed for a photo that is replaced before its first paint', async () => {
  const { session, find, improving } = setupFlow()
  const { promise: painted, resolve: paint } = Promise.withResolvers<void>()
  improving.subjectFound(painted)
  open(session, 'b')
  paint()
  await vi.waitFor(() => expect(session.ui.subject.isRefining).toBe(false))
  expect(find).not.toHaveBeenCalled()
})

it("a download doesn't wait for the better matte if the image doesn't depend on the matte", () => {
  const { session, improving } = setupFlow()
  improving.subjectFound(Promise.resolve())
  expect(improving.whenDone(false)).toBeNull()
  session.history.transact('Tune', () => {
    session.doc.tune.background.brightness = 50
  })
  expect(improving.whenDone(false)).not.toBeNull()
})
