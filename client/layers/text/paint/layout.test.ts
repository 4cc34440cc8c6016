import { expect, it } from 'vitest'
import { loadFont } from '#client/kit/fonts/load.ts'
import { listTestFont } from '#client/kit/fonts/own/testing.ts'
import { layOutText, type ParagraphStyle } from './layout.ts'
import { cachedLayoutOf } from './measure.ts'

const CAP = 0.7
const PLAIN: ParagraphStyle = { alignment: 'center', lineHeight: 1.2, letterSpacing: 0, curve: 0, isClear: false }
/**
 * Measures a line of characters that are half an em wide, with ink from the baseline to the cap height unless the line
 * is blank.
 */
const measure = (line: string) => ({
  advance: line.length / 2,
  trailing: 0,
  inkLeft: 0,
  inkRight: line.length / 2,
  inkAscent: line.trim() ? CAP : 0,
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

const laid = (text: string, setting: Partial<ParagraphStyle>) =>
  layOutText(text, CAP, { ...PLAIN, ...setting }, measure)

/** Returns the midpoints of the letters' advances on the baseline. */
const middles = (layout: ReturnType<typeof laid>) =>
  layout.lines.map(({ text, x, baseline, rotation }) => {
    const [half, angle] = [text.length / 4, (rotation * Math.PI) / 180]
    return { x: x + half * Math.cos(angle), y: baseline + half * Math.sin(angle), angle }
  })

it.each([
  [180, 8],
  [-180, 8],
  [360, 16],
  [40, 3],
])('all letters lie on one circle along an arc of %d degrees', (curve, count) => {
  const letters = middles(laid('x'.repeat(count), { curve }))
  expect(letters).toHaveLength(count)
  // the arc is as long as the line, so its radius is length / angle
  const radius = count / 2 / Math.abs((curve * Math.PI) / 180)
  const side = Math.sign(curve)
  const centers = letters.map(({ x, y, angle }) => ({
    x: x - side * radius * Math.sin(angle),
    y: y + side * radius * Math.cos(angle),
  }))
  for (const { x, y } of centers) {
    expect(x).toBeCloseTo(centers[0]!.x, 9)
    expect(y).toBeCloseTo(centers[0]!.y, 9)
  }
  const step = (curve * Math.PI) / 180 / count
  for (const [i, { angle }] of letters.entries()) expect(angle).toBeCloseTo((i - (count - 1) / 2) * step, 9)
})

it('a positive curve raises the middle letter', () => {
  const high = middles(laid('xxxxx', { curve: 120 }))
  expect(high[2]!.y).toBeLessThan(high[0]!.y - 0.3)
})

it('a negative curve lowers the middle letter', () => {
  const low = middles(laid('xxxxx', { curve: -120 }))
  expect(low[2]!.y).toBeGreaterThan(low[0]!.y + 0.3)
})

it('the lines of curved text lie on concentric circles within the set angle', () => {
  const [curve, lineHeight] = [200, 1.2]
  const letters = middles(laid('xxxx\nxxxxxxxx', { curve, lineHeight }))
  const between = Math.hypot(letters[1]!.x - letters[2]!.x, letters[1]!.y - letters[2]!.y)
  expect(between, 'the letters keep their distances').toBeLessThanOrEqual(0.5)
  const [outer, inner] = [letters.slice(0, 4), letters.slice(4)]
  const at = (letter: (typeof letters)[number], radius: number) => letter.y + radius * Math.cos(letter.angle)
  const radius = 4 / ((curve * Math.PI) / 180)
  expect(at(outer[0]!, radius + lineHeight)).toBeCloseTo(at(inner[0]!, radius), 9)
  const turned = inner.at(-1)!.angle - inner[0]!.angle + 0.5 / radius
  expect(turned).toBeCloseTo((curve * Math.PI) / 180, 9)
})

it('short curved text spans less than the set angle, because the arc has a minimum radius', () => {
  const [first, last] = middles(laid('xx', { curve: 360 }))
  expect(last!.angle - first!.angle).toBeCloseTo(0.5, 9)
})

it('letter spacing is measured along the circle', () => {
  // Measures a line like browsers, which don't add letter spacing after the last letter.
  const spaced = (line: string) => ({
    ...measure(line),
    advance: line.length / 2 + (line.length - 1) / 4,
    trailing: 0.25,
  })
  const letters = middles(layOutText('xxx', CAP, { ...PLAIN, curve: 90, letterSpacing: 0.25 }, spaced))
  const radius = 2 / (Math.PI / 2)
  expect(letters[1]!.angle - letters[0]!.angle).toBeCloseTo(0.75 / radius, 9)
})

it('the box of a text layer on an arc is centered and contains every letter with its ink', () => {
  const { box, ink, lines } = laid('xxxxxxxx', { curve: 300 })
  const outside = lines.filter(({ x, baseline }) => Math.abs(x) > box.width / 2 || Math.abs(baseline) > box.height / 2)
  expect(outside).toEqual([])
  expect(ink!.x).toBeGreaterThanOrEqual(-box.width / 2)
  expect(ink!.y + ink!.height).toBeLessThanOrEqual(box.height / 2)
  expect(box.height).toBeGreaterThan(2 * 1.2)
})

it('the smallest curve leaves a line almost straight', () => {
  const [straight, bent] = [laid('xxxxxxxx', {}), laid('xxxxxxxx', { curve: 0.01 })]
  expect(bent.box.width).toBeCloseTo(straight.box.width, 3)
  expect(bent.box.height).toBeCloseTo(straight.box.height, 3)
  expect(bent.lines[0]!.x).toBeCloseTo(straight.lines[0]!.x, 3)
  expect(bent.lines[0]!.baseline).toBeCloseTo(straight.lines[0]!.baseline, 2)
})

it('empty text on an arc still has a box', () => {
  expect(laid('', { curve: 90 })).toEqual(laid('', {}))
})
