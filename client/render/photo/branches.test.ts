import { expect, it } from 'vitest'
import type { AssetId, LayerId } from '../../kit/base/ids.ts'
import { type Backdrop, colorBackdrop, imageBackdrop } from '../../model/document/backdrop.ts'
import { type Document, type DocumentSnapshot, emptyDocument, type Placement } from '../../model/document/document.ts'
import { backgroundBranch, neededFill, subjectBranch } from './branches.ts'

function documentOf(kinds: [string, Placement][], edit?: (doc: Document) => void): DocumentSnapshot {
  const doc = emptyDocument()
  doc.photo = { asset: 'a' as AssetId, name: 'a.jpg', width: 4, height: 4, hasAlpha: false }
  doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 4, height: 4 } }
  for (const [kind, placement] of kinds) {
    doc.layers[kind as LayerId] = { id: kind as LayerId, kind, placement }
    doc.order.push(kind as LayerId)
  }
  edit?.(doc)
  return doc as DocumentSnapshot
}

const PHOTO: [string, Placement][] = [
  ['background', 'background'],
  ['subject', 'foreground'],
]

it('paints the subject when a layer lies between it and the background', () => {
  const doc = documentOf([...PHOTO, ['text', 'background']])
  expect(subjectBranch(doc)?.role).toBe('SUBJECT')
  expect(backgroundBranch(doc)?.role).toBe('BEHIND')
})

it('paints the photo whole when nothing lies between', () => {
  for (const doc of [documentOf(PHOTO), documentOf([...PHOTO, ['text', 'foreground']])]) {
    expect(subjectBranch(doc)).toBeNull()
    expect(backgroundBranch(doc)?.role).toBe('WHOLE')
  }
})

it('paints the subject when it is tuned otherwise than the background', () => {
  const doc = documentOf(PHOTO, ({ tune }) => {
    tune.foreground.exposure = 20
  })
  expect(subjectBranch(doc)?.set.exposure).toBe(20)
  expect(backgroundBranch(doc)?.set.exposure).toBe(0)
})

it.each<Backdrop>([
  { type: 'transparent' },
  colorBackdrop(),
  imageBackdrop({ asset: 'i' as AssetId, width: 8, height: 2, hasAlpha: false }),
])('paints the subject and nothing else of the photo on a backdrop that is $type', (backdrop) => {
  const doc = documentOf(PHOTO, (edited) => {
    edited.backdrop = backdrop
  })
  expect(subjectBranch(doc)?.role).toBe('SUBJECT')
  expect(backgroundBranch(doc)).toBeNull()
})

it('tunes the photo by the image’s set until the subject is known', () => {
  const doc = documentOf(PHOTO, (edited) => {
    edited.separation = null
    edited.tune.image.fade = 30
  })
  expect(backgroundBranch(doc)).toMatchObject({ role: 'WHOLE', set: { fade: 30 } })
  expect(subjectBranch(doc)).toBeNull()
})

const AT_HOME = { foregroundPosition: { x: 0, y: 0 }, foregroundSize: 100 }
const FILL = { enabled: true, seed: 0, strokes: [] }

function withSubject(fields: object, edit?: (doc: Document) => void) {
  return documentOf(PHOTO, (doc) => {
    Object.assign(doc.layers['subject' as LayerId] as object, AT_HOME, { fill: FILL }, fields)
    edit?.(doc)
  })
}

it('fills the background while the subject is moved, resized or hidden, and only then', () => {
  expect(backgroundBranch(withSubject({}))).not.toHaveProperty('fill')
  expect(subjectBranch(withSubject({}))).toBeNull()
  for (const fields of [{ foregroundPosition: { x: 0.1, y: 0 } }, { foregroundSize: 99 }, { isHidden: true }])
    expect(backgroundBranch(withSubject(fields))).toMatchObject({ role: 'WHOLE', fill: FILL })
  expect(subjectBranch(withSubject({ foregroundSize: 99 }))?.role).toBe('SUBJECT')
})

it('shows the photo as it was behind a moved subject with the fill switched off', () => {
  const doc = withSubject({ foregroundSize: 50, fill: { ...FILL, enabled: false } })
  expect(backgroundBranch(doc)).toEqual({ role: 'WHOLE', set: doc.tune.background })
})

it('fills nothing on another background', () => {
  const doc = withSubject({ foregroundSize: 50 }, (edited) => {
    edited.backdrop = colorBackdrop()
  })
  expect(neededFill(doc)).toBeNull()
})
