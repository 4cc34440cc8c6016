import { expect, it } from 'vitest'
import { type EditedText, textFieldPlace } from './textFieldPlace.ts'

const line = (baseline: number) => ({ text: 'x', start: 0, direction: 'ltr' as const, x: -1, baseline, rotation: 0 })
const TYPED: EditedText = {
  layout: { lines: [line(-0.25), line(0.95)], box: { width: 2, height: 2.4 }, ink: null, letterSpacing: 0 },
  alignment: 'center',
  font: { ascent: 0.95, descent: 0.25 },
  fontSize: 100,
  center: { x: 200, y: 100 },
}
const view = (zoom: number) => ({ zoom, origin: { x: 50, y: 0 }, canvas: { width: 800, height: 600 } })

it("the text field’s first baseline is on the painted text's first baseline", () => {
  const place = textFieldPlace(TYPED, view(0.8))
  expect(place.center).toEqual({ x: 120, y: 80 })
  const ascent = Math.round(0.95 * place.fontSize)
  const above = Math.floor((1.2 * place.fontSize - ascent - Math.round(0.25 * place.fontSize)) / 2) + ascent
  expect((place.corner.y + above) * place.scale).toBeCloseTo(-0.25 * 100 * 0.8, 9)
  expect((place.corner.x + place.width / 2) * place.scale).toBeCloseTo(0, 9)
})

it.each([0.02, 0.37, 1, 7, 32])('at zoom %d, the text in the text field is as large as the painted text', (zoom) => {
  const { fontSize, scale, height } = textFieldPlace(TYPED, view(zoom))
  expect((1.2 * fontSize) % 1).toBeCloseTo(0, 9)
  expect(fontSize * scale).toBeCloseTo(100 * zoom, 9)
  expect(height * scale).toBeCloseTo(240 * zoom, 6)
  expect(fontSize, 'phones zoom into a field with a smaller font').toBeGreaterThan(15.5)
})

it.each([
  ['left', 0],
  ['center', 0.5],
  ['right', 1],
] as const)(
  "the text field's position compensates for the spacing after the last letter (alignment: %s)",
  (alignment, part) => {
    const spaced = { ...TYPED, alignment, layout: { ...TYPED.layout, letterSpacing: 0.2 } }
    const { corner, width, fontSize, padding } = textFieldPlace(spaced, view(1))
    // The free space next to the widest line. In CSS, a line's width includes the letter spacing after the last letter.
    const free = width - padding.left - padding.right - (2 + 0.2) * fontSize
    expect((corner.x + padding.left + part * free) / fontSize).toBeCloseTo(-1, 9)
  },
)
