/** Objects lifted out of a photo of 12 MP: a drag among eight, compared with two, and the passes of blend modes. */
import { RenderTexture, type WebGLRenderer } from 'pixi.js'
import type { Rect } from '#client/kit/base/geometry.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import type { ObjectLayer } from '#client/layers/object/schema.ts'
import { newLayer } from '#client/layers/registry.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { ScenePainter } from '#client/render/compositor/ScenePainter.ts'
import { Scene } from '#client/render/compositor/scene.ts'
import { coverageOf, portrait, sessionOf } from '../gpu/documents.ts'
import { type Gesture, startGesture } from '../gpu/gesture.ts'
import { photoOf, sizeOf } from '../gpu/photo.ts'
import { createRenderer, type Frame, type Measured, ms, rounds, type Setting } from '../gpu/setting.ts'

const CANVAS = { width: 1600, height: 1000 }

export async function measure(setting: Setting): Promise<Measured> {
  const size = sizeOf(12)
  const bitmap = await photoOf(size, setting.photo)
  const coverage = coverageOf(portrait(size))
  const sessionWith = async (count: number) => withObjects(await createImageBitmap(bitmap), coverage, count)
  const started = await Promise.all([2, 8].map(async (count) => startDrag(await sessionWith(count))))
  const [two, eight] = started.map(({ frame }) => frame) as [Frame, Frame]
  const times = await rounds(setting.isQuick ? 60 : 200, { two, eight })
  for (const { stop } of started) stop()
  const passes = await extraPasses(await sessionWith(8))
  return {
    figures: { objects8Vs2: times.eight / times.two, blendNormalExtraPasses: passes.normal },
    lines: [
      `a drag among 8 objects ${ms(times.eight)}, among 2 ${ms(times.two)}`,
      `passes more than for painting the scene: ${passes.normal} with normal blending, ${passes.multiply} with one layer that multiplies`,
    ],
  }
}

/** Adds `count` objects of the background, each moved from its place. The last one is dragged. */
function withObjects(bitmap: ImageBitmap, coverage: Uint8Array<ArrayBuffer>, count: number): Session {
  const session = sessionOf(bitmap, coverage)
  const { width, height } = bitmap
  for (let i = 0; i < count; i++) {
    const radius = Math.round(height / 12)
    const [x, y] = [Math.round(((0.5 + (i % 4)) / 4) * width), Math.round((i < 4 ? 0.12 : 0.85) * height)]
    const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
    const matte = session.assets.put({ kind: 'matte', width, height, coverage: disc(width, height, box) })
    newLayer(session.doc, 'object', {
      lifted: { matte, box, home: 'background' },
      placement: i % 2 ? 'foreground' : 'background',
      position: { x: 4, y: i < 4 ? 30 : -30 },
    })
  }
  return session
}

function disc(width: number, height: number, box: Rect): Uint8Array<ArrayBuffer> {
  const coverage = new Uint8Array(width * height)
  const radius = box.width / 2
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++)
    for (let x = Math.max(0, box.x); x < Math.min(width, box.x + box.width); x++) {
      const distance = Math.hypot(x - box.x - radius, y - box.y - radius)
      coverage[y * width + x] = Math.max(0, Math.min(255, 128 + 60 * (radius - distance)))
    }
  return coverage
}

function startDrag(session: Session): Promise<Gesture> {
  const id = session.doc.order.at(-1) as LayerId
  return startGesture(session, CANVAS, [id], () => {
    const { position } = session.doc.layers[id] as ObjectLayer
    return (n) => {
      position.x = (n % 40) / 4
    }
  })
}

/** Returns how many more framebuffer binds and clears a frame has than the scene's tree alone. */
async function extraPasses(session: Session): Promise<{ normal: number; multiply: number }> {
  const renderer = await createRenderer()
  const scene = new Scene(paintedKinds, { renderer, assets: session.assets, report() {} } as never)
  const painter = new ScenePainter(renderer, scene)
  const target = RenderTexture.create({ ...CANVAS, resolution: 1 })
  const { width, height } = session.doc.photo!
  const frame = { region: { x: 0, y: 0, width, height }, scale: CANVAS.width / width, isDraft: false }
  const paint = async () => {
    await scene.sync(snapshotOf(session), frame)
    painter.paint(target, true) // with warm textures and programs
    const alone = passesOf(renderer, () =>
      renderer.render({ container: scene.root, target, clear: true, clearColor: [0, 0, 0, 0] }),
    )
    return passesOf(renderer, () => painter.paint(target, true)) - alone
  }
  const normal = await paint()
  session.doc.layers[session.doc.order.at(-1) as LayerId]!.blendMode = 'multiply'
  const multiply = await paint()
  painter.destroy()
  session.dispose()
  return { normal, multiply }
}

/** Counts the framebuffers that `paint` binds and clears. */
function passesOf({ gl }: WebGLRenderer, paint: () => void): number {
  let count = 0
  const [bind, clear] = [gl.bindFramebuffer, gl.clear]
  gl.bindFramebuffer = (...args) => {
    count++
    bind.apply(gl, args)
  }
  gl.clear = (mask) => {
    count++
    clear.call(gl, mask)
  }
  paint()
  Object.assign(gl, { bindFramebuffer: bind, clear })
  return count
}
