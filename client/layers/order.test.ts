import { expect, it } from 'vitest'
import type { LayerId } from '../base/ids.ts'
import { emptyDocument, type LayerBase } from '../document/document.ts'
import { paintOrder, type SlotTable, stackOrder } from './order.ts'

const kinds: SlotTable = {
  photo: { slot: 'backdrop' },
  words: { slot: 'placed' },
  twin: { slot: 'clones' },
  person: { slot: 'subject' },
}

const layer = (id: string, kind: string, placement: LayerBase['placement'] = 'background'): LayerBase => ({
  id: id as LayerId,
  kind,
  placement,
})

function documentOf(...layers: LayerBase[]) {
  const doc = emptyDocument()
  for (const each of layers) {
    doc.layers[each.id] = each
    doc.order.push(each.id)
  }
  return doc
}

it('stacks backdrop, layers behind, clones, subject and layers in front, each in its own order', () => {
  const doc = documentOf(
    layer('front', 'words', 'foreground'),
    layer('subject', 'person', 'foreground'),
    layer('clone', 'twin'),
    layer('behind', 'words'),
    layer('backdrop', 'photo'),
    layer('front2', 'words', 'foreground'),
    layer('behind2', 'words'),
    layer('clone2', 'twin'),
  )
  const order = 'backdrop behind behind2 clone clone2 subject front front2'
  expect(paintOrder(doc, kinds)).toEqual(order.split(' '))
})

it('leaves out an id that names no layer', () => {
  const doc = documentOf(layer('a', 'words'))
  doc.order.push('gone' as LayerId)
  expect(paintOrder(doc, kinds)).toEqual(['a'])
})

it('refuses a layer whose kind nobody knows', () => {
  expect(() => paintOrder(documentOf(layer('a', 'stranger')), kinds)).toThrow("no layer kind 'stranger'")
})

it('does not paint what is hidden, and keeps its place', () => {
  const doc = documentOf(layer('backdrop', 'photo'), { ...layer('a', 'words'), isHidden: true }, layer('b', 'words'))
  expect(paintOrder(doc, kinds)).toEqual(['backdrop', 'b'])
  expect(stackOrder(doc, kinds)).toEqual(['backdrop', 'a', 'b'])
})
