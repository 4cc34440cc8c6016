/** Tests that a frame of a random gesture, which repaints only the changed area, equals a full repaint. */
import { expect, inject, it } from 'vitest'
import { liveFonts } from '#client/kit/fonts/fonts.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { type List, listOf } from '#client/kit/values/immutable.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { LayerFlattener } from '#client/render/compositor/LayerFlattener.ts'
import { Scene } from '#client/render/compositor/scene.ts'
import type { LayerTransform } from '#client/render/kind.ts'
import { bytesOf, difference, noise, sharedRenderer, target } from '../helpers/gpu.ts'
import { sceneOf } from '../helpers/scene.ts'

const SIZE = { width: 320, height: 240 }
const INK = { size: 7, color: '#e5484d' }
const SEEDS = inject('isLong') ? [1, 2, 3, 4, 5, 6, 7, 8] : [1]
const GLOW = { enabled: true, color: '#ffcc00', intensity: 12 }

const renderer = await sharedRenderer()

/** Creates a document with every kind of layer, most kinds twice. */
async function crowd(): Promise<Session> {
  const { session } = await sceneOf({ size: SIZE })
  const { doc } = session
  const at = (horizontal: number, vertical: number) => ({ position: { horizontal, vertical } })
  newLayer(doc, 'text', { text: 'Behind', fontSize: 40, ...at(40, 30) })
  newLayer(doc, 'shape', { type: 'star', scale: 60, color: '#30a46c', glow: GLOW, ...at(70, 40) })
  newLayer(doc, 'clone', { size: 50 })
  newLayer(doc, 'overlay', { content: doc.photo?.asset, ...SIZE, scale: 30, rotation: 9, glow: GLOW, ...at(25, 70) })
  newLayer(doc, 'sticker', { content: '😀', scale: 0.3, placement: 'foreground', ...at(60, 75) })
  newLayer(doc, 'drawing', { points: wave(30, 200, 9), placement: 'foreground' })
  newLayer(doc, 'text', { text: 'Front', fontSize: 30, glow: GLOW, placement: 'foreground', ...at(50, 55) })
  newLayer(doc, 'shape', { type: 'heart', scale: 40, opacity: 60, placement: 'foreground', ...at(55, 50) })
  return session
}

const wave = (x: number, y: number, points: number) =>
  Array.from({ length: points }, (_, i) => ({
    x: x + 9 * i,
    y: y + 20 * Math.sin(i),
    size: 7,
    color: '#e5484d' as const,
  }))

/** Returns functions that paint the session as the preview does, and in full. */
function painting(session: Session) {
  const context = { renderer, assets: session.assets, fonts: liveFonts, report() {} }
  const scene = new Scene(paintedKinds, context)
  const flattened = new LayerFlattener(renderer, scene)
  const [picture, whole] = [target(SIZE.width, SIZE.height), target(SIZE.width, SIZE.height)]
  const [still, draft] = [false, true].map((isDraft) => ({ region: { x: 0, y: 0, ...SIZE }, scale: 1, isDraft }))
  let drawn: object | null = null
  return {
    /** Returns the pixels of two images: the preview, and a full repaint. */
    async paint() {
      const frame = session.history.isOpen ? draft! : still!
      const doc = snapshotOf(session)
      const pending = scene.sync(doc, frame)
      if (pending) await pending
      flattened.update(picture, doc, frame, drawn !== frame || pending !== null)
      drawn = frame
      flattened.paint(whole, null)
      return { picture: bytesOf(renderer, picture), whole: bytesOf(renderer, whole) }
    },
    destroy() {
      flattened.destroy()
      scene.destroy()
      for (const texture of [picture, whole]) texture.destroy(true)
    },
  }
}

async function freshly(session: Session): Promise<Uint8Array> {
  const { paint, destroy } = painting(session)
  const { picture } = await paint()
  destroy()
  return picture
}

const differing = (a: Uint8Array, b: Uint8Array) => difference(a, b).count

/** Makes one step of a random gesture with a layer. `random` returns 0 to 1. */
function change(session: Session, id: LayerId, random: () => number) {
  const { doc } = session
  const layer = doc.layers[id] as LayerBase & { opacity?: number; points?: List<object> }
  const transform = paintedKinds[layer.kind as keyof typeof paintedKinds].transform as
    | LayerTransform<LayerBase>
    | undefined
  const snapshot = snapshotOf(session)
  const start = snapshot.layers[id]
  const dice = random()
  if (layer.points && dice < 0.5)
    layer.points = listOf([...layer.points, { x: SIZE.width * random(), y: SIZE.height * random(), ...INK }])
  else if (!transform || !start || transform.isFixed?.(start, snapshot))
    doc.tune.background.brightness = 60 + Math.round(80 * random())
  else if (dice < 0.7) transform.moveTo(layer, { x: SIZE.width * random(), y: SIZE.height * random() }, snapshot)
  else if (dice < 0.8) transform.scaleBy?.(layer, 0.8 + 0.4 * random(), start)
  else if (dice < 0.9) transform.rotateTo?.(layer, 360 * random())
  else if (layer.opacity !== undefined) layer.opacity = Math.round(100 * random())
}

it.each(SEEDS)('a partial repaint equals a full repaint after every step of a gesture (seed %d)', async (seed) => {
  const session = await crowd()
  const bytes = noise(seed)
  const random = () => bytes() / 256
  const view = painting(session)
  await view.paint()
  for (const id of [...session.doc.order].sort(() => random() - 0.5)) {
    const gesture = session.history.begin('Any')
    for (let step = 0; step < 5; step++) {
      change(session, id, random)
      const { picture, whole } = await view.paint()
      expect(differing(picture, whole), `step ${step} on ${session.doc.layers[id]?.kind}`).toBe(0)
    }
    gesture.commit()
    expect(
      differing((await view.paint()).picture, await freshly(session)),
      `after ${session.doc.layers[id]?.kind}`,
    ).toBe(0)
  }
  // makes a gesture of a single step, as an arrow key does
  session.history.transact('Turn', () => {
    for (const id of session.doc.order) change(session, id, random)
  })
  expect(differing((await view.paint()).picture, await freshly(session))).toBe(0)
  view.destroy()
})
