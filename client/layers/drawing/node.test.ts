import { expect, it } from 'vitest'
import { middleOf } from '#client/kit/geometry/geometry.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { type Immutable, listOf } from '#client/kit/values/immutable.ts'
import { imageBackdrop } from '#client/model/document/backdrop.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedPhoto } from '../../../tests/helpers/session.ts'
import { newLayer } from '../registry.ts'
import { createNode } from './node.ts'
import type { DrawingLayer } from './schema.ts'
import { drawingTransform } from './transform.ts'

it.each([
  ['wide', { width: 1600, height: 400 }],
  ['tall', { width: 200, height: 900 }],
])("a stroke over a %s background image is painted at the position of the stroke's handles", (_, size) => {
  const session = separatedPhoto() // the photo is 300 × 200 px
  const { doc, history } = session
  const points = [10, 90].map((x) => ({ x, y: x, size: 4, color: '#ffffff' }))
  const id = history.transact('Draw', () => {
    doc.backdrop = imageBackdrop({ asset: 'i' as AssetId, ...size, hasAlpha: false })
    return newLayer(doc, 'drawing', { points: listOf(points), scale: 50 })
  })
  const snapshot = snapshotOf(session)
  const layer = snapshot.layers[id] as Immutable<DrawingLayer>
  const node = createNode({ renderer: null as never, assets: session.assets, report: () => undefined } as never)
  node.update(layer, { region: { x: 9000, y: 9000, width: 10, height: 10 }, scale: 1, isDraft: false }, snapshot)
  const area = node.area!
  const placed = drawingTransform.placed(layer, snapshot)
  const middle = middleOf(area)
  expect(Math.hypot(middle.x - placed.center.x, middle.y - placed.center.y)).toBeLessThan(1)
  expect(area.width - placed.size.width).toBeGreaterThanOrEqual(0)
  expect(area.width - placed.size.width, 'the area exceeds the layer only by its antialiased edges').toBeLessThan(8)
})
