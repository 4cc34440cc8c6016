import { expect, it } from 'vitest'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import {
  MASK_EDIT_PANEL,
  OBJECTS_PANEL,
  openSubjectTool,
  SELECT_SUBJECT_PANEL,
} from '#client/model/session/ui/subject.ts'
import { quietSession } from '../../tests/helpers/session.ts'
import { previewDocument } from './previewDocument.ts'

const id = 'l' as LayerId

function sessionWithLayer() {
  const session = quietSession()
  session.history.transact('Add', () => {
    session.doc.layers[id] = { id, kind: 'text', placement: 'background' }
    session.doc.order.push(id)
  })
  return session
}

/** Opens a 4 × 4 px photo, and adds a layer with these values per kind. A layer's id is its kind. */
function addPhoto({ doc, history }: Session, kinds: readonly string[], values: object = {}, change = () => {}) {
  history.transact('Change', () => {
    for (const kind of kinds) {
      const layer: LayerBase = { id: kind as LayerId, kind, placement: 'background', ...values }
      doc.layers[layer.id] = layer
      doc.order.push(layer.id)
    }
    doc.photo = { asset: 'a' as AssetId, name: 'a.png', width: 4, height: 4, hasAlpha: false }
    change()
  })
}

it('without a preview, previewDocument returns the document unchanged', () => {
  const session = sessionWithLayer()
  expect(previewDocument(session)).toBe(snapshotOf(session))
})

it('previewing a value changes neither the document nor its history', () => {
  const session = sessionWithLayer()
  const before = snapshotOf(session)
  session.ui.hover = { layer: id, patch: { placement: 'foreground' } }
  expect(previewDocument(session).layers[id]).toEqual({ id, kind: 'text', placement: 'foreground' })
  expect(previewDocument(session), 'returns the same document until a change').toBe(previewDocument(session))
  expect(snapshotOf(session)).toBe(before)
  expect(session.history.state.undo).toBe('Add')
  session.ui.hover = null
  expect(previewDocument(session)).toBe(before)
})

it('undoing the addition of a layer also removes the previewed layer', () => {
  const session = sessionWithLayer()
  session.ui.hover = { layer: id, patch: { placement: 'foreground' } }
  session.history.undo()
  expect(previewDocument(session).layers).toEqual({})
})

it("comparing hides the photo's enhancements without deleting the enhancements", () => {
  const session = sessionWithLayer()
  session.history.transact('Fade', () => {
    session.doc.tune.image.fade = 40
  })
  const before = snapshotOf(session)
  session.ui.comparison = 'untuned'
  expect(previewDocument(session).tune.image.fade).toBe(0)
  expect(previewDocument(session)).toBe(previewDocument(session))
  expect(snapshotOf(session)).toBe(before)
  session.ui.comparison = null
  expect(previewDocument(session)).toBe(before)
})

it('comparing with the original photo hides all layers, the crop and the enhancements', () => {
  const session = sessionWithLayer()
  addPhoto(session, ['background'], { isHidden: true }, () => {
    session.doc.backdrop = { type: 'transparent' }
    session.doc.tune.image.fade = 40
  })
  const before = snapshotOf(session)
  session.ui.comparison = 'photo'
  const { backdrop, order, layers, tune } = previewDocument(session)
  expect([backdrop.type, tune.image.fade, order]).toEqual(['original', 0, ['background']])
  expect(layers['background' as LayerId]?.isHidden).toBeUndefined()
  expect(previewDocument(session)).toBe(previewDocument(session))
  session.ui.comparison = null
  expect(previewDocument(session)).toBe(before)
})

it('comparing in the mask editor shows the original photo in every mask view', () => {
  const session = sessionWithLayer()
  addPhoto(session, ['background'])
  session.ui.panel = MASK_EDIT_PANEL
  for (const view of ['overlay', 'mask', 'black', 'white'] as const) {
    session.ui.subject.view = view
    const viewed = previewDocument(session)
    session.ui.comparison = 'photo'
    const { backdrop, order } = previewDocument(session)
    expect([view, backdrop.type, order]).toEqual([view, 'original', ['background']])
    session.ui.comparison = null
    expect(previewDocument(session)).toEqual(viewed)
  }
})

it('the preview shows the original photo while lifting objects, but not while erasing objects', () => {
  const session = sessionWithLayer()
  addPhoto(session, ['background', 'subject', 'object'], { isHidden: true, lifted: {} }, () => {
    session.doc.crop = { format: 'free', x: 1, y: 1, width: 2, height: 2, angle: 0, quarterTurns: 0, isMirrored: false }
    session.doc.tune.background.fade = 40
  })
  const before = snapshotOf(session)
  openSubjectTool(session.ui, OBJECTS_PANEL)
  session.ui.subject.lifts = 'erase'
  expect(previewDocument(session)).toEqual(before)
  session.ui.subject.lifts = 'lift'
  const { order, layers, tune } = previewDocument(session)
  expect([tune.background.fade, order]).toEqual([0, ['background', 'subject']])
  expect(Object.values(layers).some(({ isHidden }) => isHidden)).toBe(false)
  session.ui.subject.lifts = null
  expect(previewDocument(session)).toBe(before)
})

it("below the overlay of the subject's mask, erased objects stay erased", () => {
  const session = sessionWithLayer()
  addPhoto(session, ['object'], { isHidden: true, lifted: {} })
  openSubjectTool(session.ui, SELECT_SUBJECT_PANEL)
  expect(previewDocument(session).order).toEqual(['object'])
  // the mask of the erased object itself is edited on the original photo
  openSubjectTool(session.ui, MASK_EDIT_PANEL)
  session.ui.subject.object = 'object' as LayerId
  expect(previewDocument(session).order).toEqual([])
})

it('the mask view of an object shows only that object at its original position', () => {
  const session = sessionWithLayer()
  const away = { isHidden: true, opacity: 30, rotation: 9, size: 50, position: { x: 4, y: 0 } }
  addPhoto(session, ['background', 'subject', 'object', 'other'], { lifted: {}, ...away })
  openSubjectTool(session.ui, MASK_EDIT_PANEL, 'object' as LayerId)
  session.ui.subject.view = 'black'
  const { layers } = previewDocument(session)
  const hidden = Object.values(layers).map(({ id, isHidden = false }) => [id, isHidden])
  expect(Object.fromEntries(hidden)).toMatchObject({ background: false, subject: true, object: false, other: true })
  expect(layers['object' as LayerId]).toMatchObject({ opacity: 100, rotation: 0, size: 100, position: { x: 0, y: 0 } })
  session.ui.subject.object = null
  expect(previewDocument(session).layers).toMatchObject({ object: { isHidden: true }, other: { isHidden: true } })
  expect(previewDocument(session).layers['subject' as LayerId]?.isHidden).toBeUndefined()
})
