/** Frames of a drag and of sliders on 12 MP: a document with 20 layers of every kind, compared with 2 layers. */
import type { LayerId } from '#client/kit/base/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { Session } from '#client/model/session/session.ts'
import { coverageOf, portrait, sessionOf } from '../gpu/documents.ts'
import { type Gesture, startGesture } from '../gpu/gesture.ts'
import { photoOf, sizeOf } from '../gpu/photo.ts'
import { type Frame, type Measured, ms, rounds, type Setting } from '../gpu/setting.ts'
import { addMixed } from './layers.ts'

const CANVAS = { width: 1600, height: 1000 }

export async function measure(setting: Setting): Promise<Measured> {
  const size = sizeOf(12)
  const bitmap = await photoOf(size, setting.photo)
  const coverage = coverageOf(portrait(size))
  const count = setting.isQuick ? 200 : 400
  const figures: Record<string, number> = {}
  const lines: string[] = []
  const compared: Record<string, Change> = { drag: MOVE, slider: GROW, brightness: BRIGHTEN }
  for (const [name, change] of Object.entries(compared)) {
    const started = await Promise.all(
      [2, 20].map(async (layers) => start(await createImageBitmap(bitmap), coverage, layers, change)),
    )
    const [two, twenty] = started.map(({ frame }) => frame) as [Frame, Frame]
    const times = await rounds(name === 'brightness' ? count / 8 : count, { two, twenty })
    for (const { stop } of started) stop()
    figures[name] = times.twenty / times.two
    lines.push(`${name} among 20 mixed layers ${ms(times.twenty)}, among 2 ${ms(times.two)}`)
  }
  const { drag = 0, slider = 0, brightness = 0 } = figures
  return { figures: { dragMixed20Vs2: drag, sliderMixed20Vs2: Math.max(slider, brightness) }, lines }
}

/** Writes one step of the gesture. The text is selected. */
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
/** Brightens photo and subject together, as with both switches on. */
const BRIGHTEN: Change = ({ doc }, _, n) => {
  for (const set of Object.values(doc.tune)) set.brightness = 100 + (n % 40)
}

async function start(
  bitmap: ImageBitmap,
  coverage: Uint8Array<ArrayBuffer>,
  layers: number,
  change: Change,
): Promise<Gesture> {
  const session = sessionOf(bitmap, coverage)
  await addMixed(session, layers >> 1, bitmap)
  const text = newLayer(session.doc, 'text', {
    text: 'Moved',
    fontSize: 300,
    position: { horizontal: 45, vertical: 60 },
    placement: 'foreground',
  })
  await addMixed(session, layers - 1 - (layers >> 1), bitmap)
  return startGesture(session, CANVAS, [text], () => (n) => change(session, text, n))
}
