import { expect, it } from 'vitest'
import { addLayer, removeLayer } from '#client/layers/actions.ts'
import { subjectBox } from '#client/layers/subjectBox.ts'
import { colorBackdrop } from '#client/model/document/backdrop.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { isDisplaced, type SubjectLayer, subjectOf } from '#client/render/objects/subjectFields.ts'
import { separatedPhoto, separatedSession } from '../../../tests/helpers/session.ts'
import {
  blurBackground,
  FLOORS,
  GRADIENTS,
  hasGradient,
  isBackgroundBlurred,
  isBackgroundChanged,
  photoGradients,
  recolored,
  setGradient,
  setGroundShadow,
} from './backgroundPresets.ts'

it.each(GRADIENTS)('the preset $name sets a gradient, as one undo step', (preset) => {
  const session = separatedSession()
  setGradient(session, preset)
  expect(session.doc.backdrop).toMatchObject({
    type: 'color',
    color: preset.top,
    opacity: 100,
    gradient: { color: preset.bottom, angle: 180 },
  })
  session.history.undo()
  expect(session.doc.backdrop.type).toBe('original')
})

it.each(FLOORS)("the preset $name adds a floor below the subject's feet and a ground shadow", (preset) => {
  const session = separatedSession()
  const shadow = () => layerOfKind(session.doc, 'subject') as SubjectLayer
  setGradient(session, preset)
  const { backdrop } = session.doc
  expect(backdrop).toMatchObject({ type: 'color', color: preset.top, floor: { color: preset.floor } })
  const { y, height } = subjectBox(snapshotOf(session))!
  const horizon = backdrop.type === 'color' && (backdrop.floor!.horizon / 100) * session.doc.photo!.height
  expect(horizon, 'the subject stands on the floor').toBeLessThan(y + height)
  expect(shadow().shadow).toMatchObject({ enabled: true, type: 'ground' })
  session.history.undo()
  expect([session.doc.backdrop.type, shadow().shadow.enabled]).toEqual(['original', false])
})

const withoutOverlay = (session: Session) => removeLayer(session, addLayer(session, 'overlay', { content: 'o' })!)

const setWhite = (session: Session) =>
  session.history.transact('Color', () => {
    session.doc.backdrop = recolored(session.doc.backdrop, '#ffffff')
  })

function blurAfterColor(session: Session) {
  setWhite(session)
  blurBackground(session)
}

it.each([
  ['a subject near the edge moves away from the edge', 4, true, blurBackground],
  ['a subject near the edge returns with the last overlay image', 4, true, withoutOverlay],
  ['a subject near the edge returns after the floor was replaced with a color', 4, true, blurAfterColor],
  ['a subject far from the edges stays', 40, false, blurBackground],
  ['a subject that the photo cuts off stays', 0, false, blurBackground],
])('on a floor, %s', (_, offset, isMoved, restore) => {
  const session = separatedPhoto(offset)
  setGradient(session, FLOORS[0]!)
  const { x, y, width, height } = subjectBox(snapshotOf(session))!
  expect(isDisplaced(session.doc)).toBe(isMoved)
  if (isMoved) expect(Math.min(x, y, 300 - x - width, 200 - y - height)).toBeGreaterThan(0.06 * 200)
  restore(session)
  expect(session.doc.backdrop.type).toBe('original')
  expect(isDisplaced(session.doc), 'the photo’s background shows the subject in its place').toBe(false)
  expect(subjectOf(session.doc)?.shadow.enabled).toBe(false)
})

it("on a floor, a subject stays if the photo's edge cuts off only a tip", () => {
  const session = separatedPhoto(4)
  const { matte, box } = session.doc.separation!
  const { width, coverage } = session.assets.matte(matte)!
  for (let y = 50; y < 55; y++) coverage.fill(255, y * width, y * width + box.x)
  setGradient(session, FLOORS[0]!)
  expect(isDisplaced(session.doc)).toBe(false)
})

it.each([
  ['adds a ground shadow if the photo shows the whole subject', 40, true],
  ["adds no ground shadow if the photo's lower edge cuts off the subject", 100, false],
])('a floor %s', (_, offset, hasShadow) => {
  const session = separatedPhoto(offset)
  setGradient(session, FLOORS[0]!)
  expect((layerOfKind(session.doc, 'subject') as SubjectLayer).shadow.enabled).toBe(hasShadow)
})

it("Blur removes a floor's ground shadow, but not a shadow that the user has set", () => {
  const session = separatedPhoto(40)
  const { shadow } = layerOfKind(session.doc, 'subject') as SubjectLayer
  setGradient(session, FLOORS[0]!)
  expect(shadow.enabled).toBe(true)
  blurBackground(session)
  expect(shadow.enabled).toBe(false)
  setGradient(session, FLOORS[0]!)
  session.history.transact('Softness', () => Object.assign(shadow, { softness: 3 }))
  blurBackground(session)
  expect(shadow.enabled).toBe(true)
})

it("Blur preserves the user's place of a subject with a ground shadow on a color", () => {
  const session = separatedPhoto(40)
  const subject = layerOfKind(session.doc, 'subject') as SubjectLayer
  setWhite(session)
  setGroundShadow(session, subject, true)
  session.history.transact('Move', () => Object.assign(subject, { foregroundSize: 60 }))
  blurBackground(session)
  expect(subject).toMatchObject({ foregroundSize: 60, shadow: { enabled: false } })
})

it('a ground shadow that was chosen on a color stays on after the user tries a floor', () => {
  const session = separatedPhoto(40)
  const { shadow } = layerOfKind(session.doc, 'subject') as SubjectLayer
  setGradient(session, GRADIENTS[0]!)
  setGroundShadow(session, { shadow }, true)
  setGradient(session, FLOORS[0]!)
  setGradient(session, GRADIENTS[0]!)
  expect(shadow).toMatchObject({ enabled: true, type: 'ground' })
})

it('isBackgroundChanged is true for a blurred background and false for a blurred photo', () => {
  const session = separatedSession()
  expect(isBackgroundChanged(session.doc)).toBe(false)
  blurBackground(session)
  expect(isBackgroundChanged(session.doc)).toBe(true)
  session.doc.tune.foreground.blur = session.doc.tune.background.blur
  expect(isBackgroundChanged(session.doc)).toBe(false)
})

it('the presets include gradients of the photo’s colors', () => {
  expect(photoGradients({ subject: ['#111111', '#222222', '#333333'], background: ['#444444'] })).toEqual([
    { name: 'Subject', top: '#111111', bottom: '#222222' },
    { name: 'Photo', top: '#444444', bottom: '#444444' },
  ])
  expect(photoGradients({ subject: [], background: [] })).toEqual([])
})

it("turning on the switch Ground shadow turns the subject's shadow into a ground shadow", () => {
  const session = separatedSession()
  const { shadow } = layerOfKind(session.doc, 'subject') as SubjectLayer
  setGroundShadow(session, { shadow }, true)
  expect(shadow).toMatchObject({ enabled: true, type: 'ground', opacity: 50, contact: 85 })
})

it("turning the switch Ground shadow off and on preserves the shadow's settings", () => {
  const session = separatedSession()
  const { shadow } = layerOfKind(session.doc, 'subject') as SubjectLayer
  const turn = (isOn: boolean) => setGroundShadow(session, { shadow }, isOn)
  turn(true)
  session.history.transact('Opacity', () => {
    shadow.opacity = 20
  })
  turn(false)
  expect(shadow).toMatchObject({ enabled: false, type: 'ground' })
  turn(true)
  expect(shadow).toMatchObject({ enabled: true, type: 'ground', opacity: 20 })
  expect(session.history.state.undo).toBe('Ground shadow')
})

it('hasGradient is true only for the preset of the current background', () => {
  const session = separatedSession()
  const inUse = () => [...FLOORS, ...GRADIENTS].filter((preset) => hasGradient(session.doc, preset))
  expect([inUse(), isBackgroundBlurred(snapshotOf(session))]).toEqual([[], false])
  for (const preset of [FLOORS[1]!, GRADIENTS[2]!]) {
    setGradient(session, preset)
    expect([inUse(), isBackgroundBlurred(snapshotOf(session))]).toEqual([[preset], false])
  }
  blurBackground(session)
  expect([inUse(), isBackgroundBlurred(snapshotOf(session))]).toEqual([[], true])
})

it.each([...FLOORS, ...GRADIENTS])('a color replaces the preset $name', (preset) => {
  const session = separatedPhoto(40)
  setGradient(session, preset)
  const plain = { type: 'color', color: '#ffffff', opacity: 100 }
  const replaced = { ...plain, hadFloor: true }
  expect(recolored(session.doc.backdrop, '#ffffff')).toEqual(preset.floor ? replaced : plain)
  session.history.transact('Color and horizon', () => {
    session.doc.backdrop = colorBackdrop({ ...session.doc.backdrop, color: '#ff6400', floor: { horizon: 50 } })
  })
  expect(recolored(session.doc.backdrop, '#ffffff'), 'after changes to the preset').toEqual(replaced)
  expect(recolored({ type: 'original' }, '#ffffff')).toEqual(plain)
})

it("a color that keeps the floor sets the floor's tone, even after another color", () => {
  const session = separatedSession()
  for (const preset of FLOORS) {
    setGradient(session, preset)
    const first = recolored(session.doc.backdrop, '#0000ff', ['floor'])
    const second = recolored(first, '#ff6400', ['floor'])
    expect(second).toMatchObject({ color: '#ff6400', floor: { color: '#d15200' } })
    expect(second).not.toHaveProperty('gradient')
  }
})

it.each([
  ['gradient', { gradient: { color: '#00ff00', angle: 90 } }],
  ['floor color', { floor: { color: '#5a3b22', horizon: 60 } }],
  ['gradient over a floor', { gradient: { color: '#00ff00', angle: 90 }, floor: { color: '#5a3b22', horizon: 60 } }],
])("changing the background's color preserves its opacity and, if requested, the user's %s", (_, parts) => {
  const before = colorBackdrop({ color: '#ff0000', opacity: 40, ...parts })
  expect(recolored(before, '#fff8e7', ['gradient', 'floor'])).toEqual({ ...before, color: '#fff8e7' })
})

it('the preset "Blur" blurs only the background', () => {
  const session = separatedSession()
  setGradient(session, GRADIENTS[0]!)
  blurBackground(session)
  expect(session.doc.backdrop.type).toBe('original')
  expect(session.doc.tune.background.blur).toBeGreaterThan(1)
  expect(session.doc.tune.foreground.blur).toBe(0)
  session.history.undo()
  expect([session.doc.backdrop.type, session.doc.tune.background.blur]).toEqual(['color', 0])
})
