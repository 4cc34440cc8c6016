import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { settingsRules } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { nonDefaultValues } from '../../../tests/kinds/testedKind.ts'
import { parseDocument } from './parseDocument.ts'

/** Returns a stored document that contains a stroke and `copies` copies of it. */
function storedWith(copies: number) {
  const session = separatedSession()
  const first = newLayer(session.doc, 'drawing', { points: [{ x: 1, y: 1, size: 2, color: '#000000' }] })
  const stored = JSON.parse(JSON.stringify(snapshotOf(session)))
  for (let i = 0; i < copies; i++) {
    const id = `copy${i}` as LayerId
    stored.layers[id] = { ...stored.layers[first], id }
    stored.order.push(id)
  }
  return stored
}

it('a stored document with thousands of strokes is read', () => {
  const stored = storedWith(2000)
  expect(parseDocument(stored).order).toEqual(stored.order)
})

it('a document above the layer limit is rejected', () => {
  expect(() => parseDocument(storedWith(20_000))).toThrow('no list')
})

it('a stored motion and stored depths are clamped to their ranges', () => {
  const stored = storedWith(0)
  stored.motion = { path: 'orbit', strength: 900, seconds: 3, text: 'explode' }
  stored.layers[stored.order[0]].depth = 7
  const read = parseDocument(stored)
  expect(read.motion).toEqual({ path: 'orbit', strength: 100, seconds: 3, text: 'none' })
  expect(read.layers[stored.order[0] as LayerId]?.depth).toBe(30)
})

it('the fields of a stored lens blur are clamped to their ranges', () => {
  const stored = storedWith(0)
  Object.assign(stored, { lens: { strength: 900, focus: 80, blades: 4, highlights: 10 } })
  expect(parseDocument(stored).lens).toEqual({ strength: 100, focus: 80, blades: 5, highlights: 10 })
})

it('parsing a document without motion does not add any motion', () => {
  expect(parseDocument(storedWith(0))).not.toHaveProperty('motion')
})

it.each(settingsRules)('the stored settings "%s" are read, and defaults replace missing values', (part, { fields }) => {
  const values = nonDefaultValues(fields)
  expect(parseDocument({ ...storedWith(0), [part]: values })[part]).toEqual(values)
  expect(parseDocument({ ...storedWith(0), [part]: {} })[part]).toEqual(defaults(fields))
})
