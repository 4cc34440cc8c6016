import { expect, it, vi } from 'vitest'
import { sharedArea } from '#client/kit/geometry/rect.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { colorBackdrop } from '#client/model/document/backdrop.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { type Notices, type Session, snapshotOf } from '#client/model/session/session.ts'
import { uprightBox } from '#client/render/kind.ts'
import { paintOrder } from '#client/render/stackOrder.ts'
import { separatedPhoto, separatedSession } from '../../tests/helpers/session.ts'
import {
  addLayer,
  anchorLayer,
  duplicateLayer,
  hideLayer,
  lockLayer,
  mayAddLayers,
  offerUndo,
  placeLayer,
  removeLayer,
  renameLayer,
} from './actions.ts'
import { kindOf, kinds, type LayerValues } from './registry.ts'
import { subjectBox } from './subjectBox.ts'
import type { TextLayer } from './text/schema.ts'

const sessionWithPhoto = (toast: Notices['toast'] = () => {}) => separatedSession({ toast })

const text = ({ doc }: Session, id: LayerId | null) => doc.layers[id!] as LayerBase as TextLayer
const words = (session: Session) =>
  paintOrder(snapshotOf(session), kinds).map((id) => text(session, id).text ?? text(session, id).kind)

it('addLayer selects a new text layer and inserts it behind the subject', () => {
  const session = sessionWithPhoto()
  const id = addLayer(session, 'text', { text: 'HELLO' })
  expect(text(session, id)).toMatchObject({ text: 'HELLO', fontSize: 600, placement: 'background', kind: 'text', id })
  expect(session.ui.selection).toEqual([id])
  expect(words(session)).toEqual(['background', 'HELLO', 'subject'])
  session.history.undo()
  expect(words(session)).toEqual(['background', 'subject'])
})

it('adding a second background does not add a layer', () => {
  expect(addLayer(sessionWithPhoto(), 'background')).toBeNull()
})

it('undo restores a removed layer', () => {
  const session = sessionWithPhoto()
  const id = addLayer(session, 'text', { text: 'HELLO' })!
  removeLayer(session, id)
  expect(words(session)).toEqual(['background', 'subject'])
  expect(session.ui.selection).toEqual([])
  session.history.undo()
  expect(words(session)).toEqual(['background', 'HELLO', 'subject'])
})

it.each([
  ['the step was undone', (session: Session) => session.history.undo()],
  ['a newer step was made', (session: Session) => addLayer(session, 'text')],
])('the toast that offers Undo closes when %s', async (_, change) => {
  const toast = vi.fn<Notices['toast']>()
  const session = sessionWithPhoto(toast)
  addLayer(session, 'text')
  offerUndo(session, 'Added')
  const end = vi.fn()
  toast.mock.calls[0]![0].endsOn?.(end)
  await Promise.resolve()
  expect(end).not.toHaveBeenCalled()
  change(session)
  await expect.poll(() => end).toHaveBeenCalled()
})

it('the Undo button of a toast restores the removed overlay with the background color', () => {
  const toast = vi.fn<Notices['toast']>()
  const session = sessionWithPhoto(toast)
  const add = () => addLayer(session, 'overlay', { content: 'o' })!
  const [first, second] = [add(), add()]
  session.history.transact('Color', () => {
    session.doc.backdrop = colorBackdrop({ color: '#ff0000' })
  })
  const before = stateHash(snapshotOf(session))
  removeLayer(session, first)
  expect(session.doc.backdrop.type).toBe('color')
  removeLayer(session, second)
  expect(session.doc.backdrop.type).toBe('original')
  expect(toast.mock.calls).toMatchObject([[{ title: 'Original background restored', action: { label: 'Undo' } }]])
  const { action } = toast.mock.calls[0]![0]
  action?.run()
  const whole = stateHash(snapshotOf(session))
  expect([session.doc.backdrop.type, session.doc.layers[second]?.kind]).toEqual(['color', 'overlay'])
  action?.run()
  expect(stateHash(snapshotOf(session)), 'a second press of Undo changes nothing').toBe(whole)
  session.history.undo()
  expect(stateHash(snapshotOf(session))).toBe(before)

  const bare = sessionWithPhoto(toast)
  removeLayer(bare, addLayer(bare, 'overlay', { content: 'o' })!)
  expect(toast, 'the background did not change, so no toast is shown').toHaveBeenCalledTimes(1)
})

it('duplicating a layer adds an offset copy directly above the original', () => {
  const session = sessionWithPhoto()
  const original = addLayer(session, 'text', { text: 'ONE' })!
  addLayer(session, 'text', { text: 'TWO' })
  const [copy] = duplicateLayer(session, original) as [LayerId]
  expect(words(session)).toEqual(['background', 'ONE', 'ONE', 'TWO', 'subject'])
  expect(text(session, copy).position).toEqual({ horizontal: 51.5, vertical: 53 })
  expect(text(session, original).position).toEqual({ horizontal: 50, vertical: 50 })
  expect(session.ui.selection).toEqual([copy])
  session.history.transact('Edit', () => {
    text(session, copy).text = 'COPY'
  })
  expect(words(session)).toEqual(['background', 'ONE', 'COPY', 'TWO', 'subject'])
})

it('placeLayer moves a layer in front of the subject or behind the subject', () => {
  const session = sessionWithPhoto()
  const id = addLayer(session, 'text', { text: 'HELLO' })!
  placeLayer(session, id, 'foreground')
  expect(words(session)).toEqual(['background', 'subject', 'HELLO'])
  placeLayer(session, id, 'background')
  expect(words(session)).toEqual(['background', 'HELLO', 'subject'])
})

it('undoing a hide, lock or rename restores the previous document', () => {
  const session = sessionWithPhoto()
  const id = addLayer(session, 'text', { text: 'HELLO' })!
  const before = stateHash(snapshotOf(session))
  hideLayer(session, id, true)
  expect(words(session)).toEqual(['background', 'subject'])
  lockLayer(session, id, true)
  renameLayer(session, id, '  Headline ')
  expect(session.doc.layers[id]).toMatchObject({ isHidden: true, isLocked: true, name: 'Headline' })
  hideLayer(session, id, false)
  lockLayer(session, id, false)
  renameLayer(session, id, 'HELLO')
  expect(stateHash(snapshotOf(session))).toBe(before)
  for (let i = 0; i < 6; i++) session.history.undo()
  expect(stateHash(snapshotOf(session))).toBe(before)
})

const changes: Record<string, (session: Session) => void> = {
  'there is no photo': ({ doc }) => {
    doc.photo = null
  },
  'there is no separation': ({ doc }) => {
    doc.separation = null
  },
  'a flow is at work': ({ ui }) => {
    ui.busy = 'processing'
  },
  'the background is removed': ({ doc, history }) =>
    history.transact('Remove BG', () => {
      doc.backdrop = { type: 'transparent' }
    }),
}
it.each(Object.entries(changes))("layers can't be added while %s", (_, change) => {
  const session = sessionWithPhoto()
  expect(mayAddLayers(session)).toBe(true)
  session.history.transact('Change', () => change(session))
  expect(mayAddLayers(session)).toBe(false)
})

it.each<[string, Parameters<typeof addLayer>[1], LayerValues, boolean]>([
  ['a new shape is moved away from the center', 'shape', { scale: 40 }, true],
  ['a new overlay is moved away from the center', 'overlay', { width: 10, height: 10, scale: 20 }, true],
  ['a new emoji is moved away from the center', 'sticker', { scale: 0.1 }, true],
  ["the user's own sticker stays at the center", 'sticker', { type: 'image', scale: 0.1 }, false],
  [
    'a new shape with a given position stays there',
    'shape',
    { scale: 40, position: { horizontal: 50, vertical: 50 } },
    false,
  ],
])('on a photo with a subject, %s', (_, kind, values, isMoved) => {
  const session = separatedPhoto(75)
  const id = addLayer(session, kind, values)!
  const doc = snapshotOf(session)
  const { center } = kindOf(kind).transform!.placed(doc.layers[id]!, doc)
  expect(center.x === 150 && center.y === 100).toBe(!isMoved)
  session.history.undo()
  expect(session.doc.layers[id]).toBeUndefined()
})

it('new emoji are next to the subject and next to each other', () => {
  const session = separatedPhoto(75)
  const boxes = [1, 2, 3].map(() => {
    const id = addLayer(session, 'sticker', { scale: 0.1 })!
    const doc = snapshotOf(session)
    return uprightBox(kindOf('sticker').transform!.placed(doc.layers[id]!, doc))
  })
  const subject = subjectBox(snapshotOf(session))!
  const pairs = boxes.flatMap((box, i) => [subject, ...boxes.slice(0, i)].map((other) => sharedArea(box, other)))
  expect(Math.max(...pairs)).toBe(0)
})

it('a new layer is offset from a layer of the same kind at the same position', () => {
  const session = sessionWithPhoto()
  const centers = [1, 2, 3].map(() => {
    const id = addLayer(session, 'shape')!
    const { transform } = kindOf('shape')
    return transform!.placed(snapshotOf(session).layers[id]!, snapshotOf(session)).center
  })
  expect(new Set(centers.map(({ x }) => Math.round(x))).size).toBe(3)
  session.history.undo()
  expect(Object.values(session.doc.layers).filter(({ kind }) => kind === 'shape')).toHaveLength(2)
})

it("anchoring a layer to the canvas removes the layer's stored anchor", () => {
  const session = sessionWithPhoto()
  const id = addLayer(session, 'text')!
  const before = stateHash(snapshotOf(session))
  anchorLayer(session, id, 'subject')
  expect(session.doc.layers[id]?.anchor).toBe('subject')
  anchorLayer(session, id, 'canvas')
  expect(stateHash(snapshotOf(session))).toBe(before)
  session.history.undo()
  expect(session.doc.layers[id]?.anchor).toBe('subject')
})

it('deleting the layer of an erased object restores the document from before the object was lifted', () => {
  const session = sessionWithPhoto()
  const toast = vi.fn()
  Object.assign(session.notices, { toast })
  const before = stateHash(snapshotOf(session))
  const id = addLayer(session, 'object', { lifted: { matte: 'm' }, position: { x: 0, y: 0 } })!
  removeLayer(session, id)
  expect(session.doc.layers[id]?.isHidden).toBe(true)
  expect(toast).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'Object erased. To restore it, show its layer.' }),
  )
  removeLayer(session, id)
  expect(stateHash(snapshotOf(session))).toBe(before)
  session.history.undo()
  session.history.undo()
  expect(session.doc.layers[id]).not.toHaveProperty('isHidden')
})

it.each([
  ['all copies are shown', []],
  ['the first copy is hidden', [0]],
  ['the last copy is hidden', [2]],
])('when %s, deleting all copies of an object hides one copy instead', (_, alreadyHidden) => {
  const toast = vi.fn<Notices['toast']>()
  const session = sessionWithPhoto(toast)
  const id = addLayer(session, 'object', { lifted: { matte: 'm' }, position: { x: 9, y: 0 } })!
  const ids = [id, ...duplicateLayer(session, id), ...duplicateLayer(session, id)]
  for (const at of alreadyHidden) hideLayer(session, ids[at]!, true)
  const before = stateHash(snapshotOf(session))
  removeLayer(session, ...ids)
  const left = Object.values(session.doc.layers).filter(({ kind }) => kind === 'object')
  expect(left).toMatchObject([{ isHidden: true }])
  expect(toast).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'Object erased. To restore it, show its layer.' }),
  )
  session.history.undo()
  expect(stateHash(snapshotOf(session))).toBe(before)
})

it('deleting the last copy of an object hides the copy instead', () => {
  const session = sessionWithPhoto()
  const id = addLayer(session, 'object', { lifted: { matte: 'm' }, position: { x: 0, y: 0 } })!
  const [copy] = duplicateLayer(session, id)
  removeLayer(session, copy!)
  expect(Object.keys(session.doc.layers)).not.toContain(copy)
  removeLayer(session, id)
  expect(session.doc.layers[id]?.isHidden).toBe(true)
})
