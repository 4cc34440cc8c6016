import { proxy, snapshot } from 'valtio/vanilla'
import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { cropFields } from '../document/crop.ts'
import { type Document, type DocumentSnapshot, emptyDocument, type LayerBase } from '../document/document.ts'
import { stateHash } from '../document/testing.ts'
import { History } from './history.ts'

interface Words extends LayerBase {
  text: string
  position: { x: number; y: number }
}

function setup(options: { limit?: number } = {}) {
  let time = 0
  const doc = proxy(emptyDocument()) as Document<Words>
  const history = new History(doc, { now: () => time, isStrict: true, ...options })
  const add = (name: string) =>
    history.transact('Add', () => {
      const id = name as LayerId
      doc.layers[id] = { id, kind: 'text', placement: 'background', text: name, position: { x: 0, y: 0 } }
      doc.order.push(id)
    })
  /** Deletes the layer 'a', which is the first layer. */
  const remove = () => history.transact('Delete', () => delete doc.layers[doc.order.shift() ?? ('' as LayerId)])
  const fade = (value: number, merge?: string) =>
    history.transact('Fade', () => Object.assign(doc.tune.image, { fade: value }), merge)
  const blur = (value: number) => () => Object.assign(doc.tune.image, { blur: value })
  const separate = (matte: string, x = 0) =>
    Object.assign(doc, { separation: { matte, model: 'any', box: { x, y: 0, width: 1, height: 1 } } })
  /** Begins a drag of the brightness slider and writes these values. The drag isn't ended. */
  const drag = (...values: readonly number[]) => {
    const gesture = history.begin('Brightness')
    for (const value of values) doc.tune.image.brightness = value
    return gesture
  }
  const hash = () => `${stateHash(snapshot(doc) as DocumentSnapshot)} ${Object.keys(doc.layers)}`
  const wait = (ms: number) => {
    time += ms
  }
  return { doc, history, add, remove, fade, blur, separate, drag, hash, wait }
}

it('undo and redo restore the documents before and after a step', () => {
  const { doc, history, add } = setup()
  add('a')
  expect(history.state.undo).toBe('Add')
  history.undo()
  expect(doc.order).toEqual([])
  expect(history.state.redo).toBe('Add')
  history.redo()
  expect(doc.layers['a' as LayerId]?.text).toBe('a')
})

it('undoing a step removes a record that the step added to the document', () => {
  const { doc, history, hash } = setup()
  const before = hash()
  const motion = { path: 'slide', strength: 50, seconds: 4, text: 'none' }
  history.transact('Slide', () => Object.assign(doc, { motion }))
  history.undo()
  expect(hash()).toBe(before)
  history.redo()
  expect(doc.motion?.path).toBe('slide')
})

it('a slider drag adds one undo step', () => {
  const { doc, history, drag } = setup()
  drag(101, 120, 150).commit()
  history.undo()
  expect(doc.tune.image.brightness).toBe(100)
  expect(history.state.undo).toBeNull()
})

it('a drag that ends at its start value does not add a step', () => {
  const { history, drag } = setup()
  drag(150, 100).commit()
  expect(history.state.undo).toBeNull()
})

it('undo during a drag reverts only the drag', () => {
  const { doc, history, fade, drag } = setup()
  fade(5)
  const gesture = drag(150)
  history.undo()
  expect(gesture.isOpen).toBe(false)
  expect(doc.tune.image.brightness).toBe(100)
  expect(history.state).toMatchObject({ undo: 'Fade', redo: null })
  gesture.commit()
  history.redo()
  expect(doc.tune.image).toMatchObject({ brightness: 100, fade: 5 })
})

it('undo during a drag without changes reverts the last step', () => {
  const { doc, history, fade, drag } = setup()
  fade(5)
  drag()
  history.undo()
  expect(doc.tune.image.fade).toBe(0)
})

it('an edit commits a running drag as a separate step', () => {
  const { doc, history, fade, drag } = setup()
  const gesture = drag(150)
  fade(5)
  expect(gesture.isOpen).toBe(false)
  history.undo()
  expect(doc.tune.image).toMatchObject({ brightness: 150, fade: 0 })
  history.undo()
  expect(doc.tune.image.brightness).toBe(100)
})

it('key presses on the same control within 500 ms become one undo step', () => {
  const { doc, history, fade, wait } = setup()
  fade(1, 'fade')
  wait(499)
  fade(2, 'fade')
  expect(history.startOf('fade').tune.image.fade).toBe(0)
  wait(500)
  fade(3, 'fade')
  history.undo()
  expect(doc.tune.image.fade).toBe(2)
  history.undo()
  expect(doc.tune.image.fade).toBe(0)
})

it('undoing merged key presses removes a record that the first press added to the document', () => {
  const { doc, history } = setup()
  const turn = (angle: number) => Object.assign(doc, { crop: { ...defaults(cropFields), angle } })
  for (const angle of [1, 2]) history.transact('Crop', () => turn(angle), 'crop.angle')
  history.undo()
  expect(doc.crop).toBeNull()
})

it('key presses that restore the start value do not add a step', () => {
  const { doc, history, fade } = setup()
  history.transact('Blur', () => doc.tune.image.blur++)
  fade(1, 'fade')
  fade(0, 'fade')
  expect(history.state.undo).toBe('Blur')
  history.undo()
  expect(history.state.undo).toBeNull()
})

it('an edit that throws an error is rolled back', () => {
  const { doc, history, add } = setup()
  add('a')
  const fail = () => {
    doc.order.length = 0
    throw new Error('no')
  }
  expect(() => history.transact('Fail', fail)).toThrow('no')
  expect(doc.order).toEqual(['a'])
})

it('a proxy of a layer still works after undo and redo', () => {
  const { doc, history, add } = setup()
  add('a')
  const held = doc.layers['a' as LayerId]!
  history.transact('Move', () => Object.assign(held.position, { x: 5 }))
  history.undo()
  history.redo()
  expect(held.position.x).toBe(5)
  history.transact('Move', () => Object.assign(held.position, { x: 7 }))
  expect(doc.layers['a' as LayerId]?.position.x).toBe(7)
})

it('a layer that undo restored can be changed', () => {
  const { doc, history, add, remove } = setup()
  add('a')
  remove()
  history.undo()
  history.transact('Type', () => Object.assign(doc.layers['a' as LayerId]!, { text: 'again' }))
  expect((snapshot(doc) as DocumentSnapshot<Words>).layers['a' as LayerId]?.text).toBe('again')
})

it('undo restores a removed layer at its position', () => {
  const { doc, history, add, remove } = setup()
  for (const name of ['a', 'b', 'c']) add(name)
  const held = doc.layers['c' as LayerId]!
  remove()
  history.undo()
  expect(Object.keys(doc.layers)).toEqual(['a', 'b', 'c'])
  history.transact('Move', () => Object.assign(held.position, { x: 5 }))
  expect((snapshot(doc) as DocumentSnapshot<Words>).layers['c' as LayerId]?.position.x).toBe(5)
})

it('transact and amend throw if the document was changed outside the history', () => {
  const { doc, history } = setup()
  doc.tune.image.fade = 5
  expect(() => history.transact('Any', () => {})).toThrow('outside history')
  expect(() => history.amend(() => {})).toThrow('outside history')
})

it('beyond the limit, the history drops the oldest step', () => {
  const { doc, history, fade } = setup({ limit: 3 })
  for (let i = 1; i <= 5; i++) fade(i)
  for (let i = 0; i < 5; i++) history.undo()
  expect(doc.tune.image.fade).toBe(2)
})

it('restart clears the undo stack', () => {
  const { doc, history, add } = setup()
  add('a')
  history.restart(() => Object.assign(doc, { layers: {}, order: [] }))
  expect(history.state.undo).toBeNull()
  expect([...history.reachable()].flat()).toEqual([])
})

it('amend changes the document without an undo step', () => {
  const { doc, history, blur } = setup()
  history.amend(blur(7))
  expect(doc.tune.image.blur).toBe(7)
  expect(history.state).toMatchObject({ undo: null, redo: null })
})

it("mergeBack doesn't merge steps before the mark, even after an amendment", () => {
  const { doc, history, fade, blur } = setup()
  fade(1)
  const { mark } = history
  fade(2)
  history.amend(blur(7))
  fade(3)
  history.mergeBack('tune', mark)
  history.undo()
  expect(doc.tune.image).toMatchObject({ fade: 1, blur: 7 })
})

it("mergeBack doesn't increase the version", () => {
  const { history, fade } = setup()
  const { mark } = history
  fade(1)
  fade(2)
  const { version } = history.state
  history.mergeBack('tune', mark)
  expect(history.state.version).toBe(version)
})

it("an amended value doesn't change on undo or redo", () => {
  const { doc, history, fade, blur } = setup()
  fade(1)
  fade(2)
  history.undo()
  history.amend(blur(7))
  const blurs = [doc.tune.image.blur]
  history.undo()
  blurs.push(doc.tune.image.blur)
  history.redo()
  history.redo()
  blurs.push(doc.tune.image.blur)
  expect(blurs).toEqual([7, 7, 7])
  expect(doc.tune.image.fade).toBe(2)
})

it("amend doesn't clear the redo steps", () => {
  const { history, fade, blur } = setup()
  fade(1)
  history.undo()
  history.amend(blur(7))
  expect(history.state.redo).toBe('Fade')
})

it("amend doesn't change states before the step that set the amended value", () => {
  const { doc, history, fade, blur } = setup()
  fade(5)
  history.transact('Blur', blur(3))
  history.amend(() => Object.assign(doc.tune.image, { fade: 9 }))
  expect(doc.tune.image).toMatchObject({ fade: 9, blur: 3 })
  history.undo()
  expect(doc.tune.image, 'state before the blur changed').toMatchObject({ fade: 9, blur: 0 })
  history.undo()
  expect(doc.tune.image, 'state before the fade changed').toMatchObject({ fade: 0, blur: 0 })
})

it("canceling an open gesture doesn't revert a change by amend", () => {
  const { doc, history, drag, blur } = setup()
  const gesture = drag(150)
  history.amend(blur(7))
  expect(gesture.isOpen).toBe(true)
  gesture.cancel()
  expect(doc.tune.image).toMatchObject({ brightness: 100, blur: 7 })
  expect(history.state.undo).toBeNull()
})

it("undoing a gesture doesn't revert a change that amend made during the gesture", () => {
  const { doc, history, drag, blur } = setup()
  const gesture = drag(150)
  history.amend(blur(7))
  gesture.commit()
  history.undo()
  expect(doc.tune.image).toMatchObject({ brightness: 100, blur: 7 })
})

it("after amend, the history doesn't contain replaced assets", () => {
  const { history, separate } = setup()
  history.transact('Separate', () => separate('first matte'))
  history.amend(() => separate('better matte'))
  const reachable = JSON.stringify([...history.reachable()])
  expect([reachable.includes('first matte'), reachable.includes('better matte')]).toEqual([false, true])
})

it("amend doesn't change the box of another matte", () => {
  const { doc, history, separate } = setup()
  history.restart(() => separate('quick'))
  history.transact('Select', () => separate('selected'))
  history.undo()
  history.amend(() => separate('better', 5))
  history.redo()
  expect(doc.separation).toMatchObject({ matte: 'selected', box: { x: 0 } })
})
