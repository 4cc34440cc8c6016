import { expect, it } from 'vitest'
import type { LayerId } from '#client/kit/values/ids.ts'
import { bareLayer, documentOf } from '../../tests/helpers/session.ts'
import { paintOrder, type SlotTable, stackOrder } from './stackOrder.ts'

const kinds: SlotTable = {
  photo: { slot: 'backdrop' },
  words: { slot: 'placed' },
  twin: { slot: 'clones' },
  person: { slot: 'subject' },
}

it('paintOrder lists the background, the layers behind, the clones, the subject and the layers in front', () => {
  const doc = documentOf(
    bareLayer('front', 'words', 'foreground'),
    bareLayer('subject', 'person', 'foreground'),
    bareLayer('clone', 'twin'),
    bareLayer('behind', 'words'),
    bareLayer('backdrop', 'photo'),
    bareLayer('front2', 'words', 'foreground'),
    bareLayer('behind2', 'words'),
    bareLayer('clone2', 'twin'),
  )
  const order = 'backdrop behind behind2 clone clone2 subject front front2'
  expect(paintOrder(doc, kinds)).toEqual(order.split(' '))
})

it('paintOrder skips an id without a layer', () => {
  const doc = documentOf(bareLayer('a', 'words'))
  doc.order.push('gone' as LayerId)
  expect(paintOrder(doc, kinds)).toEqual(['a'])
})

it('paintOrder throws for a layer of an unknown kind', () => {
  expect(() => paintOrder(documentOf(bareLayer('a', 'stranger')), kinds)).toThrow("no layer kind 'stranger'")
})

it("a hidden layer has a position in the stack but isn't painted", () => {
  const doc = documentOf(
    bareLayer('backdrop', 'photo'),
    { ...bareLayer('a', 'words'), isHidden: true },
    bareLayer('b', 'words'),
  )
  expect(paintOrder(doc, kinds)).toEqual(['backdrop', 'b'])
  expect(stackOrder(doc, kinds)).toEqual(['backdrop', 'a', 'b'])
})
