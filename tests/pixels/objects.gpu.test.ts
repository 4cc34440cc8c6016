/**
 * Tests lifted objects: an unmoved object doesn't change any byte, and a moved object disappears from its old place.
 */
import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { listOf } from '#client/kit/values/immutable.ts'
import type { ObjectLayer } from '#client/layers/object/schema.ts'
import { kindOf, newLayer } from '#client/layers/registry.ts'
import { type Backdrop, colorBackdrop } from '#client/model/document/backdrop.ts'
import { type LayerBase, layerOfKind } from '#client/model/document/document.ts'
import { lensFields } from '#client/model/document/lens.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { documentForMaskView } from '#client/render/matting/mask-edits/maskView.ts'
import { matteBox } from '#client/render/matting/separation.ts'
import { bytesOf, difference, sharedRenderer } from '../helpers/gpu.ts'
import { painted, previewOf } from '../helpers/painted.ts'
import { sceneOf } from '../helpers/scene.ts'

const SIZE = { width: 160, height: 120 }
/** The subject is a centered disc of radius 40 px. One object is inside it, another in a corner of the background. */
const IN_SUBJECT = { x: 80, y: 60, radius: 15 }
const IN_BACKGROUND = { x: 22, y: 22, radius: 12 }
type Disc = typeof IN_SUBJECT

const renderer = await sharedRenderer()

/** Returns the coverage of a soft disc. */
function coverageOf({ x, y, radius }: Disc): Uint8Array<ArrayBuffer> {
  const coverage = new Uint8Array(SIZE.width * SIZE.height)
  for (let i = 0; i < coverage.length; i++) {
    const distance = Math.hypot((i % SIZE.width) - x, Math.floor(i / SIZE.width) - y)
    coverage[i] = Math.max(0, Math.min(255, 128 + (radius - distance) * 80))
  }
  return coverage
}

function lift(session: Session, disc: Disc, home: 'subject' | 'background', values: Partial<LayerBase> = {}): LayerId {
  const { assets, doc, history } = session
  const matte = assets.put({ kind: 'matte', ...SIZE, coverage: coverageOf(disc) })
  const placement = home === 'subject' ? 'foreground' : 'background'
  return history.transact('Lift', () => {
    const box = matteBox(assets.matte(matte)!)
    const id = newLayer(doc, 'object', { lifted: { matte, home, box }, placement })
    Object.assign(doc.layers[id] as LayerBase, values)
    return id
  })
}

const change = (session: Session, id: LayerId, values: Partial<ObjectLayer>) =>
  session.history.transact('Object', () => Object.assign(session.doc.layers[id] as ObjectLayer, values))

const text = (session: Session, placement: 'background' | 'foreground') =>
  session.history.transact('Text', () =>
    newLayer(session.doc, 'shape', { type: 'square', color: '#00ff00', size: 300, placement }),
  )

/** Returns the number of pixels in an area with a channel that differs by more than `tolerance` levels. */
function differsAt(a: Uint8Array, b: ArrayLike<number>, isIn: (x: number, y: number) => boolean, tolerance = 0) {
  const differs = (i: number) => [0, 1, 2, 3].some((c) => Math.abs(a[4 * i + c]! - b[4 * i + c]!) > tolerance)
  let count = 0
  for (let i = 0; i < a.length / 4; i++) if (isIn(i % SIZE.width, Math.floor(i / SIZE.width)) && differs(i)) count++
  return count
}
const within =
  ({ x, y, radius }: Disc, by = 0) =>
  (u: number, v: number) =>
    Math.hypot(u - x, v - y) < radius + by

it.each(['subject', 'background'] as const)(
  'an unmoved object lifted from the %s does not change any pixel',
  async (home) => {
    const { session, rgba } = await sceneOf({ size: SIZE })
    lift(session, home === 'subject' ? IN_SUBJECT : IN_BACKGROUND, home)
    expect(differsAt(await painted(renderer, session), rgba, () => true)).toBe(0)
  },
)

/** Returns a session without a subject, with enhancements of the whole photo. */
async function sceneWithoutSubject() {
  const { session } = await sceneOf({ size: SIZE })
  session.history.restart(() => {
    const { doc } = session
    doc.separation = null
    delete doc.layers[layerOfKind(doc, 'subject')!.id]
    doc.order = doc.order.filter((id) => doc.layers[id])
    doc.tune.image.exposure = 20
  })
  return { session, rgba: await painted(renderer, session) }
}

it('erasing an object from a photo without a subject fills the area of the object', async () => {
  const { session, rgba } = await sceneWithoutSubject()
  lift(session, IN_BACKGROUND, 'background', { isHidden: true })
  const erased = await painted(renderer, session)
  expect(differsAt(erased, rgba, within(IN_BACKGROUND, -2))).toBeGreaterThan(250)
  expect(differsAt(erased, rgba, (x, y) => !within(IN_BACKGROUND, 12)(x, y))).toBe(0)
  expect(await painted(renderer, session, { rows: 17 })).toEqual(erased)
})

it('a moved object of a photo without a subject has the pixels of the photo, and its old place is filled', async () => {
  const { session, rgba } = await sceneWithoutSubject()
  text(session, 'foreground')
  lift(session, IN_BACKGROUND, 'background', { placement: 'foreground' })
  expect(differsAt(await painted(renderer, session), rgba, within(IN_BACKGROUND, -2)), 'over a layer').toBe(0)
  session.history.undo()
  session.history.undo()
  const id = lift(session, IN_BACKGROUND, 'background')
  expect(differsAt(await painted(renderer, session), rgba, () => true)).toBe(0)
  change(session, id, { position: { x: 0, y: 50 } })
  const moved = await painted(renderer, session)
  expect(differsAt(moved, rgba, within(IN_BACKGROUND, -2)), 'filled').toBeGreaterThan(250)
  const rows = 0.5 * SIZE.height
  const below = moved.subarray(4 * rows * SIZE.width)
  expect(differsAt(below, rgba, within(IN_BACKGROUND, -2), 1), 'the pixels of the object').toBe(0)
})

it("an unmoved object over text behind an enhanced subject doesn't change any pixel", async () => {
  const { session } = await sceneOf({ size: SIZE })
  text(session, 'background')
  session.history.transact('Tune', () => Object.assign(session.doc.tune.foreground, { exposure: 30 }))
  const before = await painted(renderer, session)
  lift(session, IN_SUBJECT, 'subject')
  expect(differsAt(await painted(renderer, session), before, () => true)).toBe(0)
})

it.each(['subject', 'background'] as const)(
  "the fill of an object erased from the %s changes only the object's area",
  async (home) => {
    const { session, rgba } = await sceneOf({ size: SIZE })
    const disc = home === 'subject' ? IN_SUBJECT : IN_BACKGROUND
    const id = lift(session, disc, home, { isHidden: true })
    const erased = await painted(renderer, session)
    expect(differsAt(erased, rgba, within(disc, -2))).toBeGreaterThan(0.9 * Math.PI * (disc.radius - 2) ** 2)
    expect(differsAt(erased, rgba, (x, y) => !within(disc, 12)(x, y))).toBe(0)
    expect(await painted(renderer, session, { rows: 17 })).toEqual(erased)
    change(session, id, { isHidden: undefined as never })
    expect(differsAt(await painted(renderer, session), rgba, () => true)).toBe(0)
  },
)

it.each<Backdrop>([colorBackdrop({ color: '#00ff00' }), { type: 'transparent' }])(
  'erasing an object inside the subject fills its area, over a background of type $type',
  async (backdrop) => {
    const { session } = await sceneOf({ size: SIZE })
    lift(session, IN_SUBJECT, 'subject', { isHidden: true })
    const overPhoto = await painted(renderer, session)
    session.history.transact('Backdrop', () => {
      session.doc.backdrop = backdrop
    })
    const inSubject = within({ x: 80, y: 60, radius: 30 })
    const overBackdrop = await painted(renderer, session)
    expect(differsAt(overBackdrop, overPhoto, inSubject)).toBe(0)
    expect(differsAt(overBackdrop, overPhoto, () => true)).toBeGreaterThan(1000)
    const whileErasing = structuredClone(documentForMaskView(snapshotOf(session), 'erased'))
    session.history.transact('Erase', () => Object.assign(session.doc, whileErasing))
    expect(differsAt(await painted(renderer, session), overPhoto, () => true)).toBe(0)
  },
)

it("erasing an object inside the subject doesn't change the subject's edge", async () => {
  const { session } = await sceneOf({ size: SIZE })
  session.history.transact('Backdrop', () => {
    session.doc.backdrop = { type: 'transparent' }
  })
  const before = await painted(renderer, session)
  const disc = { x: 80, y: 60, radius: 12 }
  lift(session, disc, 'subject', { isHidden: true })
  const erased = await painted(renderer, session)
  expect(differsAt(erased, before, within(disc, -2))).toBeGreaterThan(100)
  expect(differsAt(erased, before, (x, y) => !within(disc, 12)(x, y))).toBe(0)
})

it('a clone shows the fill of an object erased from the subject', async () => {
  const { session } = await sceneOf({ size: SIZE })
  session.history.transact('Clone', () => newLayer(session.doc, 'clone', { position: { x: 40, y: 0 } }))
  const inputs = () => kindOf('clone').inputs?.(snapshotOf(session))
  lift(session, IN_SUBJECT, 'subject', { isHidden: true })
  const erased = await painted(renderer, session)
  const clone = erased.subarray(4 * 0.4 * SIZE.width)
  expect(differsAt(clone, erased, within(IN_SUBJECT), 1)).toBe(0)
  const shown = inputs()
  const moved = { foregroundPosition: { x: 5, y: 0 } }
  session.history.transact('Move', () => Object.assign(layerOfKind(session.doc, 'subject') as object, moved))
  expect(inputs(), 'the moved subject has a hole instead of a fill').not.toEqual(shown)
})

it('the preview of a lens blur and a moved object equals the exported image', async () => {
  const { session } = await sceneOf({ size: SIZE })
  lift(session, IN_SUBJECT, 'subject', { position: { x: 0, y: 60 } } as never)
  session.history.transact('Lens', () => {
    session.doc.lens = { ...defaults(lensFields), strength: 100, focus: 80 }
  })
  const preview = previewOf(renderer, session, SIZE)
  await preview.settle()
  const shown = bytesOf(renderer, preview.texture)
  expect(difference(shown, await painted(renderer, session)).largest).toBeLessThanOrEqual(1)
})

it('hiding a moved object of the subject updates the subject', async () => {
  const { session } = await sceneOf({ size: SIZE })
  const id = lift(session, IN_SUBJECT, 'subject', { position: { x: 0, y: 60 } } as never)
  const inputs = () => kindOf('subject').inputs?.(snapshotOf(session))
  const shown = inputs()
  change(session, id, { isHidden: true })
  expect(inputs()).not.toEqual(shown)
})

it("with two erased objects, adding another layer doesn't update the background", async () => {
  const { session } = await sceneOf({ size: SIZE })
  for (const disc of [IN_BACKGROUND, { ...IN_BACKGROUND, y: IN_BACKGROUND.y + 30 }])
    lift(session, disc, 'background', { isHidden: true })
  const inputs = () => kindOf('background').inputs?.(snapshotOf(session)) as readonly unknown[]
  const before = inputs()
  text(session, 'foreground')
  expect(inputs().map((input, i) => Object.is(input, before[i]))).toEqual(before.map(() => true))
})

it('erasing an object that touches the subject does not change any pixel inside the subject', async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  const touching = { x: 35, y: 60, radius: 12 }
  lift(session, touching, 'background', { isHidden: true })
  const erased = await painted(renderer, session)
  expect(differsAt(erased, rgba, within(touching, -2))).toBeGreaterThan(200)
  const isOpaqueSubject = within({ x: 80, y: 60, radius: 33 })
  expect(differsAt(erased, rgba, (x, y) => isOpaqueSubject(x, y) && !within(touching, 2)(x, y))).toBe(0)
})

it('without the fill, a moved object leaves the original photo at its former position', async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  const id = lift(session, IN_BACKGROUND, 'background', { position: { x: 0, y: 60 } } as never)
  expect(differsAt(await painted(renderer, session), rgba, within(IN_BACKGROUND, -2))).toBeGreaterThan(300)
  change(session, id, { fill: { ...(session.doc.layers[id] as ObjectLayer).fill, enabled: false } })
  expect(differsAt(await painted(renderer, session), rgba, within(IN_BACKGROUND))).toBe(0)
})

it('an unmoved object covers a layer that lies between it and the photo', async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  text(session, 'foreground')
  lift(session, IN_SUBJECT, 'subject')
  lift(session, IN_BACKGROUND, 'background', { placement: 'foreground' })
  const shown = await painted(renderer, session)
  for (const disc of [IN_SUBJECT, IN_BACKGROUND]) expect(differsAt(shown, rgba, within(disc, -2))).toBe(0)
  const isBetween = (x: number, y: number) => Math.hypot(x - 80, y - 60) < 35 && !within(IN_SUBJECT, 3)(x, y)
  for (let i = 0; i < rgba.length / 4; i++)
    if (isBetween(i % SIZE.width, Math.floor(i / SIZE.width)))
      expect([...shown.subarray(4 * i, 4 * i + 4)]).toEqual([0, 255, 0, 255])
  expect(await painted(renderer, session, { rows: 23 })).toEqual(shown)
})

it('moving an object out of the subject leaves a hole in the subject', async () => {
  const { session } = await sceneOf({ size: SIZE })
  text(session, 'background')
  const before = await painted(renderer, session)
  lift(session, IN_SUBJECT, 'subject', { position: { x: 35, y: 0 } } as never)
  const moved = await painted(renderer, session)
  const middle = 4 * (IN_SUBJECT.y * SIZE.width + IN_SUBJECT.x)
  expect([...moved.subarray(middle, middle + 4)]).toEqual([0, 255, 0, 255])
  const there = 4 * (IN_SUBJECT.y * SIZE.width + IN_SUBJECT.x + 0.35 * SIZE.width)
  expect([...moved.subarray(there, there + 4)]).toEqual([...before.subarray(middle, middle + 4)])
  session.history.undo()
  expect(differsAt(await painted(renderer, session), before, () => true)).toBe(0)
  expect(layerOfKind(snapshotOf(session), 'object')).toBeUndefined()
})

/** Adds a mask brush stroke to an object. It erases or restores a disc of radius 8 px. */
const mendStroke = (session: Session, id: LayerId, mode: 'erase' | 'restore', at: { x: number; y: number }) =>
  session.history.transact('Mend', () => {
    const { mend } = session.doc.layers[id] as ObjectLayer
    const look = { mode, size: 16, hardness: 100, isSnapping: false }
    mend.strokes = listOf([...mend.strokes, { ...look, points: listOf([at]) }])
  })

it.each(['subject', 'background'] as const)(
  'erasing part of the mask of a moved object from the %s shows the photo at both positions of that part',
  async (home) => {
    const { session, rgba } = await sceneOf({ size: SIZE })
    const disc = home === 'subject' ? IN_SUBJECT : IN_BACKGROUND
    const id = lift(session, disc, home, { position: { x: 0, y: 40 } } as never)
    const there = { ...disc, y: disc.y + 48, radius: 6 }
    const before = await painted(renderer, session)
    mendStroke(session, id, 'erase', disc)
    const mended = await painted(renderer, session)
    expect(differsAt(mended, rgba, within({ ...disc, radius: 2 })), 'the photo shows the erased part again').toBe(0)
    expect(differsAt(mended, rgba, within(there)), 'the object lacks the erased part').toBe(0)
    expect(differsAt(mended, before, within({ ...disc, radius: 2 }))).toBeGreaterThan(5)
    expect(await painted(renderer, session, { rows: 19 })).toEqual(mended)
    session.history.undo()
    expect(await painted(renderer, session)).toEqual(before)
  },
)

it('a mask edit of an unmoved object does not change any pixel', async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  const id = lift(session, IN_BACKGROUND, 'background')
  mendStroke(session, id, 'erase', IN_BACKGROUND)
  mendStroke(session, id, 'restore', { x: 40, y: 100 })
  expect(differsAt(await painted(renderer, session), rgba, () => true)).toBe(0)
})
