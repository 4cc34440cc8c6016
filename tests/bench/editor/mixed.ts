/** Frames of a drag and of sliders on 12 MP: a document with 20 layers of every kind against one with 2. */
import type { WebGLRenderer } from 'pixi.js'
import type { LayerId } from '#client/base/ids.ts'
import { startPreview } from '#client/compositor/preview.ts'
import { createViewport, fitted } from '#client/compositor/viewport.ts'
import { newLayer } from '#client/layers/newLayer.ts'
import { kinds } from '#client/layers/registry.ts'
import type { Session } from '#client/session/session.ts'
import { coverageOf, portrait, sessionOf } from '../gpu/documents.ts'
import { photoOf, sizeOf } from '../gpu/photo.ts'
import { createRenderer, type Frame, finish, type Measured, ms, rounds, type Setting } from '../gpu/setting.ts'
import { addMixed } from './layers.ts'

const CANVAS = { width: 1600, height: 1000 }

export async function measure(setting: Setting): Promise<Measured> {
  const size = sizeOf(12)
  const bitmap = await photoOf(size, setting.photo)
  const coverage = coverageOf(portrait(size))
  const count = setting.isQuick ? 100 : 200
  const figures: Record<string, number> = {}
  const lines: string[] = []
  const compared: Record<string, Change> = { drag: MOVE, slider: GROW, brightness: BRIGHTEN }
  for (const [name, change] of Object.entries(compared)) {
    const started = await Promise.all(
      // Each has its own renderer: textures of photos are kept per renderer and session.
      [2, 20].map(async (layers) =>
        start(await createRenderer(), await createImageBitmap(bitmap), coverage, layers, change),
      ),
    )
    const [two, twenty] = started.map(({ frame }) => frame) as [Frame, Frame]
    const times = await rounds(name === 'brightness' ? count / 10 : count, { two, twenty })
    for (const { stop } of started) stop()
    figures[name] = times.twenty / times.two
    lines.push(`${name} among 20 mixed layers ${ms(times.twenty)}, among 2 ${ms(times.two)}`)
  }
  const { drag = 0, slider = 0, brightness = 0 } = figures
  return { figures: { dragMixed20Vs2: drag, sliderMixed20Vs2: Math.max(slider, brightness) }, lines }
}

/** What a step of the gesture writes; the text is selected. */
type Change = (session: Session, text: LayerId, n: number) => void

interface Movable {
  position: { horizontal: number }
  fontSize: number
}
const textOf = ({ doc }: Session, id: LayerId) => doc.layers[id] as unknown as Movable

const MOVE: Change = (session, id, n) => {
  textOf(session, id).position.horizontal = 40 + (n % 40) / 4
}
const GROW: Change = (session, id, n) => {
  textOf(session, id).fontSize = 300 + (n % 40)
}
/** Of photo and subject together, as both switches are on in the beginning. */
const BRIGHTEN: Change = ({ doc }, _, n) => {
  for (const set of Object.values(doc.tune)) set.brightness = 100 + (n % 40)
}

async function start(
  renderer: WebGLRenderer,
  bitmap: ImageBitmap,
  coverage: Uint8Array<ArrayBuffer>,
  layers: number,
  change: Change,
) {
  const session = sessionOf(bitmap, coverage)
  await addMixed(session, layers >> 1, bitmap)
  const text = newLayer(session.doc, 'text', {
    text: 'Moved',
    fontSize: 300,
    position: { horizontal: 45, vertical: 60 },
    placement: 'foreground',
  })
  await addMixed(session, layers - 1 - (layers >> 1), bitmap)
  const viewport = createViewport()
  viewport.set(fitted(CANVAS, bitmap))
  const preview = startPreview({ session, renderer, viewport, kinds, report() {}, pixelRatio: 1 })
  session.ui.selection = [text]
  await preview.settle()
  const gesture = session.history.begin('Change')
  return {
    async frame(n: number) {
      change(session, text, n)
      await preview.settle()
      finish(renderer, preview.texture)
    },
    stop() {
      gesture.cancel()
      preview.stop()
      session.dispose()
      renderer.destroy()
    },
  }
}
