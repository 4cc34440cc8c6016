import { expect, it, vi } from 'vitest'
import { createAnnouncer, holdPendingStep } from '#client/editor/flows/flow.ts'
import { boom, boomLater } from '#client/editor/flows/unexpected.testing.ts'
import { transformPoint } from '#client/kit/geometry/affine.ts'
import { distance, type Size } from '#client/kit/geometry/geometry.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { err } from '#client/kit/values/result.ts'
import { addLayer } from '#client/layers/actions.ts'
import { kindOf, newLayer } from '#client/layers/registry.ts'
import { colorBackdrop, imageBackdrop, isExtended } from '#client/model/document/backdrop.ts'
import { cropOf } from '#client/model/document/crop.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { subjectOf, subjectProxy } from '#client/render/objects/subjectFields.ts'
import { containedMap } from '#client/render/photo/subjectPlacement.ts'
import { separatedPhoto, separatedSession } from '../../../tests/helpers/session.ts'
import { startOnCanvas } from './cropState.ts'
import { cancelCrop, setRatio, toggleCrop } from './editCrop.ts'
import {
  besideCut,
  createFillAround,
  mayFillAround,
  reasonNotToFill,
  showExtended,
  sizeForFrame,
  sizeWithMargins,
} from './fillAround.ts'

it.each([
  ['widens a portrait to a square', { width: 600, height: 800 }, 1, { width: 800, height: 800 }],
  ['adds at most a quarter of the width per side', { width: 600, height: 900 }, 16 / 9, { width: 900, height: 900 }],
  ['adds margins above and below', { width: 900, height: 600 }, 1, { width: 900, height: 900 }],
  ['adds equal margins', { width: 601, height: 800 }, 1, { width: 799, height: 800 }],
  ['returns null for the photo’s own aspect ratio', { width: 900, height: 600 }, 1.5, null],
  ['adds only margins up to 50 megapixels', { width: 6000, height: 8000 }, 1, { width: 6250, height: 8000 }],
  ['returns null if no margin fits into 50 megapixels', { width: 5000, height: 10_000 }, 1, null],
])('sizeWithMargins %s', (_, photo, ratio, size) => {
  expect(sizeWithMargins(photo, ratio)).toEqual(size)
})

it.each([
  ['right', { x: 400, y: 0, width: 600, height: 500 }, 0],
  ['left', { x: 0, y: 0, width: 300, height: 500 }, 250],
])("besideCut doesn't add a margin on the %s side, where the photo's edge cuts off the subject", (_, box, x) => {
  const session = separatedSession()
  Object.assign(session.doc.separation!, { box })
  const canvas = sizeForFrame(snapshotOf(session), 2.5)!
  expect(canvas).toEqual({ width: 1500, height: 500 })
  const around = {
    ...snapshotOf(session),
    backdrop: imageBackdrop({ asset: 'b' as AssetId, hasAlpha: false, ...canvas }),
  }
  const crop = { ...cropOf(around), format: 'free' } as const
  expect(besideCut(around, crop, canvas)).toMatchObject({ x, width: 1250 })
})

it('Fill around is available only for a photo with its original background', () => {
  const session = separatedSession()
  const { width, height } = session.doc.photo!
  expect(mayFillAround(snapshotOf(session), { width: 2 * width, height })).toBe(true)
  expect(mayFillAround(snapshotOf(session), { width, height })).toBe(false)
  session.history.transact('Color', () => {
    session.doc.backdrop = colorBackdrop({ color: '#7fbdf5' })
  })
  expect(mayFillAround(snapshotOf(session), { width: 2 * width, height })).toBe(false)
})

it.each([
  [{ width: 5000, height: 6000 }, false],
  [{ width: 6048, height: 8064 }, true],
  [{ width: 5000, height: 10_000 }, true],
])('Fill around is disabled if the extended photo of %o would exceed 50 megapixels: %s', (size, isTooLarge) => {
  const session = separatedSession()
  session.history.restart(() => Object.assign(session.doc.photo!, size))
  const square = { width: 1, height: 1 }
  expect(mayFillAround(snapshotOf(session), square)).toBe(true)
  expect(reasonNotToFill(snapshotOf(session), [], square)?.includes('50 megapixels') ?? false).toBe(isTooLarge)
  expect(reasonNotToFill(snapshotOf(session), [], size)).toBeNull()
})

it('Fill around is disabled with an object, and while an object is being erased', () => {
  const session = separatedSession()
  const reason = () => reasonNotToFill(snapshotOf(session), session.ui.pendingSteps, { width: 1, height: 1 })
  const step = holdPendingStep(session, () => {})
  expect(reason()).toBe('Another task is running. Please wait.')
  step.end()
  expect(reason()).toBeNull()
  session.history.transact('Erase object', () => newLayer(session.doc, 'object', { isHidden: true }))
  expect(reason()).toMatch(/erased or lifted objects/)
})

it("Fill around doesn't exceed 50 megapixels if the subject touches one side of the photo", () => {
  const session = separatedSession()
  session.history.restart(() => {
    Object.assign(session.doc.photo!, { width: 6000, height: 8000 })
    Object.assign(session.doc.separation!, { box: { x: 0, y: 0, width: 3000, height: 8000 } })
  })
  expect(sizeForFrame(snapshotOf(session), 1)).toEqual({ width: 6250, height: 8000 })
})

/** Opens the Crop panel of a 300 × 200 px photo with a shape, and extends the photo to `size` (px). */
function filledPhoto(size: Size = { width: 400, height: 200 }, prepare = (_: Session) => {}) {
  const session = separatedPhoto()
  prepare(session)
  const id = addLayer(session, 'shape', { position: { horizontal: 20, vertical: 20 } }) as LayerId
  toggleCrop(session)
  setRatio(session, '1:1')
  const before = snapshotOf(session)
  const image = { asset: 'b' as AssetId, hasAlpha: false, ...size }
  showExtended(session, image, { ...size, format: 'free' })
  expect(snapshotOf(session).layers[id]).not.toEqual(before.layers[id])
  return { session, id, before }
}

it('Cancel in the Crop panel reverts Fill around, as one undo step, and no other change', () => {
  const { session, id, before } = filledPhoto()
  expect(isExtended(snapshotOf(session))).toBe(true)
  session.history.transact('Rename', () => Object.assign(session.doc.layers[id]!, { name: 'Wall' }))
  const filled = snapshotOf(session)
  cancelCrop(session)
  const { layers } = before
  const shape = { ...layers[id], name: 'Wall' }
  expect(snapshotOf(session)).toEqual({ ...before, layers: { ...layers, [id]: shape }, crop: null })
  session.history.undo()
  expect(snapshotOf(session)).toEqual(filled)
})

it.each([
  { width: 400, height: 200 },
  { width: 300, height: 300 },
])('all layers keep their place and size on a photo extended to %o, until Cancel', (size) => {
  const { session, before } = filledPhoto(size, (session) => {
    session.history.transact('Move', () => {
      session.doc.tune.background.blur = 6
      Object.assign(subjectProxy(session)!, { foregroundPosition: { x: 20, y: -10 }, foregroundSize: 90 })
    })
    addLayer(session, 'clone', { position: { x: -20, y: 10 } })
    addLayer(session, 'overlay', { width: 400, height: 100, position: { horizontal: 60, vertical: 30 } })
    addLayer(session, 'text', { fontSize: 40 })
  })
  const now = snapshotOf(session)
  const map = containedMap(now)
  for (const layer of Object.values(before.layers)) {
    const { transform } = kindOf(layer.kind)
    if (!transform) continue
    const [was, is] = [transform.placed(layer, before), transform.placed(now.layers[layer.id]!, now)]
    expect(distance(is.center, transformPoint(map, was.center)), layer.kind).toBeLessThan(0.01)
    expect(is.size.width / was.size.width, layer.kind).toBeCloseTo(map.a)
  }
  expect(subjectOf(now)?.cutout.width).toBeCloseTo(map.a * subjectOf(before)!.cutout.width)
  expect(now.tune.background.blur).toBeCloseTo(map.a * 6)
  cancelCrop(session)
  expect(snapshotOf(session)).toEqual({ ...before, crop: null })
})

it('Cancel in the Crop panel restores the crop after the user has undone Fill around', () => {
  const { session, before } = filledPhoto()
  session.history.undo()
  cancelCrop(session)
  expect(snapshotOf(session)).toEqual({ ...before, crop: null })
})

it.each([
  [
    { width: 400, height: 200 },
    { x: 50, y: 0, width: 300, height: 200 },
  ],
  [
    { width: 300, height: 300 },
    { x: 0, y: 100 / 3, width: 200, height: 400 / 3 },
  ], // on a canvas of 200 × 200 px
])('startOnCanvas returns the place of the previous frame in a photo extended to %o', (size, frame) => {
  const { session } = filledPhoto(size)
  const start = startOnCanvas(session)
  for (const [side, length] of Object.entries(frame)) expect(start).toHaveProperty(side, expect.closeTo(length))
  toggleCrop(session)
  toggleCrop(session)
  expect(startOnCanvas(session)).toEqual(snapshotOf(session).crop)
})

it.each([
  ['throws', boom],
  ['rejects', boomLater],
])('Fill around ends with a message if the background fill %s', async (_, inpaint) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const session = separatedPhoto()
  const toast = vi.spyOn(session.notices, 'toast')
  const importImage = async () => err('aborted' as const)
  const flow = createFillAround({ session, announcer: createAnnouncer(session), importImage, inpaint })
  await flow.fill({ width: 1080, height: 1920, format: 'free' })
  expect(session.ui).toMatchObject({ busy: null, status: null })
  expect(toast).toHaveBeenCalledOnce()
})

it("Cancel in the Crop panel stops Fill around's wait for the better matte", async () => {
  const session = separatedPhoto()
  session.ui.subject.isRefining = true
  const inpaint = vi.fn(async () => [])
  const importImage = async () => err('aborted' as const)
  const flow = createFillAround({ session, announcer: createAnnouncer(session), importImage, inpaint })
  toggleCrop(session)
  const filling = flow.fill({ width: 1080, height: 1920, format: 'free' })
  expect(session.ui.busy).toBe('processing')
  cancelCrop(session)
  await filling
  expect([session.ui.busy, session.ui.status, inpaint.mock.calls.length]).toEqual([null, null, 0])
})
