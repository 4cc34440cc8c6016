import { beforeEach, expect, it, vi } from 'vitest'
import { cancelBusy, createAnnouncer } from '#client/editor/flows/flow.ts'
import { endsWithNewPhoto } from '#client/editor/flows/newPhoto.testing.ts'
import { file, heardSession, imageOf } from '#client/editor/flows/testing.ts'
import {
  boom,
  expectEnded,
  FAILURES,
  failing,
  pictureDeps,
  withBroken,
} from '#client/editor/flows/unexpected.testing.ts'
import { err, ok } from '#client/kit/values/result.ts'
import { duplicateLayer, removeLayer } from '#client/layers/actions.ts'
import type { OverlayLayer } from '#client/layers/overlay/schema.ts'
import { snapshotOf, stepToCancel } from '#client/model/session/session.ts'
import { isCut, overlaySlotsLeft, overlayState, unlistedOverlays } from './overlayState.ts'
import { createOverlayFlow, createOverlays, type OverlayDeps } from './overlays.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal(
    'createImageBitmap',
    async ({ width, height }: ImageBitmap) => imageOf('copy', [width, height]).image.bitmap,
  )
})

const overlayDeps = (deps: Omit<OverlayDeps, 'cutOut' | 'thumbnail' | 'countOverlay'>): OverlayDeps => ({
  ...deps,
  cutOut: async (bitmap) => bitmap,
  thumbnail: () => 'data:,',
  countOverlay() {},
})

function setup(change: Partial<OverlayDeps> = {}) {
  const heard = heardSession()
  const { session } = heard
  const segment = vi.fn(async () => ok({ width: 400, height: 200, coverage: new Uint8Array(80_000) }))
  const countOverlay = vi.fn()
  const overlays = createOverlays({
    ...overlayDeps({
      session,
      announcer: createAnnouncer(session),
      importImage: async ({ name }) => ok(imageOf(name, [400, 200]).image),
      segmenter: { segment },
    }),
    countOverlay,
    ...change,
  })
  const layers = () =>
    Object.values(session.doc.layers).filter(({ kind }) => kind === 'overlay') as unknown as OverlayLayer[]
  const state = overlayState(session)
  return { ...heard, overlays, state, segment, countOverlay, layers, images: () => state.images }
}

it('a third overlay image is rejected', async () => {
  const { state, overlays, said, images } = setup()
  for (const name of ['a.png', 'b.png', 'c.png']) await overlays.add(file(name))
  expect(images()).toHaveLength(2)
  expect(state.error).toBe('Maximum of 2 images allowed')
  await overlays.add(file('d.png'), false)
  expect(state.error).toBeNull()
  expect(said).toEqual(['Maximum of 2 background images allowed'])
})

it('an overlay image is rejected while another flow is running', async () => {
  const { session, overlays, images } = setup()
  session.ui.busy = 'processing'
  await overlays.add(file('a.png'), false)
  expect([images(), session.ui.busy]).toEqual([[], 'processing'])
})

endsWithNewPhoto('the import of an overlay image', ({ flow }) => flow(createOverlayFlow).add(file()))

it('an overlay image is added at half the size that would fill the canvas', async () => {
  const { overlays, images, layers, session } = setup()
  await overlays.add(file('a.png'))
  overlays.moveToEditor(images()[0]!.id)
  expect(layers()).toMatchObject([{ content: images()[0]!.asset, width: 400, height: 200, scale: 50 }])
  expect(images()[0]!.layer).toBe(layers()[0]!.id)
  session.history.undo()
  expect(layers()).toEqual([])
})

it('the limit of two overlays includes duplicates and overlays restored by undo', async () => {
  const { session, state, overlays, images, undo } = setup()
  const left = () => overlaySlotsLeft(snapshotOf(session), state)
  const unlisted = () => unlistedOverlays(snapshotOf(session), state)
  await overlays.add(file('a.png'))
  overlays.moveToEditor(images()[0]!.id)
  expect([left(), unlisted()]).toEqual([1, []])
  const copies = duplicateLayer(session, images()[0]!.layer!)
  expect([left(), unlisted()]).toEqual([0, copies])
  await overlays.add(file('b.png'))
  expect(state.error).toBe('Maximum of 2 images allowed')
  removeLayer(session, ...copies)
  session.history.transact('Color', () => {
    session.doc.backdrop = { type: 'color', color: '#ff0000', opacity: 100 }
  })
  const layer = images()[0]!.layer
  overlays.remove(images()[0]!.id)
  expect([left(), unlisted()]).toEqual([2, []])
  undo()
  expect([left(), unlisted()]).toEqual([1, [layer]])
})

it("the account counts the removal of an overlay's background once per file", async () => {
  const { overlays, images, segment, countOverlay } = setup()
  await overlays.add(file('a.png'))
  const before = images()[0]!.asset
  await overlays.removeBackground(images()[0]!.id)
  expect(images()[0]).toMatchObject({ cutUrl: 'data:,', isProcessing: false })
  expect(images()[0]!.asset).not.toBe(before)
  await overlays.removeBackground(images()[0]!.id)
  overlays.remove(images()[0]!.id)
  await overlays.add(file('a.png'))
  await overlays.removeBackground(images()[0]!.id)
  expect(images()[0]!.cutUrl).not.toBeNull()
  expect(segment).toHaveBeenCalledTimes(1)
  expect(countOverlay).toHaveBeenCalledTimes(1)
})

it("removing an overlay's background waits until a drag ends", async () => {
  const { session, overlays, images } = setup()
  await overlays.add(file('a.png'))
  const { id } = images()[0]!
  overlays.moveToEditor(id)
  const drag = session.history.begin('Move')
  session.doc.tune.image.fade = 10
  const done = overlays.removeBackground(id)
  await new Promise((resolve) => setTimeout(resolve))
  expect([drag.isOpen, isCut(images()[0]!, session.doc)]).toEqual([true, false])
  drag.commit()
  await done
  expect(isCut(images()[0]!, session.doc)).toBe(true)
})

it("Undo cancels the removal of an overlay's background before it undoes a step", async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<OverlayDeps['segmenter']['segment']>>>()
  const { session, overlays, images, layers } = setup({ segmenter: { segment: () => promise } })
  await overlays.add(file('a.png'))
  const { id } = images()[0]!
  overlays.moveToEditor(id)
  const done = overlays.removeBackground(id)
  stepToCancel(session)!.cancel()
  expect(stepToCancel(session), 'the next Undo removes the layer').toBeNull()
  resolve(ok({ width: 400, height: 200, coverage: new Uint8Array(80_000) }))
  await done
  expect(images()[0]).toMatchObject({ isProcessing: false })
  expect(isCut(images()[0]!, session.doc)).toBe(false)
  expect(layers()).toHaveLength(1)
})

it("after an undo, an overlay's background can be removed again", async () => {
  const { session, overlays, images, layers, countOverlay } = setup()
  await overlays.add(file('a.png'))
  const { id, asset } = images()[0]!
  overlays.moveToEditor(id)
  await overlays.removeBackground(id)
  const cut = layers()[0]!.content
  expect([cut === asset, isCut(images()[0]!, session.doc)]).toEqual([false, true])
  session.history.undo()
  expect([layers()[0]!.content, isCut(images()[0]!, session.doc)]).toEqual([asset, false])
  await overlays.removeBackground(id)
  expect([layers()[0]!.content, isCut(images()[0]!, session.doc)]).toEqual([cut, true])
  expect(countOverlay).toHaveBeenCalledTimes(1)
  session.history.undo()
  expect(layers()[0]!.content, 'the second removal is one undo step').toBe(asset)
})

it("a message appears if an overlay's background can't be removed", async () => {
  const segment = vi.fn(async () => err('no-subject' as const))
  const { overlays, images, said } = setup({ segmenter: { segment } })
  await overlays.add(file('a.png'))
  await overlays.removeBackground(images()[0]!.id)
  expect(said).toEqual([
    'Background removal failed: Something went wrong while processing your image. Please try again.',
  ])
  expect(images()[0]).toMatchObject({ cutUrl: null, isProcessing: false })
})

it('the backgrounds of two overlay images are removed one after another', async () => {
  const older = { abort() {} }
  const segment: OverlayDeps['segmenter']['segment'] = ({ width, height }) => {
    older.abort()
    return new Promise((resolve) => {
      older.abort = () => resolve(err('aborted'))
      setTimeout(() => resolve(ok({ width, height, coverage: new Uint8Array(width * height) })))
    })
  }
  const { overlays, images, said } = setup({ segmenter: { segment } })
  for (const name of ['a.png', 'b.png']) await overlays.add(file(name))
  await Promise.all(images().map(({ id }) => overlays.removeBackground(id)))
  expect([images().map(({ cutUrl }) => cutUrl), said]).toEqual([['data:,', 'data:,'], []])
})

/** Starts a removal that an analysis of the photo aborts. `segment`: mock that aborts each removal. */
async function abortedRemoval() {
  const segment = vi.fn<OverlayDeps['segmenter']['segment']>(async () => {
    session.ui.busy = 'processing'
    return err('aborted')
  })
  const { session, overlays, images, said } = setup({ segmenter: { segment } })
  await overlays.add(file('a.png'))
  const removal = overlays.removeBackground(images()[0]!.id)
  await expect.poll(() => session.ui.busy).toBe('processing')
  expect(segment).toHaveBeenCalledOnce()
  return { session, removal, segment, images, said }
}

it("if retrying the photo's analysis aborts a removal, the removal continues after the analysis", async () => {
  const { session, removal, segment, images, said } = await abortedRemoval()
  session.ui.busy = null
  await removal
  expect(segment).toHaveBeenCalledTimes(2)
  expect([images(), said], 'no error appears').toMatchObject([[{ cutUrl: null, isProcessing: false }], []])
})

it("if a new photo aborts a removal, the removal doesn't continue after the photo is segmented", async () => {
  const { session, removal, segment, said } = await abortedRemoval()
  session.replaced.emit()
  session.ui.busy = null
  await removal
  expect([segment.mock.calls.length, said]).toEqual([1, []])
})

it("leaving the overlay tab discards overlay images that aren't on the canvas", async () => {
  const { session, overlays, images } = setup()
  for (const name of ['a.png', 'b.png']) await overlays.add(file(name))
  overlays.moveToEditor(images()[0]!.id)
  const [kept, dropped] = images().map(({ asset }) => asset)
  overlays.leave()
  expect(images()).toHaveLength(1)
  expect(session.assets.bitmap(kept!)).not.toBeNull()
  expect(session.assets.bitmap(dropped!)).toBeNull()
})

it('an unreadable overlay image shows a message', async () => {
  const { overlays, said, images } = setup({ importImage: async () => err('decode-failed') })
  await overlays.add(file('a.png'))
  expect(images()).toEqual([])
  expect(said).toEqual([
    'Failed to upload background: Please try again with a different image.: “a.png” is empty, damaged or incomplete. Export it again, or choose another file.',
  ])
})

it('moving a missing overlay image to the editor shows an error', async () => {
  const { overlays, said } = setup()
  overlays.moveToEditor('gone')
  expect(said).toEqual([
    'Unable to move to editor: Failed to prepare image for editing. Please try again or upload a new image.',
  ])
})

it("canceling the running flow doesn't remove the overlay images, and another document removes them", async () => {
  const { session, overlays, images } = setup()
  await overlays.add(file('a.png'))
  cancelBusy(session)
  expect(images()).toHaveLength(1)
  session.replaced.emit()
  expect(images()).toEqual([])
})

it.each(FAILURES)('adding an overlay ends with a message if the import %s', async (_, fails) => {
  const { session, said, deps } = pictureDeps()
  await createOverlays(withBroken(overlayDeps(deps), 'importImage', fails)).add(file())
  expectEnded(session, said)
})

it('adding an overlay ends with a message if the thumbnail throws', async () => {
  const { session, said, deps } = pictureDeps()
  await createOverlays(withBroken(overlayDeps(deps), 'thumbnail', boom)).add(file())
  expectEnded(session, said)
})

it.each(failing('segmenter.segment', 'cutOut', 'thumbnail', 'countOverlay'))(
  "removing an overlay's background ends with a message if its dependency %s %s",
  async (name, _, fails) => {
    const { session, said, deps } = pictureDeps()
    const { images } = overlayState(session)
    await createOverlays(overlayDeps(deps)).add(file())
    const isSync = name === 'countOverlay' || name === 'thumbnail'
    await createOverlays(withBroken(overlayDeps(deps), name, isSync ? boom : fails)).removeBackground(images[0]!.id)
    expect(images[0]).toMatchObject({ isProcessing: false })
    expect(said).not.toEqual([])
  },
)
