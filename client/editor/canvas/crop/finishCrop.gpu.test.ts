/** Tests that layers are fitted to a crop that would cut off a text. */
import { beforeAll, expect, it } from 'vitest'
import type { LayerId } from '#client/kit/base/ids.ts'
import { contains } from '#client/kit/base/rect.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import { addLayer } from '#client/layers/actions.ts'
import type { ShapeLayer } from '#client/layers/shape/schema.ts'
import { shapeTransform } from '#client/layers/shape/transform.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { inkBox } from '#client/layers/text/transform.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import { uprightBox } from '#client/render/kind.ts'
import { separatedSession } from '../../../../tests/helpers/session.ts'
import { finishCrop, setRatio, toggleCrop } from './editCrop.ts'

beforeAll(() => void loadFont('Inter', 700))

/** A photo of 1000 × 500 px with a text in its centre, and a locked shape that covers the lower 40 % of the image. */
function design(fontSize: number) {
  const toasts: string[] = []
  const session = separatedSession({ toast: ({ title }) => void toasts.push(title) })
  const scrim = addLayer(session, 'shape', { type: 'rectangle', isLocked: true }) as LayerId
  const text = addLayer(session, 'text', { text: 'HELLO WORLD', fontSize, anchor: 'subject' }) as LayerId
  const shape = () => session.doc.layers[scrim] as ShapeLayer
  session.history.transact('Stretch', () => {
    shapeTransform.stretchTo?.(shape(), { width: 1000, height: 200 })
    shapeTransform.moveTo(shape(), { x: 500, y: 400 }, session.doc)
  })
  return {
    session,
    toasts,
    letters: () => uprightBox(inkBox(session.doc.layers[text] as TextLayer, canvasSize(session.doc))!),
    scrim: () => uprightBox(shapeTransform.placed(shape(), session.doc)),
    frame: () => pictureInDocument(session.doc),
  }
}

it('a crop that cuts off a text fits the layers to the frame, as one undo step', () => {
  const { session, toasts, letters, scrim, frame } = design(130)
  const [before, wide] = [letters(), scrim()]
  toggleCrop(session)
  setRatio(session, '1:1')
  expect(contains(frame(), letters()), 'the frame cuts off the text').toBe(false)
  finishCrop(session)
  expect(frame()).toEqual({ x: 250, y: 0, width: 500, height: 500 })
  expect(contains(frame(), letters())).toBe(true)
  expect(letters().x + letters().width / 2, 'centre of the text').toBeCloseTo(500, -1)
  expect(letters().width).toBeGreaterThan(0.7 * before.width * Math.SQRT1_2)
  expect(scrim().width).toBeCloseTo(500, 0)
  expect(scrim().y).toBeCloseTo(300, 0)
  expect(scrim().y + scrim().height, 'the shape still touches the lower edge').toBeCloseTo(500, 0)
  expect(toasts).toEqual(['Layers fitted to the new size.'])
  session.history.undo()
  expect([letters(), scrim(), session.doc.crop?.width]).toEqual([before, wide, 500])
})

it('a crop moves no layer when it cuts off no text, or turns the composition', () => {
  for (const turn of [0, 1]) {
    const { session, toasts, letters } = design(turn ? 130 : 40)
    const before = letters()
    toggleCrop(session)
    setRatio(session, '1:1')
    if (turn) session.doc.crop!.quarterTurns = 1
    finishCrop(session)
    expect([letters(), toasts]).toEqual([before, []])
  }
})
