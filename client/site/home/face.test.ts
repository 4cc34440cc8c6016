import { expect, it } from 'vitest'
import { FACE, isFaceHere } from './face.ts'

const fonts = (...faces: { family: string; status: FontFaceLoadStatus }[]) => new Set(faces) as unknown as FontFaceSet

it.each([FACE, `"${FACE}"`])('knows the face as %s, however the browser writes its name', (family) => {
  expect(isFaceHere(fonts({ family, status: 'loaded' }))).toBe(true)
})

it('waits for a face that is on its way, or not the one', () => {
  expect(isFaceHere(fonts({ family: FACE, status: 'loading' }))).toBe(false)
  expect(isFaceHere(fonts({ family: 'Bangers', status: 'loaded' }))).toBe(false)
  expect(isFaceHere(fonts())).toBe(false)
})

it('has the word in the first picture, where there are no fonts to ask', () => {
  expect(isFaceHere(undefined)).toBe(true)
})
