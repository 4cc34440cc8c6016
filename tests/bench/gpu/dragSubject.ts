/** Measures frames of a drag over a 12 MP background image: the subject, compared with a text layer. */
import { newLayer } from '#client/layers/registry.ts'
import { imageBackdrop } from '#client/model/document/backdrop.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import { CANVAS, startGesture, timeGestures } from './gesture.ts'
import { type Measured, ms, type Setting } from './setting.ts'

export async function measure(setting: Setting): Promise<Measured> {
  const canvas = setting.isQuick ? { width: 800, height: 600 } : CANVAS
  const startDrag = (moved: 'text' | 'subject') => async (session: Session, photo: ImageBitmap) =>
    startGesture(...(await layOut(session, photo, moved)), canvas)
  const times = await timeGestures(setting, setting.isQuick ? 60 : 120, {
    text: startDrag('text'),
    subject: startDrag('subject'),
  })
  const line = `over a background image of 12 MP a drag of the subject ${ms(times.subject)}, of a text ${ms(times.text)}, canvas of ${canvas.width} × ${canvas.height}`
  return { figures: { dragSubjectVsText: times.subject / times.text }, lines: [line] }
}

interface Movable {
  position: { horizontal: number }
  foregroundPosition: { x: number }
}

/** Adds a background image and text layers. Returns the moved layer and the steps of its drag, for `startGesture`. */
async function layOut(session: Session, photo: ImageBitmap, moved: 'text' | 'subject') {
  const { width, height } = photo
  const image = { bitmap: await createImageBitmap(photo), width, height, hasAlpha: false }
  const asset = session.assets.put({ kind: 'bitmap', ...image, sha256: '' })
  session.doc.backdrop = imageBackdrop({ asset, width, height, hasAlpha: false })
  newLayer(session.doc, 'text', { text: 'Behind', fontSize: height / 5 })
  // this text is about as large as the subject, because the moved area determines the cost of a frame
  const front = newLayer(session.doc, 'text', { text: 'In\nfront', fontSize: height / 4, placement: 'foreground' })
  const id = moved === 'text' ? front : layerOfKind(session.doc, 'subject')!.id
  const begin = () => {
    const layer = session.doc.layers[id] as unknown as Movable
    return (n: number) => {
      if (moved === 'text') layer.position.horizontal = 40 + (n % 40) / 4
      else layer.foregroundPosition.x = (n % 40) / 4
    }
  }
  return [session, [id], begin] as const
}
