import { ref } from 'valtio/vanilla'
import { expect, it } from 'vitest'
import type { ExportDeps } from '#client/editor/flows/exports.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { addLayer } from '#client/layers/actions.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { motionFields, setDepth } from '#client/model/document/motion.ts'
import { bareLayer, separatedSession } from '../../../tests/helpers/session.ts'
import { contentOf, createMotion, type PaintedMotion, paintedOf } from './motion.ts'

/** Returns a session with a photo, and the state of a motion with painted depth planes. */
function paintedMotion() {
  const session = separatedSession()
  const { state } = createMotion({ session } as ExportDeps)
  state.painted = ref({
    photo: session.doc.photo?.asset,
    content: 'all',
    planes: new Map(),
  } as unknown as PaintedMotion)
  return { session, state }
}

it('a layer whose depth slider is reset is equal to a layer that was never moved', () => {
  const layer = bareLayer('a', 'subject')
  setDepth(layer, 45, 60)
  expect(layer.depth).toBe(45)
  setDepth(layer, 60, 60)
  expect(layer).toEqual(bareLayer('a', 'subject'))
})

it('after a change, the key of the painted content serializes only the changed layer', () => {
  const { doc } = separatedSession()
  const serialized: string[] = []
  const toJSON = (name: string) => {
    serialized.push(name)
    return name
  }
  const watch = (name: string) => ({ ...bareLayer(name, 'text'), toJSON: () => toJSON(name) })
  const [a, b] = [watch('a'), watch('b')] as unknown as LayerBase[]
  const withLayers = (...layers: LayerBase[]) =>
    ({ ...doc, layers: Object.fromEntries(layers.map((layer) => [layer.id, layer])) }) as DocumentSnapshot
  const before = contentOf(withLayers(a!, b!))
  expect(contentOf({ ...withLayers(a!, b!), motion: defaults(motionFields) })).toBe(before)
  expect(contentOf(withLayers(a!, { ...b!, depth: 40 }))).toBe(before)
  expect(serialized).toEqual(['a', 'b', 'b'])
  expect(contentOf(withLayers(a!, bareLayer('b', 'shape')))).not.toBe(before)
})

it('opening another photo frees the depth planes painted for the motion preview', async () => {
  const { session, state } = paintedMotion()
  session.history.restart(() => {
    session.doc.photo = { asset: 'next' as AssetId, name: 'n.jpg', hasAlpha: false, width: 10, height: 10 }
  })
  expect(paintedOf(state, session.doc)).toBeNull()
  await expect.poll(() => state.painted).toBeNull()
})

it("adding a layer doesn't free the depth planes painted for the motion preview", async () => {
  const { session, state } = paintedMotion()
  addLayer(session, 'text')
  await Promise.resolve()
  expect(state.painted?.content).toBe('all')
})
