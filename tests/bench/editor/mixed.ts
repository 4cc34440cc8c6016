/** Measures frames of a drag and of sliders on a 12 MP photo, with 20 layers of all kinds and with 2 layers. */
import type { LayerId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { Session } from '#client/model/session/session.ts'
import { startGesture, timeGestures } from '../gpu/gesture.ts'
import { type Measured, ms, type Setting } from '../gpu/setting.ts'
import { addMixed } from './layers.ts'

export async function measure(setting: Setting): Promise<Measured> {
  const count = setting.isQuick ? 200 : 400
  const ratios: Record<string, number> = {}
  const lines: string[] = []
  for (const [name, change] of Object.entries({ drag: MOVE, slider: GROW, brightness: BRIGHTEN })) {
    const { two, twenty } = await timeGestures(setting, name === 'brightness' ? count / 8 : count, {
      two: (session, photo) => startChange(session, photo, 2, change),
      twenty: (session, photo) => startChange(session, photo, 20, change),
    })
    ratios[name] = twenty / two
    lines.push(`${name} among 20 mixed layers ${ms(twenty)}, among 2 ${ms(two)}`)
  }
  const { drag = 0, slider = 0, brightness = 0 } = ratios
  return { figures: { dragMixed20Vs2: drag, sliderMixed20Vs2: Math.max(slider, brightness) }, lines }
}

/** Makes step n of the gesture. The text is selected. */
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
/** Brightens photo and subject together. */
const BRIGHTEN: Change = ({ doc }, _, n) => {
  for (const set of Object.values(doc.tune)) set.brightness = 100 + (n % 40)
}

async function startChange(session: Session, photo: ImageBitmap, layers: number, change: Change) {
  await addMixed(session, layers >> 1, photo)
  const text = newLayer(session.doc, 'text', {
    text: 'Moved',
    fontSize: 300,
    position: { horizontal: 45, vertical: 60 },
    placement: 'foreground',
  })
  await addMixed(session, layers - 1 - (layers >> 1), photo)
  return startGesture(session, [text], () => (n) => change(session, text, n))
}
