/** Tests that layers are fitted to a crop that cuts off a text layer. */
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { loadFont } from '#client/kit/fonts/load.ts'
import { contains } from '#client/kit/geometry/rect.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { addLayer } from '#client/layers/actions.ts'
import type { ShapeLayer } from '#client/layers/shape/schema.ts'
import { shapeTransform } from '#client/layers/shape/transform.ts'
import { isTextReadable } from '#client/layers/text/hiddenText.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { inkBox } from '#client/layers/text/transform.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { uprightBox } from '#client/render/kind.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { cancelCrop, fitLayersToCrops, moveFrame, setRatio, toggleCrop } from './editCrop.ts'
import { showExtended } from './fillAround.ts'

beforeAll(() => void loadFont('Inter', 700))

/** A 1000 × 500 px photo with a centered text layer, and a locked shape that covers the lower 40% of the image. */
function design(fontSize: number) {
  const toasts: string[] = []
  const session = separatedSession({ toast: ({ title }) => void toasts.push(title) })
  onTestFinished(fitLayersToCrops(session))
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

/** Opens the panel, chooses a square frame and moves it. Then closes the panel with `close`. */
async function cropToSquare(session: Session, close: () => void) {
  toggleCrop(session)
  await nextTick()
  setRatio(session, '1:1')
  moveFrame(session, { x: 20, y: 0 })
  close()
  await nextTick()
}

/** Resolves after the session's state has notified its listeners. */
const nextTick = () => Promise.resolve()

it('a crop that cuts off text moves and resizes the layers to fit the frame, as one undo step with the crop', async () => {
  const { session, toasts, letters, scrim, frame } = design(130)
  const [before, wide, steps] = [letters(), scrim(), session.history.state.undo]
  await cropToSquare(session, () => {
    expect(contains(frame(), letters()), 'the frame cuts off the text').toBe(false)
    toggleCrop(session)
  })
  expect(frame()).toEqual({ x: 270, y: 0, width: 500, height: 500 })
  expect(contains(frame(), letters())).toBe(true)
  expect(letters().x + letters().width / 2, 'center of the text').toBeCloseTo(520, -1)
  expect(letters().width).toBeGreaterThan(0.7 * before.width * Math.SQRT1_2)
  expect(scrim().width).toBeCloseTo(500, 0)
  expect(scrim().y).toBeCloseTo(300, 0)
  expect(scrim().y + scrim().height, 'the shape still touches the lower edge').toBeCloseTo(500, 0)
  expect(toasts).toEqual(['Layers fitted to the new size.'])
  const fitted = [letters(), scrim(), frame()]
  session.history.undo()
  expect([letters(), scrim(), session.doc.crop, session.history.state.undo]).toEqual([before, wide, null, steps])
  session.history.redo()
  expect([letters(), scrim(), frame()]).toEqual(fitted)
})

it("fitting layers to a crop moves text at the image's edge into the frame", async () => {
  const { session, letters, frame } = design(60)
  const [text] = Object.values(session.doc.layers).filter(({ kind }) => kind === 'text') as TextLayer[]
  session.history.transact('Move', () => Object.assign(text!.position, { horizontal: 26 }))
  await cropToSquare(session, () => toggleCrop(session))
  expect(contains(frame(), letters())).toBe(true)
})

it('fitting layers to a crop joins only the undo steps made in the open crop panel', async () => {
  const { session, letters, scrim } = design(130)
  await cropToSquare(session, () => cancelCrop(session))
  const [before, canceled] = [letters(), session.history.state.undo]
  await cropToSquare(session, () => {
    session.history.transact('Rename', () => Object.assign(Object.values(session.doc.layers)[0]!, { name: 'Wall' }))
    moveFrame(session, { x: -20, y: 0 })
    toggleCrop(session)
  })
  expect(contains(pictureInDocument(session.doc), letters())).toBe(true)
  session.history.undo()
  expect([letters(), session.history.state.undo]).toEqual([before, 'Rename'])
  session.history.undo()
  session.history.undo()
  expect(session.doc.crop).toMatchObject({ x: 250 })
  session.history.undo()
  expect([session.doc.crop, session.history.state.undo]).toEqual([null, canceled])
  expect(scrim().width).toBe(1000)
})

it('fitting layers to a crop moves text that the subject would hide, in the same undo step', async () => {
  const { session, frame } = design(60)
  const [width, height] = [1000, 500]
  const coverage = Uint8Array.from({ length: width * height }, (_, i) =>
    i % width >= 470 && i % width < 700 ? 255 : 0,
  )
  const matte = session.assets.put({ kind: 'matte', width, height, coverage })
  session.history.restart(() => {
    session.doc.separation = separationOf(session.assets, matte, 'test')
  })
  const id = addLayer(session, 'text', { text: 'HELLO', fontSize: 130, placement: 'background' }) as LayerId
  const text = () => session.doc.layers[id] as TextLayer
  session.history.transact('Move', () => Object.assign(text().position, { horizontal: 24, vertical: 30 }))
  const isReadable = () => isTextReadable(text(), snapshotOf(session), matteOf(snapshotOf(session), session.assets)!)
  expect(isReadable(), 'before the crop').toBe(true)
  const before = { ...text().position }
  await cropToSquare(session, () => toggleCrop(session))
  expect(contains(frame(), uprightBox(inkBox(text(), canvasSize(session.doc))!))).toBe(true)
  expect(isReadable(), 'after the crop').toBe(true)
  expect(text().placement).toBe('background')
  session.history.undo()
  expect([text().position, text().fontSize, session.doc.crop]).toEqual([before, 130, null])
})

it('after Fill around, Done fits text that was inside the previous frame to the crop', async () => {
  const { session, letters, frame } = design(60)
  await cropToSquare(session, () => toggleCrop(session))
  expect(contains(frame(), letters()), 'in the previous frame').toBe(true)
  toggleCrop(session)
  await nextTick()
  const image = { asset: 'b' as AssetId, hasAlpha: false, width: 1500, height: 500 }
  showExtended(session, image, { width: 3, height: 1, format: 'free' })
  setRatio(session, '9:16')
  expect(contains(frame(), letters()), 'in the new frame').toBe(false)
  toggleCrop(session)
  await nextTick()
  expect(contains(frame(), letters())).toBe(true)
})

it.each([
  ['another tab', 'text'],
  ['the Close button', null],
])('closing the crop panel with %s also fits the layers to the crop', async (_, tab) => {
  const { session, letters, frame } = design(130)
  await cropToSquare(session, () => {
    session.ui.panel = tab
  })
  expect(contains(frame(), letters())).toBe(true)
})

it('canceling a crop does not move any layer', async () => {
  const { session, toasts, letters } = design(130)
  const before = letters()
  await cropToSquare(session, () => cancelCrop(session))
  expect([letters(), toasts]).toEqual([before, []])
})

it("a crop that rotates the image or doesn't cut off text doesn't move any layer", async () => {
  for (const turn of [0, 1]) {
    const { session, toasts, letters } = design(turn ? 130 : 40)
    const before = letters()
    await cropToSquare(session, () => {
      if (turn) session.history.transact('Turn', () => Object.assign(session.doc.crop!, { quarterTurns: 1 }))
      toggleCrop(session)
    })
    expect([letters(), toasts]).toEqual([before, []])
  }
})
