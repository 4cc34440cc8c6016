/** Record checks of every registered kind, including new ones. See kinds.gpu.test.ts for pixel checks. */
import { describe, expect, it } from 'vitest'
import { number } from '#client/kit/base/fields.ts'
import type { AssetId } from '#client/kit/base/ids.ts'
import { kinds, newLayer } from '#client/layers/registry.ts'
import { type PlacedLayer, placedTransform, positionField, rotationField } from '#client/layers/shared/placed.ts'
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

describe.each(Object.entries(kinds) as [string, TestedKind][])('%s', (name, kind) => {
  it('is registered by its own name', () => {
    expect(kind.kind).toBe(name)
  })

  it.each(Object.entries(RECORD_CHECKS))('%s', (_, check) => {
    expect(check(kind, documentOf())).toEqual([])
  })
})

describe('the checks', () => {
  const fields = {
    position: positionField,
    rotation: rotationField,
    side: number('Side', { default: 100, min: 10, max: 500 }),
  }
  interface Square extends PlacedLayer {
    side: number
  }
  const honest = placedTransform<Square>({
    fields,
    sizeOf: ({ side }) => ({ width: side, height: side }),
    scaleBy: (layer, factor, start) => {
      layer.side = Math.min(500, Math.max(10, start.side * factor))
    },
  })
  const kind = (change: Partial<TestedKind>, transform: object = {}): TestedKind => ({
    kind: 'planted',
    label: 'Planted',
    slot: 'placed',
    placement: 'background',
    fields,
    transform: { ...honest, ...transform },
    ...change,
  })
  const failedChecks = (tested: TestedKind) =>
    Object.entries(RECORD_CHECKS).flatMap(([name, check]) => (check(tested, documentOf()).length > 0 ? [name] : []))

  it('find no fault in a correct kind', () => {
    expect(failedChecks(kind({}))).toEqual([])
  })

  it.each<[string, TestedKind]>([
    ['has a label and a placement that its slot allows', kind({ slot: 'clones', placement: 'foreground' })],
    [
      'has legal defaults that survive JSON',
      kind({ fields: { ...fields, side: { ...fields.side, default: Number.NaN } } }),
    ],
    ['accepts no invalid values', kind({ fields: { ...fields, size: { ...fields.side, hardMax: Number.NaN } } })],
    ['moves to the given centre', kind({}, { moveTo: () => {} })],
    [
      'scales by the given factor',
      kind(
        {},
        {
          scaleBy: (layer: Square, factor: number) => {
            layer.side *= factor * factor
          },
        },
      ),
    ],
    [
      'rotates to the given angle',
      kind(
        {},
        {
          rotateTo: (layer: Square, to: number) => {
            layer.rotation = to
          },
        },
      ),
    ],
    [
      'is not changed by queries',
      kind(
        {},
        {
          sizeText: (layer: Square) => {
            layer.side++
          },
        },
      ),
    ],
  ])('find a kind that violates: %s', (name, planted) => {
    expect(failedChecks(planted)).toContain(name)
  })
})
