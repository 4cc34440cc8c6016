/**
 * Measures a drag of an object lifted out of a 12 MP photo, among eight objects and among two. Counts the passes of
 * blend modes.
 */
import { RenderTexture } from 'pixi.js'
import type { LayerId } from '#client/kit/values/ids.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import type { ObjectLayer } from '#client/layers/object/schema.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { Scene } from '#client/render/compositor/scene.ts'
import { coverageOf, liftObjects, portrait, sessionOf } from '../gpu/documents.ts'
import { CANVAS, type Gesture, startGesture, timeGestures } from '../gpu/gesture.ts'
import { photoOf, sizeOf } from '../gpu/photo.ts'
import { callsDuring, createRenderer, type Measured, ms, type Setting } from '../gpu/setting.ts'

export async function measure(setting: Setting): Promise<Measured> {
  const { two, eight } = await timeGestures(setting, setting.isQuick ? 60 : 200, {
    two: (session) => startDrag(session, 2),
    eight: (session) => startDrag(session, 8),
  })
  const size = sizeOf(12)
  const session = sessionOf(await photoOf(size, setting.photo), coverageOf(portrait(size)))
  liftObjects(session, 8)
  const passes = await extraPasses(session)
  return {
    figures: { objects8Vs2: eight / two, blendNormalExtraPasses: passes.normal },
    lines: [
      `a drag among 8 objects ${ms(eight)}, among 2 ${ms(two)}`,
      `passes more than for painting the scene: ${passes.normal} with normal blending, ${passes.multiply} with one layer that multiplies`,
    ],
  }
}

/** Lifts `count` objects and starts dragging the last object. */
function startDrag(session: Session, count: number): Promise<Gesture> {
  liftObjects(session, count)
  const id = session.doc.order.at(-1) as LayerId
  return startGesture(session, [id], () => {
    const { position } = session.doc.layers[id] as ObjectLayer
    return (n) => {
      position.x = (n % 40) / 4
    }
  })
}

/**
 * Returns the number of framebuffer binds and clears that a frame needs in addition to the paint of the scene's tree.
 */
async function extraPasses(session: Session): Promise<{ normal: number; multiply: number }> {
  const renderer = await createRenderer()
  const scene = new Scene(paintedKinds, { renderer, assets: session.assets, report() {} } as never)
  const target = RenderTexture.create({ ...CANVAS, resolution: 1 })
  const { width, height } = session.doc.photo!
  const frame = { region: { x: 0, y: 0, width, height }, scale: CANVAS.width / width, isDraft: false }
  const paint = async () => {
    await scene.sync(snapshotOf(session), frame)
    scene.paint(target, true) // creates the textures and programs
    const passesOf = (work: () => void) => callsDuring(renderer, ['bindFramebuffer', 'clear'], work)
    const alone = await passesOf(() =>
      renderer.render({ container: scene.root, target, clear: true, clearColor: [0, 0, 0, 0] }),
    )
    return (await passesOf(() => scene.paint(target, true))) - alone
  }
  const normal = await paint()
  session.doc.layers[session.doc.order.at(-1) as LayerId]!.blendMode = 'multiply'
  const multiply = await paint()
  scene.destroy()
  session.dispose()
  return { normal, multiply }
}
