import { expect, it } from 'vitest'
import { loadFont } from '#client/kit/fonts/load.ts'
import { listTestFont } from '#client/kit/fonts/own/testing.ts'
import { layOutText, type ParagraphStyle } from './layout.ts'
import { cachedLayoutOf } from './measure.ts'

const CAP = 0.7
const PLAIN: ParagraphStyle = { alignment: 'center', lineHeight: 1.2, letterSpacing: 0, curve: 0, isClear: false }
/** Measures a line of characters that are half an em wide, with ink from the baseline to the cap height. */
const measure = (line: string) => ({
  advance: line.length / 2,
  trailing: 0,
  inkLeft: 0,
  inkRight: line.length / 2,
  inkAscent: line ? CAP : 0,
  inkDescent: 0,
})

it('a single line is centered vertically by its cap height', () => {
  const { lines, ink } = layOutText('HELLO', CAP, PLAIN, measure)
  expect(lines[0]).toMatchObject({ x: -1.25, baseline: CAP / 2 })
  expect(ink).toEqual({ x: -1.25, y: -CAP / 2, width: 2.5, height: CAP })
})

it('the lines of a text layer are centered, one line height apart', () => {
  const { lines, box } = layOutText('HELLO\nYOU', CAP, PLAIN, measure)
  expect(lines.map(({ x }) => x)).toEqual([-1.25, -0.75])
  expect(lines[1]!.baseline - lines[0]!.baseline).toBeCloseTo(1.2)
  expect(box).toEqual({ width: 2.5, height: 2.4 })
})

it.each([
  ['left', [-1.25, -1.25]],
  ['center', [-1.25, -0.75]],
  ['right', [-1.25, -0.25]],
] as const)('the lines of a text layer are aligned %s', (alignment, starts) => {
  const { lines, box } = layOutText('HELLO\nYOU', CAP, { ...PLAIN, alignment }, measure)
  expect(lines.map(({ x }) => x)).toEqual(starts)
  expect(box.width, 'the text block keeps its width').toBe(2.5)
})

it("changing the line height doesn't move the text's center", () => {
  const { lines, box } = layOutText('A\nB\nC', CAP, { ...PLAIN, lineHeight: 2 }, measure)
  expect(lines.map(({ baseline }) => baseline - CAP / 2)).toEqual([-2, 0, 2])
  expect(box.height).toBe(6)
})

it("a letter with a descender doesn't move the other letters", () => {
  const withTail = (line: string) => ({ ...measure(line), inkDescent: 0.2 })
  expect(layOutText('gy', CAP, PLAIN, withTail).lines).toEqual(layOutText('gy', CAP, PLAIN, measure).lines)
})

it('with `isClear`, descenders increase the line spacing when letters would touch', () => {
  const withTail = (line: string) => ({ ...measure(line), inkDescent: line === 'sing' ? 0.25 : 0 })
  const heightOf = (text: string, isClear: boolean) =>
    layOutText(text, CAP, { ...PLAIN, lineHeight: 0.9, isClear }, withTail).box.height / 2
  expect(heightOf('sing\nthe', false)).toBeCloseTo(0.9)
  expect(heightOf('sing\nthe', true)).toBeCloseTo(0.25 + CAP + 0.06)
  expect(heightOf('SONG\nTHE', true)).toBeCloseTo(0.9)
})

it('an empty text layer has a box but no ink bounds', () => {
  const { box, ink } = layOutText('', CAP, PLAIN, measure)
  expect(box.width).toBeGreaterThan(0)
  expect(ink).toBeNull()
})

it('text in an imported font is measured again when the default font loads', async () => {
  let isOnline = false
  const font = listTestFont('2', async () => new Response(new ArrayBuffer(1), { status: isOnline ? 200 : 503 }))
  const layout = () => cachedLayoutOf('Ω', font, 700, PLAIN)
  expect(await loadFont(font, 700, 'Ω')).toBe(true)
  const offline = layout()
  expect(layout()).toBe(offline)
  isOnline = true
  await loadFont(font, 700, 'Ω')
  expect(layout()).not.toBe(offline)
})
