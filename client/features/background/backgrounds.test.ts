import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cancelBusy, createAnnouncer } from '#client/editor/flows/flow.ts'
import { endsWithNewPhoto } from '#client/editor/flows/newPhoto.testing.ts'
import { heardSession, imageOf } from '#client/editor/flows/testing.ts'
import { expectEnded, FAILURES, pictureDeps, withBroken } from '#client/editor/flows/unexpected.testing.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { addLayer, removeLayer } from '#client/layers/actions.ts'
import { kindOf } from '#client/layers/registry.ts'
import { subjectBox } from '#client/layers/subjectBox.ts'
import type { ImportError, ImportedImage } from '#client/media/importer/importer.ts'
import { canvasSize, exportScale, imageBackdrop } from '#client/model/document/backdrop.ts'
import { type Crop, cropFields, pictureInDocument } from '#client/model/document/crop.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { uprightBox } from '#client/render/kind.ts'
import { type SubjectLayer, subjectProxy } from '#client/render/objects/subjectFields.ts'
import { blurBackground, FLOORS, GRADIENTS, recolored, setGradient, setGroundShadow } from './backgroundPresets.ts'
import { createBackgrounds } from './backgrounds.ts'

beforeEach(() => void vi.useFakeTimers())

/**
 * Opens a segmented 1000 × 500 px photo. Each import returns the next item of `results`. Later imports return a
 * 1920 × 1080 px image.
 */
function setup(...results: Result<ImportedImage, ImportError>[]) {
  const { session, said } = heardSession()
  const importImage = vi.fn(async () => results.shift() ?? ok(imageOf('sky.jpg', [1920, 1080]).image))
  const backgrounds = createBackgrounds({ session, announcer: createAnnouncer(session), importImage })
  return { session, backgrounds, said, importImage, hash: () => stateHash(snapshotOf(session)) }
}
const TURNED = { quarterTurns: 1, isMirrored: true }
const FILE = new File([], 'sky.jpg')

it('removing the background shows a message for a second', () => {
  const { session, backgrounds, hash } = setup()
  const before = hash()
  backgrounds.remove()
  expect(session.doc.backdrop).toEqual({ type: 'transparent' })
  expect(session.ui.status?.text).toBe('Background removed!')
  vi.advanceTimersByTime(999)
  expect(session.ui.status).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(session.ui.status).toBeNull()
  backgrounds.remove()
  session.history.undo()
  expect(hash()).toBe(before)
})

/** Moves the subject of the 1000 × 500 px photo to the middle, and sets this crop. */
function cropTo(session: Session, crop: Partial<Crop>) {
  session.history.restart(() => {
    session.doc.separation!.box = { x: 400, y: 100, width: 200, height: 400 }
    session.doc.crop = { ...defaults(cropFields), ...crop }
  })
  return addLayer(session, 'shape', { position: { horizontal: 50, vertical: 30 } }) as LayerId
}

/** Returns where the subject and the layer are in the image, as fractions of the image. */
function placesIn(session: Session, id: LayerId) {
  const doc = snapshotOf(session)
  const frame = pictureInDocument(doc)
  const shape = uprightBox(kindOf('shape').transform!.placed(doc.layers[id]!, doc))
  return [subjectBox(doc)!, shape].flatMap(({ x, y, width }) =>
    [(x - frame.x) / frame.width, (y - frame.y) / frame.height, width / frame.width].map((at) => at),
  )
}

it.each([
  ['a square', { format: '1:1', x: 250, y: 0, width: 500, height: 500 }],
  ['a free frame', { format: 'free', x: 350, y: 50, width: 300, height: 450 }],
  ['a mirrored and rotated frame', { ...TURNED, format: 'free', x: 50, y: 300, width: 450, height: 400 }],
] as const)("a background image doesn't move the subject or the layers in %s", async (_, crop) => {
  for (const size of [
    [1920, 1080],
    [1080, 1920],
    [4000, 1000],
  ] as const) {
    const { session, backgrounds } = setup(ok(imageOf('b.jpg', [...size]).image))
    const id = cropTo(session, crop)
    const before = snapshotOf(session)
    const places = placesIn(session, id)
    await backgrounds.setImage(FILE)
    expect(placesIn(session, id), String(size)).toEqual(places.map((at) => expect.closeTo(at, 1)))
    expect(session.doc.crop).toMatchObject({ format: crop.format })
    backgrounds.reset()
    expect(placesIn(session, id), String(size)).toEqual(places.map((at) => expect.closeTo(at, 1)))
    session.history.undo()
    session.history.undo()
    expect(snapshotOf(session)).toEqual(before)
  }
})

it('a rotated photo without a frame shows the whole background image', async () => {
  const { session, backgrounds } = setup()
  cropTo(session, { ...TURNED, format: 'photo', width: 500, height: 1000 })
  await backgrounds.setImage(FILE)
  const { width, height } = canvasSize(session.doc)
  expect(pictureInDocument(snapshotOf(session))).toEqual({ x: 0, y: 0, width, height })
})

it('removing the last overlay over a background image restores the frame', async () => {
  const { session, backgrounds } = setup()
  cropTo(session, { format: '1:1', x: 250, y: 0, width: 500, height: 500 })
  const { crop } = snapshotOf(session)
  await backgrounds.setImage(FILE)
  expect(session.doc.crop).not.toEqual(crop)
  removeLayer(session, addLayer(session, 'overlay', { width: 10, height: 10 }) as LayerId)
  expect([session.doc.backdrop.type, snapshotOf(session).crop]).toEqual(['original', crop])
})

it('an imported background image waits until a drag ends', async () => {
  const { session, backgrounds } = setup()
  const done = backgrounds.setImage(FILE)
  const drag = session.history.begin('Move')
  session.doc.tune.image.fade = 10
  await vi.advanceTimersByTimeAsync(300)
  expect([drag.isOpen, session.doc.backdrop.type]).toEqual([true, 'original'])
  drag.commit()
  await vi.advanceTimersByTimeAsync(300)
  await done
  expect(session.doc.backdrop.type).toBe('image')
})

it('a background image sets the canvas size until the user undoes the change', async () => {
  const { session, backgrounds, hash } = setup()
  const before = hash()
  await backgrounds.setImage(FILE)
  expect(session.ui.status?.text).toBe('Background changed successfully!')
  expect(session.ui.busy).toBeNull()
  const { width, height } = canvasSize(session.doc)
  const scale = exportScale(session.doc)
  expect(width * scale).toBeCloseTo(1920, 6)
  expect(height * scale).toBeCloseTo(1080, 6)
  session.history.undo()
  expect(hash()).toBe(before)
  expect(canvasSize(session.doc)).toEqual({ width: 1000, height: 500 })
})

it.each([
  [
    'decode-failed',
    'Failed to change background. Please try again.',
    `“${FILE.name}” is empty, damaged or incomplete. Export it again, or choose another file.`,
  ],
  ['unsupported-type', 'Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)'],
] as const)('a background file with the import error %s is rejected with a message', async (error, ...words) => {
  const { backgrounds, said, hash } = setup(err(error))
  const before = hash()
  await backgrounds.setImage(FILE)
  expect(said).toEqual([words.join(': ')])
  expect(hash()).toBe(before)
})

/** Delays the next import until the test calls `finish`. `close` is the `close` function of the imported bitmap. */
function holdImport({ importImage }: ReturnType<typeof setup>) {
  const held = imageOf('slow.jpg', [10, 10])
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof importImage>>>()
  importImage.mockReturnValueOnce(promise)
  return { close: held.close, finish: () => resolve(ok(held.image)) }
}

it("an older import that finishes later doesn't replace the newest background image", async () => {
  const all = setup()
  const older = holdImport(all)
  const first = all.backgrounds.setImage(FILE)
  await all.backgrounds.setImage(FILE)
  older.finish()
  await first
  expect(all.session.doc.backdrop).toMatchObject({ type: 'image', width: 1920 })
  expect(older.close).toHaveBeenCalled()
})

it('a background image that finishes loading after another photo opens is discarded', async () => {
  const all = setup()
  const { session, backgrounds, hash } = all
  const slow = holdImport(all)
  const setting = backgrounds.setImage(FILE)
  session.history.restart(() => {
    session.doc.photo = { ...session.doc.photo!, asset: 'other' as AssetId }
  })
  const before = hash()
  slow.finish()
  await setting
  expect(hash()).toBe(before)
  expect(slow.close).toHaveBeenCalledOnce()
  expect(session.ui).toMatchObject({ busy: null, status: null })
})

it('resetting the background restores the photo’s background and the subject’s position and size, as one undo step', async () => {
  const { session, backgrounds, hash } = setup()
  const before = hash()
  await backgrounds.setImage(FILE)
  session.history.transact('Move', () => {
    const subject = Object.values(session.doc.layers).find(({ kind }) => kind === 'subject') as unknown as SubjectLayer
    subject.foregroundSize = 60
    subject.foregroundPosition.x = -30
  })
  const changed = hash()
  backgrounds.reset()
  expect(hash()).toBe(before)
  session.history.undo()
  expect(hash()).toBe(changed)
})

it.each([
  ['resetting a background image', ({ backgrounds }: ReturnType<typeof setup>) => backgrounds.reset()],
  ['blurring the photo’s own background', ({ session }: ReturnType<typeof setup>) => blurBackground(session)],
  [
    'deleting the last overlay image',
    ({ session }: ReturnType<typeof setup>) => removeLayer(session, addLayer(session, 'overlay', { content: 'o' })!),
  ],
])('%s removes the ground shadow that was switched on with a background image', (_, restore) => {
  const all = setup()
  const { session } = all
  const subject = Object.values(session.doc.layers).find(({ kind }) => kind === 'subject') as unknown as SubjectLayer
  session.history.transact('Image', () => {
    session.doc.backdrop = imageBackdrop({ asset: 'b' as AssetId, hasAlpha: false, width: 400, height: 300 })
  })
  const before = { ...subject.shadow }
  setGroundShadow(session, subject, true)
  session.history.transact('Opacity', () => {
    subject.shadow.opacity = 70
  })
  expect(subject.shadow).toMatchObject({ enabled: true, type: 'ground' })
  restore(all)
  expect(subject.shadow).toEqual(before)
})

const setWhite = ({ doc, history }: Session) =>
  history.transact('Color', () => {
    doc.backdrop = recolored(doc.backdrop, '#ffffff')
  })

it.each([
  ['a color', setWhite],
  ['a gradient', (session: Session) => setGradient(session, GRADIENTS[0]!)],
])("removing %s that replaced a floor also removes the floor's shadow", (_, replace) => {
  const { session, backgrounds } = setup()
  const { shadow } = subjectProxy(session)!
  const before = { ...shadow }
  setGradient(session, FLOORS[0]!)
  replace(session)
  expect(shadow).toMatchObject({ enabled: true, type: 'ground' })
  replace(session)
  backgrounds.remove()
  expect(shadow).toEqual(before)
})

it('removing a color preserves the ground shadow that the user switched on', () => {
  const { session, backgrounds } = setup()
  const { shadow } = subjectProxy(session)!
  setWhite(session)
  setGroundShadow(session, { shadow }, true)
  backgrounds.remove()
  expect(shadow).toMatchObject({ enabled: true, type: 'ground' })
})

it('resetting a background image preserves a ground shadow that the user has set in the Cutout tab', () => {
  const { session, backgrounds } = setup()
  const subject = Object.values(session.doc.layers).find(({ kind }) => kind === 'subject') as unknown as SubjectLayer
  session.history.transact('Shadow and image', () => {
    Object.assign(subject.shadow, { enabled: true, type: 'ground', length: 120 })
    session.doc.backdrop = imageBackdrop({ asset: 'b' as AssetId, hasAlpha: false, width: 400, height: 300 })
  })
  const before = { ...subject.shadow }
  backgrounds.reset()
  expect(subject.shadow).toEqual(before)
})

it("resetting the background removes a preset's blur and the shadow on its floor", () => {
  const { session, backgrounds, hash } = setup()
  const before = hash()
  blurBackground(session)
  backgrounds.reset()
  expect(hash()).toBe(before)
  setGradient(session, FLOORS[0]!)
  backgrounds.reset()
  expect(hash()).toBe(before)
})

it.each(FAILURES)('setting a background image ends with a message if the import %s', async (_, fails) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { session, said, deps } = pictureDeps()
  await createBackgrounds(withBroken(deps, 'importImage', fails) as never).setImage(FILE)
  expectEnded(session, said)
})

it('canceling the import of a background image makes the editor usable again', async () => {
  const { session, backgrounds, importImage } = setup()
  const { promise, resolve } = Promise.withResolvers<Result<ImportedImage, ImportError>>()
  importImage.mockReturnValueOnce(promise as never)
  const ended = backgrounds.setImage(FILE)
  expect(session.ui.busy).toBe('processing')
  cancelBusy(session)
  resolve(err('aborted'))
  await ended
  expect(session.ui).toMatchObject({ busy: null, status: null })
})

describe('importing a background image with the real clock', () => {
  beforeEach(() => void vi.useRealTimers())
  endsWithNewPhoto('the import of a background', ({ flow }) => flow(createBackgrounds).setImage(FILE))
})
