import { expect, it } from 'vitest'
import { findFamily } from '#client/kit/fonts/family.ts'
import { conform } from '#client/kit/values/fields.ts'
import { textFields } from '../schema.ts'
import { STARTERS, starterColors, starterValues, suits } from './starters.ts'

const COLORS = { accent: '#e04020', light: '#f4f0e8', dark: '#101828', title: '#101828', neon: '#e04020' } as const

it.each(STARTERS.map((starter) => [starter.name, starter] as const))(
  'the starter %s has valid values and a bundled font',
  (_, starter) => {
    const values = starterValues(starter, COLORS, 'Words')
    expect(conform(textFields, values)).toEqual(values)
    expect(findFamily(values.fontFamily)).toBeDefined()
  },
)

it("starterColors returns the photo's most vivid, lightest and darkest colors", () => {
  const subject = ['#e04020', '#806050'] as const
  const background = ['#f4f0e8', '#101828', '#7088a0'] as const
  expect(starterColors({ subject, background })).toEqual(COLORS)
})

it('starterColors returns white, black and red for a photo without light, dark or vivid colors', () => {
  expect(starterColors({ subject: ['#808080'], background: [] })).toEqual({
    accent: '#ff3d68',
    light: '#ffffff',
    dark: '#161616',
    title: '#ffffff',
    neon: '#ff2fd0',
  })
  expect(starterColors({ subject: [], background: [] }).light).toBe('#ffffff')
})

it.each([
  ['dark on a light background', '#f8f8f8', undefined, '#161616'],
  ['light on a dark background', '#303030', undefined, '#f8f8f8'],
  ['light on a dark backdrop that replaces a light background', '#f8f8f8', '#202020', '#f8f8f8'],
  ['light on an image that replaces a light background', '#f8f8f8', null, '#f8f8f8'],
] as const)('the heading style Headline is %s', (_, frequent, backdrop, expected) => {
  const colors = starterColors({ subject: ['#f8f8f8'], background: [frequent] }, backdrop)
  const [headline] = STARTERS
  expect(starterValues(headline!, { ...colors, dark: '#161616' }, 'Words').color).toBe(expected)
})

it.each([
  ['the accent color on a dark photo', '#e0e040', '#101010', undefined, '#e0e040'],
  ['pink on a yellow-green photo', '#806050', '#c0d020', undefined, '#ff2fd0'],
  ['pink on a light photo', '#806050', '#f4f4f0', undefined, '#ff2fd0'],
  ['pink on a gray photo', '#806050', '#808080', undefined, '#ff2fd0'],
  ['blue on a pink backdrop', '#806050', '#808080', '#ff50d0', '#00c8ff'],
] as const)('the neon sign glows in %s', (_, subject, background, backdrop, expected) => {
  const { neon } = starterColors({ subject: [subject], background: [background] }, backdrop)
  expect(neon).toBe(expected)
})

it.each([
  ['Your title', 6],
  ['عنوانك', 4],
])(
  "for the text %s, the panel offers %d headings, because the other headings' fonts have only Latin letters",
  (words, count) => {
    expect(STARTERS.filter((starter) => suits(starter, words))).toHaveLength(count)
  },
)
