import { expect, it, vi } from 'vitest'
import { boundCanvas, canvas, PALM, SECOND, stroke } from '#client/editor/tools/testing.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { listOf } from '#client/kit/values/immutable.ts'
import type { ObjectLayer } from '#client/layers/object/schema.ts'
import { newLayer } from '#client/layers/registry.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { maskEditFields } from '#client/model/document/maskEdits.ts'
import { MASK_EDIT_PANEL } from '#client/model/session/ui/subject.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { subjectState } from '../subjectState.ts'
import { MASK_BRUSH } from './maskBrush.ts'

/** Opens a segmented 2000 × 1600 px photo at zoom 0.5, with the mask brush active. */
function maskEditing() {
  const made = canvas({ entry: MASK_BRUSH })
  const { session } = made
  session.history.restart(() => {
    session.doc.photo = { asset: 'a' as AssetId, name: 'p', width: 2000, height: 1600, hasAlpha: false }
    session.doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 9, height: 9 } }
  })
  session.ui.panel = MASK_EDIT_PANEL
  return { ...made, strokes: () => session.doc.mend.strokes }
}

it('a drag adds one stroke with the brush’s settings, as one undo step', () => {
  const { session, pointer, strokes } = maskEditing()
  Object.assign(subjectState(session), { size: 80, hardness: 30, isSnapping: false, mode: 'restore' })
  pointer.drag({ x: 100, y: 100 }, { x: 300, y: 100 })
  expect(strokes()).toEqual([
    {
      mode: 'restore',
      size: 80,
      hardness: 30,
      isSnapping: false,
      points: [
        { x: 100, y: 100 },
        { x: 300, y: 100 },
      ],
    },
  ])
  expect(session.history.state.undo).toBe('Restore mask')
  session.history.undo()
  expect(strokes()).toEqual([])
})

it('a click with the mask brush adds a dot', () => {
  const { session, pointer, strokes } = maskEditing()
  subjectState(session).size = 160
  pointer.click({ x: 500, y: 500 })
  expect(strokes()[0]?.points).toEqual([{ x: 500, y: 500 }])
  pointer.down({ x: 100, y: 100 })
  for (let x = 101; x < 130; x++) pointer.move({ x, y: 100 })
  pointer.up()
  expect(strokes()[1]?.points.map(({ x }) => x)).toEqual([100, 110, 120])
})

it('Alt switches the mask brush between erasing and restoring', () => {
  const { session, pointer, strokes } = maskEditing()
  pointer.click({ x: 5, y: 5 })
  pointer.down({ x: 9, y: 9 }, { alt: true })
  pointer.up()
  expect(session.history.state.undo).toBe('Restore mask')
  session.history.transact('Invert', () => {
    session.doc.mend.invert = true
  })
  pointer.click({ x: 5, y: 5 })
  expect(session.history.state.undo).toBe('Erase from mask')
  expect(strokes().map(({ mode }) => mode)).toEqual(['erase', 'restore', 'restore'])
})

it('a mask stroke with too many points is stored as two strokes', () => {
  const { session, pointer, strokes } = maskEditing()
  subjectState(session).size = 2
  pointer.down({ x: 0, y: 0 })
  for (let i = 1; i <= 5002; i++) pointer.move({ x: 4 * (i % 400), y: Math.floor(i / 400) * 4 })
  pointer.up()
  expect(strokes().map(({ points }) => points.length)).toEqual([5000, 4])
  expect(strokes()[1]!.points[0]).toEqual(strokes()[0]!.points.at(-1))
  session.history.undo()
  expect(strokes()).toEqual([])
})

it("a stroke beyond the maximum number of strokes isn't added", () => {
  const { session, pointer, strokes } = maskEditing()
  const { maxLength } = maskEditFields.strokes
  const stroke = { ...defaults(maskEditFields.strokes.fields), points: listOf([{ x: 8, y: 8 }]) }
  session.history.restart(() => {
    session.doc.mend.strokes = listOf(Array.from({ length: maxLength }, () => stroke))
  })
  pointer.drag({ x: 100, y: 100 }, { x: 300, y: 100 })
  expect(strokes()).toHaveLength(maxLength)
  expect(strokes().at(-1)).toEqual(stroke)
  expect(session.history.state.undo).toBeNull()
})

it('the brush ring shows the size that the brush has on the photo', () => {
  const { session, tools, feedback, css } = maskEditing()
  subjectState(session).size = 100
  tools.hover(css({ x: 400, y: 300 }))
  expect(feedback.ring).toEqual({ at: { x: 200, y: 150 }, diameter: 50 })
  tools.hover(null)
  expect(feedback.ring).toBeNull()
})

it('the keyboard alone resizes the mask brush and draws a stroke', () => {
  const { session, tools, strokes } = maskEditing()
  tools.key(']', false)
  expect(subjectState(session).size).toBe(69)
  tools.key('[', false)
  expect(subjectState(session).size).toBe(60)
  tools.key('Enter', false)
  tools.key('ArrowRight', true)
  tools.key('Enter', false)
  expect(strokes()[0]!.points).toEqual([
    { x: 1000, y: 800 },
    { x: 1080, y: 800 },
  ])
  tools.key('Escape', false)
  expect(session.ui.panel).toBeNull()
})

it('brush strokes in the fill mode extend the filled area while the background fill is on', () => {
  const { session, pointer, strokes } = maskEditing()
  session.history.restart(() => {
    newLayer(session.doc, 'subject', { foregroundSize: 50 })
  })
  const fill = () => (layerOfKind(session.doc, 'subject') as SubjectLayer).fill
  Object.assign(subjectState(session), { size: 80, mode: 'fill' })
  pointer.drag({ x: 100, y: 100 }, { x: 300, y: 100 })
  const points = [
    { x: 100, y: 100 },
    { x: 300, y: 100 },
  ]
  expect(fill().strokes).toEqual([{ size: 80, points }])
  expect(strokes()).toEqual([])
  expect(session.history.state.undo).toBe('Extend fill area')
  session.history.undo()
  expect(fill().strokes).toEqual([])
})

it('brush strokes in the fill mode erase the mask while the background fill is off', () => {
  const { session, pointer, strokes } = maskEditing()
  subjectState(session).mode = 'fill'
  pointer.click({ x: 5, y: 5 })
  expect(strokes()[0]?.mode).toBe('erase')
})

it("the mask brush edits the selected object's mask until the object is deleted", () => {
  const { session, pointer, strokes } = maskEditing()
  const id = session.history.transact('Lift', () =>
    newLayer(session.doc, 'object', {
      lifted: { matte: 'o', box: { x: 0, y: 0, width: 9, height: 9 } },
      position: { x: 5, y: 0 },
      mend: { invert: true },
    }),
  )
  const object = () => session.doc.layers[id] as ObjectLayer
  session.ui.subject.object = id
  pointer.click({ x: 5, y: 5 })
  expect([strokes().length, object().mend.strokes.map(({ mode }) => mode)]).toEqual([0, ['restore']])
  subjectState(session).mode = 'fill'
  pointer.click({ x: 7, y: 7 })
  expect(object().fill.strokes).toHaveLength(1)
  for (let i = 0; i < 3; i++) session.history.undo()
  expect(session.doc.layers[id]).toBeUndefined()
  subjectState(session).mode = 'restore'
  pointer.click({ x: 5, y: 5 })
  expect(strokes()).toHaveLength(1)
})

it('without a subject, the mask brush edits only the masks of objects', () => {
  const { session, pointer, strokes } = maskEditing()
  const lifted = { matte: 'o', box: { x: 0, y: 0, width: 9, height: 9 } }
  session.history.restart(() => {
    session.doc.separation = null
  })
  pointer.click({ x: 5, y: 5 })
  expect(strokes()).toHaveLength(0)
  const id = session.history.transact('Lift', () => newLayer(session.doc, 'object', { lifted }))
  session.ui.subject.object = id
  pointer.click({ x: 5, y: 5 })
  expect((session.doc.layers[id] as ObjectLayer).mend.strokes).toHaveLength(1)
})

it("a palm doesn't add a dot to the mask or stop the pen’s brush stroke", () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('HTMLElement', class {})
  const stage = boundCanvas(MASK_BRUSH)
  stage.session.ui.panel = MASK_EDIT_PANEL
  stage.send('pointerdown', PALM, 700, 600)
  stroke(stage, () => stage.send('pointerdown', SECOND, 800, 600))
  stage.send('pointerup', SECOND, 800, 600)
  stage.send('pointerup', PALM, 700, 600)
  const { strokes } = stage.session.doc.mend
  expect(strokes.map(({ points }) => points.map(({ x }) => x))).toEqual([[200, 300, 400]])
})
