import { expect, it } from 'vitest'
import { TOLERANCE } from '#client/editor/tools/targets.ts'
import { canvas } from '#client/editor/tools/testing.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { addLayer } from '#client/layers/actions.ts'
import { uprightRotation } from '#client/model/document/crop.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { separatedPhoto, separatedSession } from '../../../tests/helpers/session.ts'
import { frameHandleAt } from './cropOverlay.ts'
import { CROP_PANEL, openCrop } from './cropState.ts'
import { CROP } from './cropTool.ts'
import {
  cancelCrop,
  currentCrop,
  flipPicture,
  openCropWith,
  resetCrop,
  rotatePicture,
  setRatio,
  toggleCrop,
} from './editCrop.ts'

/** Opens a 2000 × 1600 px photo at zoom 0.5 with the Crop panel open. */
function cropping() {
  const stage = canvas({ entry: CROP, kind: 'shape' })
  stage.add('a', { x: 100, y: 100 })
  toggleCrop(stage.session)
  return stage
}

const frameOf = (stage: ReturnType<typeof cropping>) => {
  const { x, y, width, height } = currentCrop(stage.session)
  return [x, y, width, height]
}

it('choosing an aspect ratio sets the largest frame with that ratio, as one undo step', () => {
  const stage = cropping()
  setRatio(stage.session, '1:1')
  expect(frameOf(stage)).toEqual([200, 0, 1600, 1600])
  stage.session.history.undo()
  expect(stage.session.doc.crop).toBeNull()
  stage.session.history.redo()
  expect(frameOf(stage)).toEqual([200, 0, 1600, 1600])
})

it.each([
  ['1:1', 0, 200],
  ['9:16', 0, 113],
] as const)('the frame with the aspect ratio %s contains the subject', (format, x, width) => {
  const session = separatedPhoto()
  setRatio(session, format)
  expect(currentCrop(session)).toMatchObject({ x, y: 0, width, height: 200 })
})

it('a drag inside the frame moves the frame within the canvas, as one undo step', () => {
  const stage = cropping()
  setRatio(stage.session, '9:16')
  const [x = 0, , width = 0] = frameOf(stage)
  stage.pointer.down({ x: 1000, y: 800 })
  stage.pointer.move({ x: 1100, y: 850 })
  stage.pointer.move({ x: 1200, y: 900 })
  stage.pointer.up()
  expect(frameOf(stage)).toEqual([x + 200, 0, width, 1600])
  expect(stage.session.history.state.undo).toBe('Move frame')
  stage.session.history.undo()
  expect(frameOf(stage)).toEqual([x, 0, width, 1600])
})

it('dragging an edge or corner resizes the frame', () => {
  const stage = cropping()
  setRatio(stage.session, 'free')
  stage.pointer.drag({ x: 2000, y: 800 }, { x: 1500, y: 800 })
  expect(frameOf(stage)).toEqual([0, 0, 1500, 1600])
  stage.pointer.drag({ x: 0, y: 0 }, { x: 300, y: 200 })
  expect(frameOf(stage)).toEqual([300, 200, 1200, 1400])
  stage.pointer.down({ x: 900, y: 900 })
  stage.pointer.move({ x: 950, y: 900 })
  stage.tools.cancel()
  expect(frameOf(stage)).toEqual([300, 200, 1200, 1400])
  stage.session.history.undo()
  expect(frameOf(stage)).toEqual([0, 0, 1500, 1600])
})

it("resizing the frame shows the frame's size", () => {
  const stage = cropping()
  setRatio(stage.session, 'free')
  stage.pointer.down({ x: 2000, y: 800 })
  stage.pointer.move({ x: 1900, y: 800 })
  expect(stage.feedback.readout?.text).toBe('1900 × 1600 px')
  stage.pointer.up()
  expect(stage.feedback.readout).toBeNull()
})

it("a press outside the frame doesn't begin a gesture of the crop tool", () => {
  const stage = cropping()
  setRatio(stage.session, '1:1')
  expect(stage.pointer.down({ x: 60, y: 800 })).toBe(false)
})

it('the keyboard moves, scales, applies and cancels the crop frame', () => {
  const stage = cropping()
  const { session, tools } = stage
  setRatio(session, '1:1')
  tools.key('-', false)
  const [x = 0, y = 0, width = 0, height = 0] = frameOf(stage)
  expect(width).toBe(1524)
  tools.key('ArrowLeft', false)
  tools.key('ArrowDown', true)
  expect(frameOf(stage)).toEqual([x - 1, y + 10, width, height])
  tools.key('Enter', false)
  expect(session.ui.panel).toBeNull()
  expect(frameOf(stage)).toEqual([x - 1, y + 10, width, height])
  toggleCrop(session)
  tools.key('ArrowRight', true)
  tools.key('Escape', false)
  expect(session.ui.panel).toBeNull()
  expect(frameOf(stage)).toEqual([x - 1, y + 10, width, height])
})

it('closing the crop panel reopens the previous tab', () => {
  const { session, tools } = cropping()
  tools.key('Enter', false)
  session.ui.panel = 'draw'
  openCrop(session)
  expect(session.ui.panel).toBe(CROP_PANEL)
  tools.key('Enter', false)
  expect(session.ui.panel).toBe('draw')
})

it('Escape restores the crop from before the crop tool opened', () => {
  const stage = canvas({ entry: CROP, kind: 'shape' })
  stage.add('a', { x: 100, y: 100 })
  openCropWith(stage.session, '4:5')
  expect(frameOf(stage)).toEqual([360, 0, 1280, 1600])
  stage.tools.key('Escape', false)
  expect(stage.session.doc.crop).toBeNull()
})

it('flipping the image vertically turns a text layer by 180°, so that the text stays upright', () => {
  const session = separatedSession()
  const id = addLayer(session, 'text') as LayerId
  const rotation = () => (session.doc.layers[id] as LayerBase & { rotation: number }).rotation
  flipPicture(session, 'vertical')
  expect(Math.abs(rotation())).toBe(180)
  session.history.undo()
  expect(rotation()).toBe(0)
  flipPicture(session, 'horizontal')
  expect(rotation()).toBe(0)
})

it('Cancel and Reset crop rotate only text that a vertical flip has rotated', () => {
  const session = separatedSession()
  const [text, upsideDown] = [0, 180].map((rotation) => addLayer(session, 'text', { rotation }) as LayerId)
  session.history.transact('Rotate', () => Object.assign(session.doc.layers[text!]!, { rotation: 0 }))
  session.history.transact('Rotate', () => Object.assign(session.doc.layers[upsideDown!]!, { rotation: 180 }))
  const rotations = () =>
    [text, upsideDown].map((id) => Math.abs((session.doc.layers[id!] as LayerBase & { rotation: number }).rotation))
  toggleCrop(session)
  flipPicture(session, 'vertical')
  rotatePicture(session)
  expect(rotations()).toEqual([180, 0])
  cancelCrop(session)
  expect([session.doc.crop, rotations()]).toEqual([null, [0, 180]])
  session.history.undo()
  expect(rotations()).toEqual([180, 0])
  session.history.redo()
  flipPicture(session, 'vertical')
  resetCrop(session)
  expect([session.doc.crop, rotations()[0]]).toEqual([null, 0])
  flipPicture(session, 'horizontal')
  resetCrop(session)
  expect(rotations()[0]).toBe(0)
})

const { flipH, flipV, turn } = {
  flipH: (session: Session) => flipPicture(session, 'horizontal'),
  flipV: (session: Session) => flipPicture(session, 'vertical'),
  turn: rotatePicture,
}

it.each([
  [
    [turn, flipH],
    [false, true],
  ],
  [
    [flipV, turn],
    [false, true],
  ],
  [[flipV, turn, turn], [false]],
  [
    [flipV, flipH],
    [false, true],
  ],
  [
    [turn, turn],
    [false, true],
  ],
  [
    [turn, flipV],
    [false, true],
  ],
] as const)('Reset crop makes text readable after flips and rotations: %o (panel reopened: %o)', (edits, cases) => {
  for (const isReopened of cases) {
    const session = separatedSession()
    const id = addLayer(session, 'text', { rotation: 0 }) as LayerId
    toggleCrop(session)
    for (const edit of edits) edit(session)
    if (isReopened) for (const _ of [1, 2]) toggleCrop(session)
    resetCrop(session)
    expect([session.doc.crop, session.doc.layers[id]]).toMatchObject([null, { rotation: 0 }])
  }
})

it.each([
  ['flipped horizontally', flipH, 180],
  ['rotated by 90°', turn, 120],
] as const)(
  "Reset crop of an image that was %s doesn't rotate a layer that the user has rotated",
  (_, edit, rotation) => {
    const session = separatedSession()
    const id = addLayer(session, 'text') as LayerId
    toggleCrop(session)
    edit(session)
    for (const _again of [1, 2]) toggleCrop(session)
    session.history.transact('Rotate', () => Object.assign(session.doc.layers[id]!, { rotation }))
    for (const _again of [1, 2]) toggleCrop(session)
    resetCrop(session)
    expect(session.doc.layers[id]).toMatchObject({ rotation })
  },
)

it.each([
  ['horizontal', 180],
  ['vertical', 0],
] as const)('a %s flip of an image rotated by 90° turns its upright text by %i°', (axis, by) => {
  const session = separatedSession()
  rotatePicture(session)
  const id = addLayer(session, 'text') as LayerId
  flipPicture(session, axis)
  const { rotation } = session.doc.layers[id] as LayerBase & { rotation: number }
  expect(Math.abs(rotation + 90) % 360).toBe(by)
  expect(Math.abs(rotation - uprightRotation(snapshotOf(session), true)) % 360, 'the text is upright').toBe(0)
})

it('new text is upright and centered in a rotated and cropped image', () => {
  const session = separatedSession()
  setRatio(session, '1:1')
  rotatePicture(session)
  const id = addLayer(session, 'text') as LayerId
  expect(session.doc.layers[id]).toMatchObject({ rotation: -90, position: { horizontal: 50, vertical: 50 } })
})

it('frameHandleAt finds an edge of the frame within 22 px of a touch', () => {
  const frame = { x: 100, y: 100, width: 200, height: 60 }
  expect(frameHandleAt(frame, { x: 79, y: 130 }, TOLERANCE.coarse.handle)).toEqual({ x: -1, y: 0 })
  expect(frameHandleAt(frame, { x: 77, y: 130 }, TOLERANCE.coarse.handle)).toBeNull()
  expect(frameHandleAt(frame, { x: 200, y: 130 }, TOLERANCE.coarse.handle)).toEqual({ x: 0, y: 0 })
  expect(frameHandleAt(frame, { x: 302, y: 165 }, TOLERANCE.fine.handle)).toEqual({ x: 1, y: 1 })
})
