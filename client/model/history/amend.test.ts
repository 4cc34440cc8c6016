/** `amend` changes a value in the document and in all undo steps, without adding a step. */
import { proxy } from 'valtio/vanilla'
import { expect, it } from 'vitest'
import type { AssetId } from '#client/kit/base/ids.ts'
import { emptyDocument } from '../document/document.ts'
import { History } from './history.ts'

function setup() {
  const doc = proxy(emptyDocument())
  const history = new History(doc, { isStrict: true })
  const fade = (value: number) =>
    history.transact('Fade', () => {
      doc.tune.image.fade = value
    })
  const blur = (value: number) => () => {
    doc.tune.image.blur = value
  }
  return { doc, history, fade, blur }
}

it('amend changes the document without an undo step', () => {
  const { doc, history, blur } = setup()
  history.amend(blur(7))
  expect(doc.tune.image.blur).toBe(7)
  expect(history.state).toMatchObject({ undo: null, redo: null })
})

it('an amended value persists across all undo and redo steps', () => {
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

it('amend keeps the steps that can be redone', () => {
  const { history, fade, blur } = setup()
  fade(1)
  history.undo()
  history.amend(blur(7))
  expect(history.state.redo).toBe('Fade')
})

it('an amendment keeps a value that a later step changed in the same record', () => {
  const { doc, history, fade, blur } = setup()
  fade(5)
  history.transact('Blur', blur(3))
  history.amend(() => {
    doc.tune.image.fade = 9
  })
  expect(doc.tune.image).toMatchObject({ fade: 9, blur: 3 })
  history.undo()
  expect(doc.tune.image, 'before the step that changed the blur').toMatchObject({ fade: 9, blur: 0 })
  history.undo()
  expect(doc.tune.image, 'before the step that changed the fade').toMatchObject({ fade: 0, blur: 0 })
})

it('an amended value survives the cancellation of an open gesture', () => {
  const { doc, history, blur } = setup()
  const drag = history.begin('Brightness')
  doc.tune.image.brightness = 150
  history.amend(blur(7))
  expect(drag.isOpen).toBe(true)
  drag.cancel()
  expect(doc.tune.image).toMatchObject({ brightness: 100, blur: 7 })
  expect(history.state.undo).toBeNull()
})

it('committing a gesture does not record an amendment made during the gesture', () => {
  const { doc, history, blur } = setup()
  const drag = history.begin('Brightness')
  doc.tune.image.brightness = 150
  history.amend(blur(7))
  drag.commit()
  history.undo()
  expect(doc.tune.image).toMatchObject({ brightness: 100, blur: 7 })
})

it('the history refuses an edit after a write outside the history', () => {
  const { doc, history } = setup()
  doc.tune.image.fade = 5
  expect(() => history.amend(() => {})).toThrow('outside history')
})

it('an amendment removes the replaced pixels from the history', () => {
  const { doc, history } = setup()
  const separate = (matte: string) => () => {
    doc.separation = { matte: matte as AssetId, model: 'any', box: { x: 0, y: 0, width: 1, height: 1 } }
  }
  history.transact('Separate', separate('first matte'))
  history.amend(separate('better matte'))
  expect(JSON.stringify([...history.reachable()])).not.toContain('first matte')
  expect(JSON.stringify([...history.reachable()])).toContain('better matte')
})
