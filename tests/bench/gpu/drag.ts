/** Frames of a drag: a document of 20 texts against one of 2, on the same photo. */
import type { Size } from '#client/kit/base/geometry.ts'
import { newLayer } from '#client/layers/newLayer.ts'
import { coverageOf, portrait, sessionOf } from './documents.ts'
import { type Gesture, startGesture } from './gesture.ts'
import { photoOf, sizeOf } from './photo.ts'
import { type Frame, type Measured, ms, rounds, type Setting } from './setting.ts'

export async function measure(setting: Setting): Promise<Measured> {
  const size = sizeOf(setting.isQuick ? 1 : 4)
  const canvas = setting.isQuick ? { width: 800, height: 600 } : { width: 1600, height: 1000 }
  const bitmap = await photoOf(size, setting.photo)
  const coverage = coverageOf(portrait(size))
  const drags = await Promise.all(
    [2, 20].map(async (texts) => startDrag(await createImageBitmap(bitmap), coverage, texts, canvas)),
  )
  const [two, twenty] = drags.map(({ frame }) => frame) as [Frame, Frame]
  const times = await rounds(setting.isQuick ? 15 : 40, { two, twenty })
  for (const { stop } of drags) stop()
  const line = `a drag among 20 texts ${ms(times.twenty)}, among 2 ${ms(times.two)}, canvas of ${canvas.width} × ${canvas.height}`
  return { figures: { drag20LayersVs2: times.twenty / times.two }, lines: [line] }
}

async function startDrag(
  bitmap: ImageBitmap,
  coverage: Uint8Array<ArrayBuffer>,
  texts: number,
  canvas: Size,
): Promise<Gesture> {
  const session = sessionOf(bitmap, coverage)
  const { photo } = session.doc
  if (!photo) throw new Error('no photo')
  const ids = Array.from({ length: texts }, (_, i) =>
    newLayer(session.doc, 'text', {
      text: `Layer ${i}`,
      fontSize: photo.height / 8,
      position: { horizontal: 20 + ((i * 37) % 60), vertical: 10 + ((i * 23) % 80) },
      placement: i % 2 ? 'foreground' : 'background',
    }),
  )
  const moved = ids[texts >> 1]!
  return startGesture(session, canvas, [moved], () => {
    const layer = session.doc.layers[moved] as unknown as { position: { horizontal: number } }
    return (n) => {
      layer.position.horizontal = 40 + (n % 40) / 4
    }
  })
}
