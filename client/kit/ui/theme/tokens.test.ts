import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as colors from '@radix-ui/colors'
import { expect, it } from 'vitest'

type Rgba = [number, number, number, number]
const sheet = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = new Map([...sheet.matchAll(/^ {2}--([\w-]+):\s*([^;]+);/gm)].map(([, name, value]) => [name!, value!]))

const steps = [...tokens].flatMap(([name, value]) => {
  const [, scale, alpha = '', step] = /^(gray|iris|red|amber|green)-(a?)(\d+)$/.exec(name) ?? []
  return scale ? [{ name, value, scale, set: alpha.toUpperCase(), step }] : []
})

it.each(steps)('the token $name has the colors of Radix in both themes', ({ value, scale, set, step }) => {
  const all = colors as unknown as Record<string, Record<string, string>>
  const [light, dark] = [all[scale + set]!, all[`${scale}Dark${set}`]!].map((scales) => scales[scale + set + step])
  expect(value).toBe(`light-dark(${light}, ${dark})`)
})

const pairs = [
  ['ink', 'panel'],
  ['ink', 'page'],
  ['ink', 'raised'],
  ['ink-soft', 'panel'],
  ['ink-soft', 'page'],
  ['ink-soft', 'raised'],
  ['ink-soft', 'sunken'],
  ['accent-ink', 'panel'],
  ['selected', 'gray-5'],
  ['danger-ink', 'panel'],
  ['danger-ink', 'raised'],
  ['warning-ink', 'warning-soft'],
  ['success-ink', 'panel'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'danger'],
  ['on-accent', 'danger-hover'],
] as const

it.each(pairs)('text %s on %s has a contrast of at least 4.5:1 in both themes', (text, ground) => {
  for (const side of [0, 1] as const)
    expect(contrast(solid(text, side), solid(ground, side))).toBeGreaterThanOrEqual(4.5)
})

it.each([
  ['ink', 'field'],
  ['ink-soft', 'field'],
  ['accent-ink', 'accent-soft'],
  ['danger-ink', 'danger-soft'],
] as const)('text %s on %s over a panel has a contrast of at least 4.5:1 in both themes', (text, tint) => {
  for (const side of [0, 1] as const)
    expect(contrast(solid(text, side), over(color(tint, side), solid('panel', side)))).toBeGreaterThanOrEqual(4.5)
})

const GROUNDS = ['page', 'panel', 'raised', 'sunken'] as const
const MARKS = ['selected', 'switched-on'] as const

it.each(MARKS.flatMap((mark) => GROUNDS.map((ground) => [mark, ground] as const)))(
  'the mark color %s has a contrast of at least 3:1 on %s and its tints in both themes',
  (mark, ground) => {
    for (const side of [0, 1] as const)
      for (const tint of mark === 'selected' ? ['field', 'hover', 'accent-soft'] : ['field']) {
        const under = solid(ground, side)
        expect(contrast(solid(mark, side), under)).toBeGreaterThanOrEqual(3)
        expect(contrast(solid(mark, side), over(color(tint, side), under))).toBeGreaterThanOrEqual(3)
      }
  },
)

/**
 * CSS rules that needn't set the color of a selected control, because the control has another mark, such as a check
 * mark.
 */
const MARKED_OTHERWISE = /\.thumb|LanguageDialog|FontList.*\.row|forced\.css/
const CLIENT = join(import.meta.dirname, '../../..')
const selectedRules = globSync('**/*.css', { cwd: CLIENT }).flatMap((file) =>
  [...readFileSync(join(CLIENT, file), 'utf8').matchAll(/^\s*([^{}]*?) \{([^{}]*)\}/gm)]
    .filter(([, selector]) => /(pressed|selected|checked)="true"|data-state="(on|checked)"|\.tab\.open/.test(selector!))
    .map(([, selector, body]) => [`${file} ${selector}`, body!] as const)
    .filter(([name]) => !MARKED_OTHERWISE.test(name)),
)

it.each(selectedRules)('the CSS rule %s marks the selected control with a contrasting color', (_, body) => {
  expect(body).toMatch(/var\(--(selected|switched-on)\)|: Highlight;/)
})

it('the color around the canvas is a neutral gray in both themes', () => {
  for (const side of [0, 1] as const) expect(new Set(solid('surround', side)).size).toBe(1)
})

/** Returns a token's color. `side`: 0 = light, 1 = dark. */
function color(name: string, side: 0 | 1): Rgba {
  let value = tokens.get(name)
  for (let depth = 0; value && depth < 5; depth++) {
    const pair = /^light-dark\((.+), ((?:[^()]|\([^()]*\))+)\)$/.exec(value)
    const reference = /^var\(--([\w-]+)\)$/.exec(value)
    if (pair) value = pair[side + 1]
    else if (reference) value = tokens.get(reference[1]!)
    else break
  }
  const hex = /^#([0-9a-f]{3,8})$/i.exec(value ?? '')?.[1]
  if (!hex) throw new Error(`token ${name} is not a color: ${value}`)
  const long = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex
  const byte = (i: number) => Number.parseInt(long.slice(i, i + 2), 16)
  return [byte(0), byte(2), byte(4), long.length === 8 ? byte(6) / 255 : 1]
}

function solid(name: string, side: 0 | 1): [number, number, number] {
  const [r, g, b, alpha] = color(name, side)
  expect(alpha).toBe(1)
  return [r, g, b]
}

const over = ([r, g, b, a]: Rgba, under: [number, number, number]): [number, number, number] => [
  r * a + under[0] * (1 - a),
  g * a + under[1] * (1 - a),
  b * a + under[2] * (1 - a),
]

/** Returns the contrast ratio of two colors by their relative luminance (WCAG 2.2). */
function contrast(a: [number, number, number], b: [number, number, number]): number {
  const luminance = (rgb: [number, number, number]) => {
    const [r, g, b] = rgb.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  }
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light! + 0.05) / (dark! + 0.05)
}
