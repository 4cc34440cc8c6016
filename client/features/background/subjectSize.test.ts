import { expect, it } from 'vitest'
import { transformedBounds } from '#client/kit/geometry/affine.ts'
import { middleOf } from '#client/kit/geometry/geometry.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { createSession, snapshotOf } from '#client/model/session/session.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { keepPivot, positionAbout, subjectMap } from '#client/render/photo/subjectPlacement.ts'
import { SILENT } from '../../../tests/helpers/session.ts'
import { resizeSubject } from './subjectSize.ts'

const SIZE = { width: 400, height: 300 }

/**
 * Creates a session whose subject is a rectangle of the photo, given by its edges. Returns the session, the subject's
 * layer, and functions that measure (document px) and resize the subject.
 */
function open([left, top, right, bottom]: [number, number, number, number]) {
  const session = createSession(SILENT)
  const coverage = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = top; y < bottom; y++) coverage.fill(255, y * SIZE.width + left, y * SIZE.width + right)
  session.history.restart(() => {
    session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, ...SIZE }
    session.doc.separation = separationOf(session.assets, session.assets.put({ kind: 'matte', ...SIZE, coverage }), '')
    newLayer(session.doc, 'background')
    newLayer(session.doc, 'subject')
  })
  const subject = session.doc.layers[layerOfKind(session.doc, 'subject')!.id] as SubjectLayer
  const box = () =>
    transformedBounds(subjectMap(snapshotOf(session)), { x: left, y: top, width: right - left, height: bottom - top })
  const resize = (size: number) => session.history.transact('Size', () => resizeSubject(session, subject, size))
  return { session, subject, box, resize }
}

it.each<[string, [number, number, number, number], (size: number) => object]>([
  [
    'that touches the bottom stays at the bottom',
    [100, 100, 200, 300],
    (part) => ({ x: 150 - 50 * part, y: 300 - 200 * part }),
  ],
  ['that touches the top stays at the top', [100, 0, 200, 200], (part) => ({ x: 150 - 50 * part, y: 0 })],
  ['that touches the left and the bottom stays at both', [0, 100, 200, 300], (part) => ({ x: 0, y: 300 - 200 * part })],
  [
    'that touches the right stays at the right',
    [300, 100, 400, 200],
    (part) => ({ x: 400 - 100 * part, y: 150 - 50 * part }),
  ],
  ['that touches no edge stays centered', [100, 50, 200, 250], (part) => ({ x: 150 - 50 * part, y: 150 - 100 * part })],
  [
    'that touches two opposite edges stays centered',
    [100, 0, 200, 300],
    (part) => ({ x: 150 - 50 * part, y: 150 - 150 * part }),
  ],
])('a resized subject %s', (_, place, expected) => {
  const { box, resize, subject } = open(place)
  for (const part of [0.8, 0.5, 1.2]) {
    resize(100 * part)
    const { x, y } = expected(part) as { x: number; y: number }
    expect(box().x).toBeCloseTo(x, 2)
    expect(box().y).toBeCloseTo(y, 2)
  }
  resize(100)
  expect(subject.foregroundPosition, 'the original position').toEqual({ x: 0, y: 0 })
})

it("resizing a subject that doesn't touch the photo's edge doesn't move the subject's center", () => {
  const { session, subject, box, resize } = open([100, 100, 200, 300])
  session.history.transact('Move', () => Object.assign(subject.foregroundPosition, { x: 10, y: -20 }))
  const before = { x: box().x + box().width / 2, y: box().y + box().height / 2 }
  resize(50)
  expect(box().x + box().width / 2).toBeCloseTo(before.x, 2)
  expect(box().y + box().height / 2).toBeCloseTo(before.y, 2)
})

it('the original size restores the original position after a better matte has replaced the first matte', () => {
  const { session, subject, resize } = open([100, 50, 200, 250])
  const { assets, history } = session
  const coverage = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = 53; y < 242; y++) coverage.fill(255, y * SIZE.width + 107, y * SIZE.width + 218)
  const better = separationOf(assets, assets.put({ kind: 'matte', ...SIZE, coverage }), '')
  resize(150)
  history.amend(() => {
    const first = snapshotOf(session)
    keepPivot(first, assets, assets.matte(better.matte)!)
    const placement = { position: { x: 0, y: 0 }, size: 150 }
    Object.assign(subject, { foregroundPosition: positionAbout(first, placement, middleOf(better.box)) })
    session.doc.separation = better
  })
  expect(subject.foregroundPosition).not.toEqual({ x: 0, y: 0 })
  for (const size of [73, 31, 199, 100]) resize(size)
  expect(subject.foregroundPosition).toEqual({ x: 0, y: 0 })
})

it('resizing and repositioning the subject is one undo step', () => {
  const { session, subject, resize } = open([100, 100, 200, 300])
  resize(50)
  session.history.undo()
  expect([subject.foregroundSize, { ...subject.foregroundPosition }]).toEqual([100, { x: 0, y: 0 }])
})
