import { expect, it } from 'vitest'
import { HEADLINE_FONT, isHeadlineFontLoaded } from './headlineFont.ts'

const fonts = (...faces: { family: string; status: FontFaceLoadStatus }[]) => new Set(faces) as unknown as FontFaceSet

it.each([HEADLINE_FONT, `"${HEADLINE_FONT}"`])(
  'knows the face as %s, however the browser writes its name',
  (family) => {
    expect(isHeadlineFontLoaded(fonts({ family, status: 'loaded' }))).toBe(true)
  },
)

it('waits for a face that is on its way, or not the one', () => {
  expect(isHeadlineFontLoaded(fonts({ family: HEADLINE_FONT, status: 'loading' }))).toBe(false)
  expect(isHeadlineFontLoaded(fonts({ family: 'Bangers', status: 'loaded' }))).toBe(false)
  expect(isHeadlineFontLoaded(fonts())).toBe(false)
})

it('has the word in the first picture, where there are no fonts to ask', () => {
  expect(isHeadlineFontLoaded(undefined)).toBe(true)
})
