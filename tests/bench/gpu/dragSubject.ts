/** Frames of a drag over a background image of 12 MP: the subject, compared with a text. */
import type { Size } from '#client/kit/base/geometry.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { imageBackdrop } from '#client/model/document/backdrop.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { coverageOf, portrait, sessionOf } from './documents.ts'
import { type Gesture, startGesture } from './gesture.ts'
import { photoOf, sizeOf } from './photo.ts'
import { type Frame, type Measured, ms, rounds, type Setting } from './setting.ts'

export async function measure(setting: Setting): Promise<Measured> {
  const size = sizeOf(12)
  const canvas = setting.isQuick ? { width: 800, height: 600 } : { width: 1600, height: 1000 }
  const bitmap = await photoOf(size, setting.photo)
  const coverage = coverageOf(portrait(size))
  const drags = await Promise.all(
    (['text', 'subject'] as const).map(async (moved) =>
      startDrag(await createImageBitmap(bitmap), coverage, moved, canvas),
    ),
  )
  const [text, subject] = drags.map(({ frame }) => frame) as [Frame, Frame]
  const times = await rounds(setting.isQuick ? 60 : 120, { text, subject })
  for (const { stop } of drags) stop()
  const line = `over a background image of 12 MP a drag of the subject ${ms(times.subject)}, of a text ${ms(times.text)}, canvas of ${canvas.width} × ${canvas.height}`
  return { figures: { dragSubjectVsText: times.subject / times.text }, lines: [line] }
}

interface Movable {
  position: { horizontal: number }
  foregroundPosition: { x: number }
}

async function startDrag(
  bitmap: ImageBitmap,
  coverage: Uint8Array<ArrayBuffer>,
  moved: 'text' | 'subject',
  canvas: Size,
): Promise<Gesture> {
  const session = sessionOf(bitmap, coverage)
  const { width, height } = bitmap
  const asset = session.assets.put({
    kind: 'bitmap',
    bitmap: await createImageBitmap(bitmap),
    width,
    height,
    hasAlpha: false,
    sha256: '',
  })
  session.doc.backdrop = imageBackdrop({ asset, width, height, hasAlpha: false })
  newLayer(session.doc, 'text', { text: 'Behind', fontSize: height / 5 })
  // About as large as the subject, because the cost of a frame depends on the area that moves.
  const front = newLayer(session.doc, 'text', { text: 'In\nfront', fontSize: height / 4, placement: 'foreground' })
  const id: LayerId = moved === 'text' ? front : layerOfKind(session.doc, 'subject')!.id
  return startGesture(session, canvas, [id], () => {
    const layer = session.doc.layers[id] as unknown as Movable
    return (n) => {
      if (moved === 'text') layer.position.horizontal = 40 + (n % 40) / 4
      else layer.foregroundPosition.x = (n % 40) / 4
    }
  })
}
