/**
 * Checks the records of every registered layer kind, including kinds added later. kinds.gpu.test.ts checks the pixels.
 */
import { describe, expect, it } from 'vitest'
import type { AssetId } from '#client/kit/values/ids.ts'
import { kinds, newLayer } from '#client/layers/registry.ts'
import { type DocumentSnapshot, emptyDocument } from '#client/model/document/document.ts'
import { RECORD_CHECKS } from './recordChecks.ts'
import type { TestedKind } from './testedKind.ts'

function documentOf(): DocumentSnapshot {
  const doc = emptyDocument()
  doc.photo = { asset: 'a' as AssetId, name: 'a.png', width: 1200, height: 900, hasAlpha: false }
  doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 300, y: 200, width: 400, height: 500 } }
  newLayer(doc, 'background')
  newLayer(doc, 'subject')
  return doc as DocumentSnapshot
}

describe.each(Object.entries(kinds) as [string, TestedKind][])('the layer kind %s', (name, kind) => {
  it('the layer kind is registered under its own name', () => {
    expect(kind.kind).toBe(name)
  })

  it.each(Object.entries(RECORD_CHECKS))('the layer kind %s', (_, check) => {
    expect(check(kind, documentOf())).toEqual([])
  })
})
