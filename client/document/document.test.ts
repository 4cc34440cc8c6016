import { expect, it } from 'vitest'
import type { LayerId } from '../base/ids.ts'
import { emptyDocument, type LayerBase, stateHash } from './document.ts'

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

it('hashes equal documents alike and different ones apart', () => {
  const a = documentOf(layer('a', 'text'), layer('b', 'text'))
  const b = documentOf(layer('b', 'text'), layer('a', 'text'))
  b.order.reverse()
  expect(stateHash(a)).toBe(stateHash(b))
  b.tune.image.brightness = 101
  expect(stateHash(a)).not.toBe(stateHash(b))
})
