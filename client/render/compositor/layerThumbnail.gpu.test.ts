import { expect, it } from 'vitest'
import type { LayerId } from '#client/kit/values/ids.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { type LayerValues, newLayer } from '#client/layers/registry.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { sharedRenderer } from '../../../tests/helpers/gpu.ts'
import { sceneOf } from '../../../tests/helpers/scene.ts'
import { paintLayerThumbnail } from './layerThumbnail.ts'

const SIDE = 72

const renderer = await sharedRenderer()
const { session } = await sceneOf({ size: { width: 320, height: 200 } })

const add = (kind: 'shape' | 'text' | 'clone', values: LayerValues) =>
  session.history.transact('Add', () => newLayer(session.doc, kind, values))

const paint = (layer: LayerId, signal = new AbortController().signal) =>
  paintLayerThumbnail(
    { renderer, assets: session.assets, kinds: paintedKinds },
    { doc: snapshotOf(session), layer, side: SIDE, signal },
  )

/** Returns the center pixel as RGBA without premultiplication. */
const middle = ({ data, width, height }: ImageData) => {
  const at = 4 * (Math.floor(height / 2) * width + Math.floor(width / 2))
  return [...data.subarray(at, at + 4)]
}

it('a layer of any position and size fills its thumbnail', async () => {
  const id = add('shape', { type: 'rectangle', color: '#2060c0', scale: 20, position: { horizontal: 96, vertical: 3 } })
  const picture = (await paint(id))!
  expect(Math.max(picture.width, picture.height)).toBeGreaterThan(SIDE * 0.8)
  expect(Math.max(picture.width, picture.height)).toBeLessThan(SIDE * 1.3)
  expect(picture.width).toBeGreaterThan(picture.height)
  expect(middle(picture)).toEqual([0x20, 0x60, 0xc0, 255])
})

it("a layer's visibility, lock and blend mode don't affect its thumbnail", async () => {
  const id = add('shape', { type: 'square', color: '#e03010', isHidden: true, isLocked: true, blendMode: 'multiply' })
  expect(middle((await paint(id))!)).toEqual([0xe0, 0x30, 0x10, 255])
})

it('the thumbnail of a translucent layer has unpremultiplied colors', async () => {
  const id = add('shape', { type: 'square', color: '#ff8000', opacity: 50 })
  const [red, green, blue, alpha] = middle((await paint(id))!)
  expect(alpha).toBeCloseTo(128, -1)
  expect([red, green! / 2, blue]).toEqual([255, expect.closeTo(64, -0.5), 0])
})

it("the subject's thumbnail is transparent around the subject", async () => {
  const id = layerOfKind(session.doc, 'subject')!.id
  const picture = (await paint(id))!
  const [, , , corner] = picture.data
  expect(corner).toBe(0)
  expect(middle(picture)[3]).toBe(255)
  expect(picture.width / picture.height).toBeCloseTo(1, 1) // the subject is a disc
})

it('paintLayerThumbnail returns null for an invisible layer or after an abort', async () => {
  expect(await paint(add('shape', { type: 'square', opacity: 0 }))).toBeNull()
  const abort = new AbortController()
  const painted = paint(add('shape', { type: 'square' }), abort.signal)
  abort.abort()
  expect(await painted).toBeNull()
})
