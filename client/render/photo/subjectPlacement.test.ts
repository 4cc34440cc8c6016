import { expect, it } from 'vitest'
import { IDENTITY, transformPoint } from '#client/kit/geometry/affine.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { cloneKind } from '#client/layers/clone/index.ts'
import type { CloneLayer } from '#client/layers/clone/schema.ts'
import { newLayer } from '#client/layers/registry.ts'
import { subjectTransform } from '#client/layers/subject/index.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { type Backdrop, colorBackdrop, imageBackdrop } from '#client/model/document/backdrop.ts'
import { type Document, type DocumentSnapshot, emptyDocument, layerOfKind } from '#client/model/document/document.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { separationOf } from '../matting/separation.ts'
import { containedMap, subjectMap, subjectPlacementMap } from './subjectPlacement.ts'

const PHOTO = { width: 400, height: 200 }
const CENTER = { x: 120, y: 80 }

/** Creates a document with a clone and a subject of 80 × 40 px about CENTER. */
function scene(backdrop: Backdrop = colorBackdrop()) {
  const doc: Document = emptyDocument()
  const assets = new AssetStore()
  const coverage = new Uint8Array(PHOTO.width * PHOTO.height)
  for (let y = 60; y < 100; y++) coverage.fill(255, y * PHOTO.width + 80, y * PHOTO.width + 160)
  const matte = assets.put({ kind: 'matte', ...PHOTO, coverage })
  doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, ...PHOTO }
  doc.separation = separationOf(assets, matte, 'test')
  doc.backdrop = backdrop
  newLayer(doc, 'background')
  newLayer(doc, 'subject')
  newLayer(doc, 'clone')
  const subject = layerOfKind(doc, 'subject') as SubjectLayer
  const clone = layerOfKind(doc, 'clone') as CloneLayer
  return { doc: doc as DocumentSnapshot, mutable: doc, assets, subject, clone }
}

const imageOf = (width: number, height: number) =>
  imageBackdrop({ asset: 'i' as AssetId, width, height, hasAlpha: false })

it('the subject has its original position on the canvas of its own photo', () => {
  const { doc } = scene()
  expect(transformPoint(subjectMap(doc), CENTER)).toEqual(CENTER)
})

it('containedMap centers the photo on a background image of any size', () => {
  for (const factor of [0.1, 1, 3]) {
    const { doc } = scene(imageOf(100 * factor, 200 * factor)) // the canvas is 200 × 400 document px
    const map = containedMap(doc)
    expect(map.a).toBeCloseTo(0.5)
    expect(transformPoint(map, { x: 0, y: 0 }).x).toBeCloseTo(0)
    expect(transformPoint(map, { x: 0, y: 0 }).y).toBeCloseTo(150)
    expect(transformPoint(map, { x: 400, y: 200 }).y).toBeCloseTo(250)
  }
})

it("the subject scales about the center of the subject's bounding box", () => {
  const { doc, subject } = scene()
  Object.assign(subject, { foregroundPosition: { x: 50, y: -25 }, foregroundSize: 150 })
  expect(transformPoint(subjectMap(doc), CENTER)).toEqual({ x: 120 + 200, y: 80 - 50 })
  expect(subjectTransform.placed(subject, doc)).toEqual({
    center: { x: 320, y: 30 },
    size: { width: 120, height: 60 },
    rotation: 0,
  })
})

it('over the original photo, the subject can be dragged only after its position has changed', () => {
  const { doc, mutable, subject } = scene({ type: 'original' })
  expect(subjectTransform.isFixed?.(subject, doc)).toBe(true)
  expect(subjectMap(doc)).toBe(IDENTITY)
  Object.assign(subject, { foregroundPosition: { x: 50, y: 0 }, foregroundSize: 150 })
  expect(subjectTransform.isFixed?.(subject, doc)).toBe(false)
  expect(transformPoint(subjectMap(doc), CENTER).x).toBe(CENTER.x + 200)
  mutable.backdrop = { type: 'transparent' }
  expect(subjectTransform.isFixed?.(subject, doc)).toBe(false)
})

it('dragging and scaling the subject stores its new position and size', () => {
  const { doc, subject } = scene(imageOf(500, 100))
  subjectTransform.scaleBy?.(subject, 1.234, structuredClone(subject))
  subjectTransform.moveTo(subject, { x: 300, y: 150 }, doc)
  const { center, size } = subjectTransform.placed(subject, doc)
  expect(center.x).toBeCloseTo(300, 1)
  expect(center.y).toBeCloseTo(150, 1)
  expect(size.width).toBeCloseTo(80 * 1.234, 1) // fits at its original size, because both canvases are 200 px high
})

it('a new clone is offset 5% to the right', () => {
  const { doc, clone } = scene()
  expect(cloneKind.transform!.placed(clone, doc).center).toEqual({ x: 140, y: 80 })
  const map = subjectPlacementMap(doc, { ...clone, rotation: 90, flip: { horizontal: true, vertical: false } })
  expect(transformPoint(map, CENTER).x).toBeCloseTo(140)
  // 10 px to the right of the center, flipped to the left and then rotated upward
  const { x, y } = transformPoint(map, { x: CENTER.x + 10, y: CENTER.y })
  expect(x).toBeCloseTo(140)
  expect(y).toBeCloseTo(70)
})

it('rotating a clone wraps its angle to the range from 0° to 360°', () => {
  const { clone } = scene()
  cloneKind.transform!.rotateTo?.(clone, -90)
  expect(clone.rotation).toBe(270)
  cloneKind.transform!.rotateTo?.(clone, 725)
  expect(clone.rotation).toBe(5)
})

it('a press hits the subject only at its pixels, not in its whole bounding box', () => {
  const { doc, assets, subject, clone } = scene()
  const hit = (x: number, y: number) => subjectTransform.hit?.(subject, { x, y }, doc, assets)
  expect(hit(120, 80)).toBe(0)
  expect(hit(165, 80)).toBeLessThanOrEqual(8)
  expect(hit(390, 190)).toBeGreaterThan(100)
  Object.assign(clone, { position: { x: 50, y: 0 }, size: 50 })
  expect(cloneKind.transform!.hit?.(clone, { x: 320, y: 80 }, doc, assets)).toBe(0)
  expect(cloneKind.transform!.hit?.(clone, { x: 345, y: 80 }, doc, assets)).toBeGreaterThan(0)
})
