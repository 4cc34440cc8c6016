/** Tests the filled background behind the subject, in previews and strips. */
import { expect, it } from 'vitest'
import { layerOfKind } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { bytesOf, sharedRenderer } from '../helpers/gpu.ts'
import { painted, previewOf } from '../helpers/painted.ts'
import { sceneOf } from '../helpers/scene.ts'

const SIZE = { width: 160, height: 120 }
/** Radius in px around the center of the subject that contains the whole fill. */
const HOLE_RADIUS = 54

const renderer = await sharedRenderer()

const change = (session: Session, values: Partial<SubjectLayer>) =>
  session.history.transact('Subject', () => {
    Object.assign(layerOfKind(session.doc, 'subject') as SubjectLayer, values)
  })

const fill = (session: Session, values: Partial<SubjectLayer['fill']>) =>
  session.history.transact('Fill', () => {
    Object.assign((layerOfKind(session.doc, 'subject') as SubjectLayer).fill, values)
  })

/** Counts pixels that differ, inside and outside the hole. */
function changedPixels(a: Uint8Array, b: ArrayLike<number>) {
  let [within, beyond] = [0, 0]
  for (let i = 0; i < a.length / 4; i++) {
    if ([0, 1, 2, 3].every((c) => a[4 * i + c] === b[4 * i + c])) continue
    const distance = Math.hypot((i % SIZE.width) - SIZE.width / 2, Math.floor(i / SIZE.width) - SIZE.height / 2)
    if (distance < HOLE_RADIUS) within++
    else beyond++
  }
  return { within, beyond }
}

it('the background fill does not change any pixel while the subject is unmoved', async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  expect(changedPixels(await painted(renderer, session), rgba)).toEqual({ within: 0, beyond: 0 })
  change(session, { foregroundSize: 120 })
  change(session, { foregroundSize: 100 })
  expect(changedPixels(await painted(renderer, session), rgba)).toEqual({ within: 0, beyond: 0 })
})

it("the background fill behind a hidden subject changes only the subject's area", async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  change(session, { isHidden: true })
  const filled = await painted(renderer, session)
  const { within, beyond } = changedPixels(filled, rgba)
  expect(beyond).toBe(0)
  expect(within).toBeGreaterThan(4000) // of the 5,000 px of noise in the subject
})

it('a moved subject over the filled background has no seams between strips', async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  change(session, { foregroundPosition: { x: 30, y: 0 }, foregroundSize: 50 })
  const whole = await painted(renderer, session)
  expect(await painted(renderer, session, { rows: 17 })).toEqual(whole)
  const { within, beyond } = changedPixels(whole, rgba)
  expect(within).toBeGreaterThan(4000)
  expect(beyond).toBeGreaterThan(600) // half of the moved subject's 1,257 px are outside the hole
})

it('the preview shows the photo until the background fill is ready, then the exported pixels', async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  change(session, { isHidden: true })
  const preview = previewOf(renderer, session, SIZE)
  const settled = preview.settle()
  expect(changedPixels(bytesOf(renderer, preview.texture), rgba)).toEqual({ within: 0, beyond: 0 })
  await settled
  expect(bytesOf(renderer, preview.texture)).toEqual(await painted(renderer, session))
})

it('fill strokes enlarge the filled area of the background', async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  change(session, { isHidden: true })
  fill(session, { strokes: [{ size: 12, points: [{ x: 12, y: 12 }] }] })
  expect(changedPixels(await painted(renderer, session), rgba).beyond).toBeGreaterThan(80)
})
