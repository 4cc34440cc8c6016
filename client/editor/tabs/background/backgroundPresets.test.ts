import { expect, it } from 'vitest'
import { separatedSession } from '../../../../tests/helpers/session.ts'
import { blurBackground, GRADIENTS, photoGradients, setGradient } from './backgroundPresets.ts'

it.each(GRADIENTS)('$name replaces the background with a gradient, as one undo step', (preset) => {
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

it('offers gradients of the photo’s colours', () => {
  expect(photoGradients({ subject: ['#111111', '#222222', '#333333'], background: ['#444444'] })).toEqual([
    { name: 'Subject', top: '#111111', bottom: '#222222' },
    { name: 'Photo', top: '#444444', bottom: '#444444' },
  ])
  expect(photoGradients({ subject: [], background: [] })).toEqual([])
})

it('blurs the photo’s own background and keeps the subject sharp, as one undo step', () => {
  const session = separatedSession()
  setGradient(session, GRADIENTS[0]!)
  blurBackground(session)
  expect(session.doc.backdrop.type).toBe('original')
  expect(session.doc.tune.background.blur).toBeGreaterThan(1)
  expect(session.doc.tune.foreground.blur).toBe(0)
  session.history.undo()
  expect([session.doc.backdrop.type, session.doc.tune.background.blur]).toEqual(['color', 0])
})
