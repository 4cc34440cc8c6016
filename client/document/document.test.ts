import { expect, it } from 'vitest'
import type { LayerId } from '../base/ids.ts'
import { emptyDocument, type LayerBase, paintOrder, stateHash } from './document.ts'

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

it('paints the subject between what is placed behind and what is placed in front', () => {
  const doc = documentOf(
    layer('front', 'text', 'foreground'),
    layer('s', 'subject'),
    layer('behind', 'text'),
    layer('b', 'background'),
    layer('behind2', 'text'),
  )
  expect(paintOrder(doc)).toEqual(['b', 'behind', 'behind2', 's', 'front'])
})

it('leaves out an id that names no layer', () => {
  const doc = documentOf(layer('a', 'text'))
  doc.order.push('gone' as LayerId)
  expect(paintOrder(doc)).toEqual(['a'])
})

it('hashes equal documents alike and different ones apart', () => {
  const a = documentOf(layer('a', 'text'), layer('b', 'text'))
  const b = documentOf(layer('b', 'text'), layer('a', 'text'))
  b.order.reverse()
  expect(stateHash(a)).toBe(stateHash(b))
  b.tune.image.brightness = 101
  expect(stateHash(a)).not.toBe(stateHash(b))
})
