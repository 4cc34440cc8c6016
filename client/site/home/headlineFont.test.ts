import { expect, it } from 'vitest'
import { HEADLINE_FONT, isHeadlineFontLoaded } from './headlineFont.ts'

const fonts = (...faces: { family: string; status: FontFaceLoadStatus }[]) => new Set(faces) as unknown as FontFaceSet

it.each([HEADLINE_FONT, `"${HEADLINE_FONT}"`])(
  'isHeadlineFontLoaded recognizes the loaded font under the name %s',
  (family) => {
    expect(isHeadlineFontLoaded(fonts({ family, status: 'loaded' }))).toBe(true)
  },
)

it('isHeadlineFontLoaded is false while the font loads', () => {
  expect(isHeadlineFontLoaded(fonts({ family: HEADLINE_FONT, status: 'loading' }))).toBe(false)
  expect(isHeadlineFontLoaded(fonts({ family: 'Bangers', status: 'loaded' }))).toBe(false)
  expect(isHeadlineFontLoaded(fonts())).toBe(false)
})

it('isHeadlineFontLoaded is true during prerendering, when no fonts exist', () => {
  expect(isHeadlineFontLoaded(undefined)).toBe(true)
})
